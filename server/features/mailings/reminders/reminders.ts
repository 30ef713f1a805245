import type { z } from "zod";
import {
  type ReminderKind,
  reminderKinds,
  reminderKindsToSwitch,
} from "#contract/mailings/reminder-kinds.ts";
import type { Reminder, saveReminder as saving } from "#contract/mailings/reminders.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { requireUnchanged } from "#server/database/revision.ts";
import { statement } from "#server/database/statement.ts";
import { Invalid } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

/** The creator's reminders, as every creator begins with them until they are saved. */
export async function listReminders({ pool }: Pick<Services, "pool">, ownerId: string): Promise<Reminder[]> {
  const saved = await selectReminders(pool, ownerId);
  return reminderKinds.map(
    (kind) =>
      saved.find((reminder) => reminder.kind === kind) ?? { kind, isOn: true, words: "", revision: 1 },
  );
}

/** Throws 422 where the law asks for what is switched off, 409 where it was changed since `revision`. */
export async function saveReminder(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  ownerId: string,
  { kind, isOn, words, revision }: z.output<(typeof saving)["schema"]["body"]>,
): Promise<Reminder> {
  if (!isOn && !reminderKindsToSwitch.includes(kind))
    throw Invalid({ isOn: "Of what will be charged its buyer has to hear" });
  return inTransaction(pool, async (client) => {
    const now = clock.now();
    await insertReminder(client, ownerId, kind, now);
    const saved = await updateReminder(client, ownerId, kind, isOn, words, revision ?? null, now);
    requireUnchanged(saved);
    const [reminder] = saved;
    if (!reminder) throw new Error("a reminder was not saved");
    return reminder;
  });
}

const columns = `kind, is_on as "isOn", words, revision`;

const selectReminders = statement("reminders_select")<Reminder, [ownerId: string]>(
  `select ${columns} from reminders where owner_id = $1`,
);

const insertReminder = statement("reminders_insert")<never, [ownerId: string, kind: ReminderKind, now: Date]>(
  "insert into reminders (owner_id, kind, created_at, updated_at) values ($1, $2, $3, $3) on conflict do nothing",
);

const updateReminder = statement("reminders_update")<
  Reminder,
  [ownerId: string, kind: ReminderKind, isOn: boolean, words: string, revision: number | null, now: Date]
>(
  `update reminders set is_on = $3, words = $4, updated_at = $6
    where owner_id = $1 and kind = $2 and ($5::int is null or revision = $5) returning ${columns}`,
);
