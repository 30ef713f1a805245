import { z } from "zod";
import { dbOn } from "#server/database/client.ts";
import { isReminderOff } from "#server/database/reminder-words.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { openAccess } from "#server/features/access/open-access.ts";
import { defineJob, enqueue } from "#server/jobs/job.ts";
import type { Services } from "#server/services.ts";
import { type Batch, mailsToBuyers, queueToBuyers } from "./queue-to-buyers.ts";

/**
 * Begins to remind of the events that are a day and an hour ahead, each start of each event once. What nobody was reminded
 * of in time, since no worker ran, is left out: a day ahead within four hours, an hour ahead until a quarter before. Of a
 * change that its buyers are still to hear of they hear first.
 */
export async function remindOfEvents({ pool, clock }: Pick<Services, "pool" | "clock">): Promise<void> {
  const now = clock.now();
  await inTransaction(pool, async (client) => {
    for (const { id, kind } of await insertDue(client, now))
      await enqueue(dbOn(client), kind === "DAY" ? queueDayReminder : queueHourReminder, { reminderId: id });
  });
  wakeListeners(pool, "job_outbox");
}

const data = z.object({ reminderId: z.uuid() });

export const queueDayReminder = defineJob({
  name: "queue-day-reminder",
  data,
  retries: 20,
  handle: ({ pool, clock }, { reminderId }) => queueToBuyers(pool, queueDayBatch, reminderId, clock.now()),
});

/** What is late helps nobody: its mails leave faster. */
export const queueHourReminder = defineJob({
  name: "queue-hour-reminder",
  data,
  retries: 20,
  handle: ({ pool, clock }, { reminderId }) => queueToBuyers(pool, queueHourBatch, reminderId, clock.now()),
});

/** SQL: the events `p` whose buyers are to be reminded at `$1`, or were a moment ago, and of which day or hour (`ahead.kind`). */
const eventsAhead = `products p
    join (values ('DAY', interval '24 hours', interval '20 hours'), ('HOUR', interval '1 hour', interval '15 minutes'))
      ahead (kind, first, last)
      on p.event_starts_at between $1::timestamptz + ahead.last and $1::timestamptz + ahead.first
   where p.event_starts_at between $1::timestamptz and $1::timestamptz + interval '24 hours' and p.event_cancelled_at is null
     and not ${isReminderOff("p.owner_id", "'EVENT_' || ahead.kind")}
     and not exists (select from event_changes c where c.product_id = p.id and c.told_at is null)`;

/** SQL: whether there is an event at `$1` of which nobody was reminded yet. */
export const isAnyEventAhead = `exists (select from ${eventsAhead}
     and not exists (select from event_reminders r where r.product_id = p.id and r.starts_at = p.event_starts_at and r.kind = ahead.kind))`;

const insertDue = statement("events_insert_due_reminders")<
  { id: string; kind: "DAY" | "HOUR" },
  [now: Date]
>(`
  insert into event_reminders (owner_id, product_id, starts_at, kind, created_at)
  select p.owner_id, p.id, p.event_starts_at, ahead.kind, $1
    from ${eventsAhead}
  on conflict (product_id, starts_at, kind) do nothing
  returning id, kind`);

/** Whoever bought within the time has just read when it is. */
const reminders = (boughtBefore: string, mailsAtOnce: number) =>
  mailsToBuyers({
    lines: `
      select r.id as told_id, a.customer_id, a.order_id, a.order_item_id, a.granted_at
        from event_reminders r
        join products p on p.id = r.product_id and p.event_starts_at = r.starts_at and p.event_cancelled_at is null
        join ${openAccess("$2")} a on a.owner_id = r.owner_id and a.product_id = r.product_id
       where r.id = $1 and r.starts_at > $2 and a.granted_at <= r.starts_at - interval '${boughtBefore}'`,
    insert: `
      insert into mail_outbox (event, recipient, template, data, due_at)
      select 'event-reminder:' || told_id, email, 'event-reminder',
             jsonb_build_object('reminderId', told_id, 'orderItemId', order_item_id), due_at from paced`,
    mailsAtOnce,
  });

const queueDayBatch = statement("events_queue_day_reminder")<{ customerId: string }, Batch>(
  reminders("24 hours", 100),
);

const queueHourBatch = statement("events_queue_hour_reminder")<{ customerId: string }, Batch>(
  reminders("1 hour", 500),
);
