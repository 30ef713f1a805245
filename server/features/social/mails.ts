import { z } from "zod";
import { defineMail } from "#server/mail/mail-template.ts";

export const socialMails = {
  "social-notice": defineMail({
    limit: "desk-news",
    data: z.object({ ruleId: z.uuid(), since: z.iso.datetime(), until: z.iso.datetime() }),
    load: async () => (await import("./notice-mail.ts")).renderSocialNotice,
  }),
};
