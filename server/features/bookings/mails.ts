import { z } from "zod";
import { defineMail } from "#server/mail/mail-template.ts";

/** `was`: the beginning that was told before. A change that is no longer the newest is told by a later mail. */
const change = z.object({ bookingId: z.uuid(), revision: z.int(), was: z.iso.datetime().nullable() });

export const bookingMails = {
  "session-changed": defineMail({
    limit: "unproven-address",
    data: change,
    load: async () => (await import("./session-changed-mail.ts")).renderSessionChanged,
  }),
  "session-news": defineMail({
    limit: "desk-news",
    data: change.extend({ isNew: z.boolean() }),
    load: async () => (await import("./session-news-mail.ts")).renderSessionNews,
  }),
  "session-reminder": defineMail({
    limit: "unproven-address",
    data: z.object({ bookingId: z.uuid(), startsAt: z.iso.datetime(), kind: z.enum(["DAY", "HOUR"]) }),
    load: async () => (await import("./session-reminder-mail.ts")).renderSessionReminder,
  }),
};
