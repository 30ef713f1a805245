import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { admins } from "#contract/team/roles.ts";
import { multiLine, Revision } from "#contract/values.ts";
import { mostReminderWords, reminderKinds } from "./reminder-kinds.ts";

const tags = ["Reminders"];

/** A mail that reminds buyers of what they have bought; it says when, where and how much by itself. */
export const Reminder = z.object({
  kind: z.enum(reminderKinds),
  isOn: z.boolean(),
  /** The creator's, above what the mail says by itself, in plain text; empty: none. */
  words: z.string(),
  revision: Revision,
});
export type Reminder = z.infer<typeof Reminder>;

export const listReminders = endpoint({
  method: "GET",
  url: "/api/reminders",
  config: { access: "creator", roles: admins },
  schema: {
    tags,
    summary: "The mails that remind the creator's buyers: which are on, and what the creator says in them",
    response: { 200: z.array(Reminder) },
  },
});

const params = z.object({ kind: z.enum(reminderKinds) });

export const previewReminder = endpoint({
  method: "GET",
  url: "/api/reminders/:kind/preview",
  config: { access: "creator", roles: admins, limit: { points: 120, seconds: 60 } },
  schema: {
    tags,
    summary:
      "A reminder as it would leave, of a product of the creator's or of an example: HTML, or its text",
    params,
    querystring: z.object({ as: z.enum(["light", "dark", "text"]).default("light") }),
  },
});

export const sendTestReminder = endpoint({
  method: "POST",
  url: "/api/reminders/:kind/test-mail",
  config: {
    access: "creator",
    roles: admins,
    limit: { points: 10, seconds: 3_600 },
    recentSignIn: notNeeded.testEmail,
  },
  schema: {
    tags,
    summary: "Send it to the address of whoever asks",
    params,
    response: { 200: z.object({ success: z.literal(true) }) },
  },
});

export const saveReminder = endpoint({
  method: "PUT",
  url: "/api/reminders",
  config: { access: "creator", roles: admins, recentSignIn: notNeeded.automation },
  schema: {
    tags,
    summary: "Switch a reminder on or off, and write what it says besides. That of a renewal is always sent",
    body: z.object({
      kind: z.enum(reminderKinds),
      isOn: z.boolean(),
      words: multiLine(mostReminderWords),
      revision: Revision.optional(),
    }),
    response: { 200: Reminder },
  },
});
