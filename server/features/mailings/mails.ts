import { z } from "zod";
import { reminderKinds } from "#contract/mailings/reminder-kinds.ts";
import { defineMail } from "#server/mail/mail-template.ts";

export const mailingMails = {
  "mailing-test": defineMail({
    limit: "own-account",
    data: z.object({ mailingId: z.uuid() }),
    load: async () => (await import("./preview-mailing.ts")).renderMailingTest,
  }),
  "reminder-test": defineMail({
    limit: "own-account",
    data: z.object({ ownerId: z.uuid(), kind: z.enum(reminderKinds) }),
    load: async () => (await import("./reminders/preview-reminder.ts")).renderReminderTest,
  }),
  "automatic-mail-test": defineMail({
    limit: "own-account",
    data: z.object({ automaticMailId: z.uuid() }),
    load: async () => (await import("./automatic/preview-automatic-mail.ts")).renderAutomaticTest,
  }),
};
