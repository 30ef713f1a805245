import type pg from "pg";
import { creatorZone, startOfDay, zoneOfCreator } from "#server/database/creator-zone.ts";
import { dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { hotStatement, statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { notifyCreator } from "./tell-creator.ts";

const atOnce = 100;
/** The hour of the creator's day after which the day before is told, as with daily sales. */
const hour = 8;

/** Remembers that a creator is to be told of this day's renewals, in the caller's transaction. One row a day, however many there are. */
export const markRenewals = hotStatement("notifications_mark_renewals")<never, [ownerId: string, now: Date]>(
  `insert into renewal_days (owner_id, day)
   select $1::uuid, ($2::timestamptz at time zone ${zoneOfCreator("$1::uuid")})::date
   on conflict do nothing`,
);

/** Tells each creator of the renewals of a day, together, once the next morning has come. */
export async function notifyOfRenewals(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  stopping?: AbortSignal,
): Promise<void> {
  const now = clock.now();
  for (let full = true; full;) {
    stopping?.throwIfAborted();
    full = await inTransaction(pool, async (client) => {
      const days = await claimDays(client, now, atOnce);
      for (const { ownerId, day } of days) await notifyOfDay(client, ownerId, day, now);
      return days.length === atOnce;
    });
  }
}

async function notifyOfDay(client: pg.PoolClient, ownerId: string, day: string, now: Date): Promise<void> {
  const sums = await selectRenewals(client, ownerId, day);
  const renewals = sums.reduce((count, sum) => count + sum.renewals, 0);
  if (renewals === 0) return;
  await notifyCreator(dbOn(client), {
    ownerId,
    kind: "MEMBER_RENEWED",
    event: `renewals:${day}`,
    facts: { day, renewals, sums: sums.map(({ cents, currency }) => ({ cents, currency })) },
    now,
  });
}

const claimDays = statement("notifications_claim_renewal_days")<
  { ownerId: string; day: string },
  [now: Date, limit: number]
>(`with due as (
     select d.owner_id, d.day from renewal_days d join users u on u.id = d.owner_id
      where d.day < (($1::timestamptz at time zone ${creatorZone("u")}) - interval '${hour} hours')::date
      order by d.day, d.owner_id limit $2 for update of d skip locked)
   delete from renewal_days d using due where d.owner_id = due.owner_id and d.day = due.day
   returning d.owner_id as "ownerId", d.day::text`);

/** By currency. The first payment after a free trial was told by itself, and what began with a checkout as a sale. */
const selectRenewals = statement("notifications_renewals_of_day")<
  { renewals: number; cents: number; currency: string },
  [ownerId: string, day: string]
>(`select count(*)::int as renewals, sum(o.total_cents)::float8 as cents, o.currency
     from orders o join subscriptions s on s.id = o.subscription_id
    where o.owner_id = $1 and o.status in ('PAID', 'REFUNDED') and o.id <> s.order_id
      and o.created_at >= ${startOfDay("$2::date", zoneOfCreator("$1"))}
      and o.created_at < ${startOfDay("$2::date + 1", zoneOfCreator("$1"))}
      and (s.trial_days is null
           or exists (select from subscription_invoices b
                       where b.subscription_id = s.id and b.status = 'PAID' and b.amount_cents > 0 and b.order_id <> o.id
                         and b.period_start < (select own.period_start from subscription_invoices own where own.order_id = o.id)))
    group by o.currency order by cents desc`);
