import { z } from "zod";
import { defineMail } from "#server/mail/mail-template.ts";

export const mailingListMails = {
  "confirm-subscription": defineMail({
    data: z.object({ subscriberId: z.uuid(), round: z.int() }),
    load: async () => (await import("./confirm-mail.ts")).renderConfirmation,
  }),
};
