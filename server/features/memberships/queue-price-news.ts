import { z } from "zod";
import { dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { defineJob, enqueue } from "#server/jobs/job.ts";
import { dropPrices, isToBeTold, recordTold, planPrices } from "./member-prices.ts";

/** So many are told at once, and the next ones a while later: receipts do not wait behind a hundred thousand mails. */
const batch = 100;
const pauseMs = 10_000;

/** Tells the next members of an announced price, and goes on with those after them. Whoever was told is told no more. */
export const queuePriceNews = defineJob({
  name: "queue-price-news",
  data: z.object({ priceChangeId: z.uuid(), after: z.uuid().nullable() }),
  retries: 20,
  async handle({ pool, clock }, { priceChangeId, after }) {
    const now = clock.now();
    await inTransaction(pool, async (client) => {
      const members = await lockUntold(client, priceChangeId, after, batch);
      const ids = members.map(({ id }) => id);
      await recordTold(client, priceChangeId, ids, now);
      await planPrices(client, ids, now);
      if (members.length === batch)
        await enqueue(
          dbOn(client),
          queuePriceNews,
          { priceChangeId, after: ids.at(-1) ?? null },
          { startAfter: new Date(now.getTime() + pauseMs) },
        );
    });
    wakeListeners(pool, "job_outbox");
  },
});

/** Nobody who was told of a price that was withdrawn pays it; each hears so once. */
export const queuePriceWithdrawal = defineJob({
  name: "queue-price-withdrawal",
  data: z.object({ priceChangeId: z.uuid() }),
  retries: 20,
  async handle({ pool, clock }, { priceChangeId }) {
    const now = clock.now();
    await inTransaction(pool, async (client) => {
      const members = await lockTold(client, priceChangeId, batch);
      const ids = members.map(({ id }) => id);
      await dropPrices(client, ids, null);
      await queueWithdrawnMails(client, priceChangeId, ids, now);
      if (members.length === batch) await enqueue(dbOn(client), queuePriceWithdrawal, { priceChangeId });
    });
    wakeListeners(pool, "job_outbox");
  },
});

/** Whoever withdraws it waits for these, or these find it withdrawn. */
const lockUntold = statement("memberships_lock_untold")<
  { id: string },
  [priceChangeId: string, after: string | null, limit: number]
>(`select s.id from price_changes c
     join subscriptions s on ${isToBeTold}
    where c.id = $1 and ($2::uuid is null or s.id > $2)
    order by s.id limit $3 for share of c for update of s`);

const lockTold = statement("memberships_lock_told")<{ id: string }, [priceChangeId: string, limit: number]>(
  `select s.id from member_prices m join subscriptions s on s.id = m.subscription_id
    where m.price_change_id = $1 and m.state = 'TOLD' order by s.id limit $2 for update of s`,
);

const queueWithdrawnMails = statement("memberships_queue_withdrawn_mails")<
  never,
  [priceChangeId: string, subscriptionIds: string[], now: Date]
>(`with mail as (
     insert into mail_outbox (event, recipient, template, data, created_at)
     select 'price-withdrawn:' || $1::text || ':' || s.id, c.email, 'price-change',
            jsonb_build_object('priceChangeId', $1::text, 'subscriptionId', s.id, 'news', 'WITHDRAWN'), $3
       from subscriptions s join customers c on c.id = s.customer_id and c.erased_at is null
      where s.id = any ($2::uuid[])
     on conflict do nothing returning id)
   insert into job_outbox (name, data) select 'send-mail', jsonb_build_object('mailId', id) from mail`);
