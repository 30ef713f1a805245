/** RENEWAL: a year of a membership ends in three weeks, and is charged again. EVENT_DAY, EVENT_HOUR: an event is so far ahead. */
export const reminderKinds = ["RENEWAL", "EVENT_DAY", "EVENT_HOUR"] as const;
export type ReminderKind = (typeof reminderKinds)[number];

/** Laws ask for those that are not among them: of what will be charged its buyer hears. */
export const reminderKindsToSwitch: readonly ReminderKind[] = ["EVENT_DAY", "EVENT_HOUR"];

export const mostReminderWords = 1_000;
