import { z } from "zod";
import { defineMail } from "#server/mail/mail-template.ts";

export const mailingMails = {
  "mailing-test": defineMail({
    data: z.object({ mailingId: z.uuid() }),
    load: async () => (await import("./preview-mailing.ts")).renderMailingTest,
  }),
  "automatic-mail-test": defineMail({
    data: z.object({ automaticMailId: z.uuid() }),
    load: async () => (await import("./automatic/preview-automatic-mail.ts")).renderAutomaticTest,
  }),
};
