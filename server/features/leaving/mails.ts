import { z } from "zod";
import { defineMail } from "#server/mail/mail-template.ts";
import { deletionNews } from "./deletion/deletion-news.ts";

export const leavingMails = {
  "account-export": defineMail({
    limit: "own-account",
    data: z.object({ exportId: z.uuid() }),
    load: async () => (await import("./exports/export-mail.ts")).renderAccountExport,
  }),
  "account-deletion": defineMail({
    limit: "own-account",
    data: z.object({ ownerId: z.uuid(), news: z.enum(deletionNews) }),
    load: async () => (await import("./deletion/deletion-mail.ts")).renderAccountDeletion,
  }),
};
