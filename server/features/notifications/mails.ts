import { z } from "zod";
import { defineMail } from "#server/mail/mail-template.ts";

export const notificationMails = {
  "creator-news": defineMail({
    limit: "desk-news",
    data: z.object({ ownerId: z.uuid(), notificationIds: z.array(z.uuid()), count: z.int() }),
    load: async () => (await import("./mails/creator-news.ts")).renderCreatorNews,
  }),
  /** To `userId`, who is on the store's team. */
  "team-news": defineMail({
    limit: "desk-news",
    data: z.object({
      ownerId: z.uuid(),
      userId: z.uuid(),
      notificationIds: z.array(z.uuid()),
      count: z.int(),
    }),
    load: async () => (await import("./mails/team-news.ts")).renderTeamNews,
  }),
  /** `from` and `until` are days in the creator's zone; mostly the same one. */
  "daily-sales": defineMail({
    limit: "desk-news",
    data: z.object({ ownerId: z.uuid(), from: z.iso.date(), until: z.iso.date() }),
    load: async () => (await import("./mails/daily-sales.ts")).renderDailySales,
  }),
};
