import { z } from "zod";
import { defineMail } from "#server/mail/mail-template.ts";

export const operatorMails = {
  "report-digest": defineMail({
    limit: "desk-news",
    data: z.object({ since: z.string() }),
    load: async () => (await import("./report-digest-mail.ts")).renderReportDigest,
  }),
};
