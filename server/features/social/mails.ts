import { z } from "zod";
import { defineMail } from "#server/mail/mail-template.ts";

export const socialMails = {
  "social-notice": defineMail({
    limit: "desk-news",
    data: z.object({
      /** What a rule noticed, or who asked for a person on an account. */
      ruleId: z.uuid().optional(),
      accountId: z.uuid().optional(),
      since: z.iso.datetime(),
      until: z.iso.datetime(),
    }),
    load: async () => (await import("./notice-mail.ts")).renderSocialNotice,
  }),
};
