import { z } from "zod";
import { defineMail } from "#server/mail/mail-template.ts";

export const accountMails = {
  "account-notice": defineMail({
    data: z.object({ eventId: z.uuid() }),
    load: async () => (await import("./account-notice.ts")).renderAccountNotice,
  }),
};
