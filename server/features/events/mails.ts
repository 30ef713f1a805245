import { z } from "zod";
import { defineMail } from "#server/mail/mail-template.ts";

export const eventMails = {
  "event-changed": defineMail({
    limit: "unproven-address",
    data: z.object({ changeId: z.uuid(), orderItemId: z.uuid() }),
    load: async () => (await import("./event-changed-mail.ts")).renderEventChanged,
  }),
  "event-reminder": defineMail({
    limit: "unproven-address",
    data: z.object({ reminderId: z.uuid(), orderItemId: z.uuid() }),
    load: async () => (await import("./reminder-mail.ts")).renderEventReminder,
  }),
};
