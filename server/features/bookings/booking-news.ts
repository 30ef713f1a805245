import { dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { openAccess } from "#server/features/access/open-access.ts";
import { notifyCreator } from "#server/features/notifications/tell-creator.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import type { Services } from "#server/services.ts";

type Dependencies = Pick<Services, "pool" | "clock">;
const batchSize = 200;

/**
 * Tells of the times that were booked, moved or given back, whatever did it: the creator of each, the buyer of what their
 * receipt did not say. What changed several times within a minute is told once, and a time that is back where it was to nobody.
 */
export async function queueBookingNews({ pool, clock }: Dependencies): Promise<void> {
  const now = clock.now();
  await inTransaction(pool, async (client) => {
    for (const {
      id,
      revision,
      toldRevision,
      startsAt,
      was,
      state,
      buyer,
      isForgotten,
      ownerId,
      title,
    } of await claimNews(client, now, batchSize)) {
      const isMoved = was?.getTime() !== startsAt.getTime();
      if (toldRevision > 0 && state === "BOOKED" && !isMoved) continue;
      const data = { bookingId: id, revision, was: was && isMoved ? was.toISOString() : null };
      if (!isForgotten && (state === "CANCELLED" || isMoved))
        await queueMail(dbOn(client), {
          event: `session-changed:${id}:${revision}`,
          recipient: buyer,
          template: "session-changed",
          data,
        });
      const isNew = toldRevision === 0;
      const news = state === "CANCELLED" ? "CANCELLED" : isNew ? "BOOKED" : "MOVED";
      await notifyCreator(dbOn(client), {
        ownerId,
        kind: "SESSION",
        event: `session-news:${id}:${revision}`,
        facts: { title, news, startsAt: startsAt.toISOString() },
        now,
        mail: { template: "session-news", data: { ...data, isNew } },
      });
    }
  });
  wakeListeners(pool, "job_outbox");
}

/**
 * Reminds buyers of the sessions that are a day and an hour ahead, each beginning once. What no worker said in time is left
 * out: a day ahead until twenty hours before, an hour ahead until a quarter. Who booked within that time has just read it.
 */
export async function queueBookingReminders({ pool, clock }: Dependencies): Promise<void> {
  const now = clock.now();
  await inTransaction(pool, async (client) => {
    await clearNetworks(client, now);
    const due = [
      ...(await remindDay(client, now, batchSize)).map((booking) => ({ ...booking, kind: "DAY" as const })),
      ...(await remindHour(client, now, batchSize)).map((booking) => ({ ...booking, kind: "HOUR" as const })),
    ];
    for (const { id, buyer, startsAt, kind } of due)
      await queueMail(dbOn(client), {
        event: `session-reminder:${id}:${kind}:${startsAt.toISOString()}`,
        recipient: buyer,
        template: "session-reminder",
        data: { bookingId: id, startsAt: startsAt.toISOString(), kind },
      });
  });
  wakeListeners(pool, "job_outbox");
}

const claimNews = statement("bookings_claim_news")<
  {
    id: string;
    revision: number;
    toldRevision: number;
    startsAt: Date;
    was: Date | null;
    state: string;
    buyer: string;
    isForgotten: boolean;
    ownerId: string;
    title: string;
  },
  [now: Date, limit: number]
>(`
  with due as (
    select id, told_revision, told_starts_at from bookings
     where told_revision < revision and state in ('BOOKED', 'CANCELLED') and updated_at <= $1
     order by updated_at limit $2 for update skip locked)
  update bookings b set told_revision = b.revision, told_starts_at = b.starts_at
    from due, order_items i, orders o, customers c, products p
   where b.id = due.id and i.id = b.order_item_id and o.id = i.order_id and c.id = o.customer_id and p.id = i.product_id
   returning b.id, b.revision, due.told_revision as "toldRevision", b.starts_at as "startsAt", due.told_starts_at as was, b.state,
             c.email as buyer, c.erased_at is not null as "isForgotten", b.owner_id as "ownerId", p.title`);

type Reminder = { column: string; ahead: string; late: string };
const dayReminder: Reminder = { column: "day_reminder_of", ahead: "24 hours", late: "20 hours" };
const hourReminder: Reminder = { column: "hour_reminder_of", ahead: "1 hour", late: "15 minutes" };

/** SQL: the bookings `b` whose buyers are to be reminded at `$1`. */
const bookingsAhead = ({ column, ahead, late }: Reminder) => `bookings b
     where b.state = 'BOOKED' and b.starts_at between $1::timestamptz + interval '${late}' and $1::timestamptz + interval '${ahead}'
       and b.${column} is distinct from b.starts_at and b.updated_at <= b.starts_at - interval '${ahead}'
       and exists (select from ${openAccess("$1")} a where a.order_item_id = b.order_item_id)`;

/** SQL: the bookings that have begun at `$1`, and still say from where they were made. */
const namedNetworks = "network is not null and state = 'BOOKED' and starts_at <= $1";

/** SQL: whether a buyer is to be reminded at `$1`, or a network is to be cleared. */
export const isAnyReminderDue = [
  ...[dayReminder, hourReminder].map((reminder) => `select from ${bookingsAhead(reminder)}`),
  `select from bookings where ${namedNetworks}`,
]
  .map((due) => `exists (${due})`)
  .join(" or ");

const remind = (reminder: Reminder) => `
  with due as (
    select b.id from ${bookingsAhead(reminder)}
     order by b.starts_at limit $2 for update skip locked)
  update bookings b set ${reminder.column} = b.starts_at
    from due, order_items i, orders o, customers c
   where b.id = due.id and i.id = b.order_item_id and o.id = i.order_id and c.id = o.customer_id
   returning b.id, b.starts_at as "startsAt", c.email as buyer`;

type Reminded = { id: string; startsAt: Date; buyer: string };

const remindDay = statement("bookings_remind_day")<Reminded, [now: Date, limit: number]>(remind(dayReminder));
const remindHour = statement("bookings_remind_hour")<Reminded, [now: Date, limit: number]>(
  remind(hourReminder),
);

const clearNetworks = statement("bookings_clear_networks")<never, [now: Date]>(
  `update bookings set network = null where ${namedNetworks}`,
);
