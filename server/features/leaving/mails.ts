import { z } from "zod";
import { defineMail } from "#server/mail/mail-template.ts";

export const leavingMails = {
  "account-export": defineMail({
    data: z.object({ exportId: z.uuid() }),
    load: async () => (await import("./exports/export-mail.ts")).renderAccountExport,
  }),
};
