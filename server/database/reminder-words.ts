/** SQL: what a creator says in a reminder; null where that is nothing. `owner` and `kind` are expressions. */
export const reminderWords = (owner: string, kind: string): string =>
  `(select nullif(w.words, '') from reminders w where w.owner_id = ${owner} and w.kind = ${kind})`;

/** SQL: whether a creator has switched a reminder off. */
export const isReminderOff = (owner: string, kind: string): string =>
  `exists (select from reminders w where w.owner_id = ${owner} and w.kind = ${kind} and not w.is_on)`;
