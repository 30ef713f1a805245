import { z } from "zod";
import { defineMail } from "#server/mail/mail-template.ts";

export const downloadMails = {
  "file-version": defineMail({
    limit: "unproven-address",
    data: z.object({ downloadId: z.uuid(), uploadId: z.uuid() }),
    load: async () => (await import("./file-version-mail.ts")).renderFileVersion,
  }),
};
