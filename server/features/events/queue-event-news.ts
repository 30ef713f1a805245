import { z } from "zod";
import { dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { openAccess } from "#server/features/access/open-access.ts";
import { defineJob, enqueue } from "#server/jobs/job.ts";
import type { Services } from "#server/services.ts";
import { type Batch, mailsToBuyers, queueToBuyers } from "./queue-to-buyers.ts";

/** Begins to tell of what was changed ten minutes ago; what stands again as it stood is told to nobody. */
export async function queueDueChanges({ pool, clock }: Pick<Services, "pool" | "clock">): Promise<void> {
  const now = clock.now();
  for (const { id, productId } of await selectDue(pool, now)) {
    await inTransaction(pool, async (client) => {
      // Whoever changes the event holds its row: either its change is seen here, or it is another one, told later.
      await lockProduct(client, productId);
      if ((await deleteIdle(client, id)).length > 0) return;
      const told = await setTold(client, id, now);
      if (told.length > 0) await enqueue(dbOn(client), queueEventNews, { changeId: id });
    });
  }
  wakeListeners(pool, "job_outbox");
}

/** Queues the mails about a change. One for each change and buyer, however often it is repeated. */
export const queueEventNews = defineJob({
  name: "queue-event-news",
  data: z.object({ changeId: z.uuid() }),
  retries: 20,
  handle: ({ pool, clock }, { changeId }) => queueToBuyers(pool, queueBatch, changeId, clock.now()),
});

const selectDue = statement("events_select_due_changes")<{ id: string; productId: string }, [now: Date]>(
  `select id, product_id as "productId" from event_changes where told_at is null and due_at <= $1 order by due_at limit 500`,
);

const lockProduct = statement("events_lock_product")<never, [productId: string]>(
  "select from products where id = $1 for no key update",
);

/** What is as it was before, or no event any more, is no news. */
const deleteIdle = statement("events_delete_idle_change")<{ id: string }, [changeId: string]>(`
  delete from event_changes c using products p
   where c.id = $1 and c.told_at is null and p.id = c.product_id
     and (p.type <> 'EVENT'
          or (c.starts_at, c.ends_at, c.zone, c.place, c.link, c.was_cancelled) is not distinct from
             (p.event_starts_at, p.event_ends_at, p.event_zone, p.event_place, p.event_link, p.event_cancelled_at is not null))
  returning c.id`);

const setTold = statement("events_set_told")<{ id: string }, [changeId: string, now: Date]>(
  "update event_changes set told_at = $2 where id = $1 and told_at is null returning id",
);

/**
 * The newest open line of each buyer, one whose address is surely theirs before others. Of what is cancelled those are told,
 * too, whose money went back since: it stands in their calendars. Nobody is told of what is over.
 */
const queueBatch = statement("events_queue_news")<{ customerId: string }, Batch>(
  mailsToBuyers({
    lines: `
      select news.id as told_id, line.*
        from event_changes news
        join products p on p.id = news.product_id
        cross join lateral (
          select a.customer_id, a.order_id, a.order_item_id, a.granted_at from ${openAccess("$2")} a
           where a.owner_id = news.owner_id and a.product_id = news.product_id
          union all
          select a.customer_id, a.order_id, a.order_item_id, a.granted_at from access a
           where p.event_cancelled_at is not null and a.product_id = news.product_id and a.revoked_at >= news.created_at) line
       where news.id = $1 and greatest(news.ends_at, p.event_ends_at) > $2`,
    insert: `
      insert into mail_outbox (event, recipient, template, data, due_at)
      select 'event-changed:' || told_id, email, 'event-changed',
             jsonb_build_object('changeId', told_id, 'orderItemId', order_item_id), due_at from paced`,
    mailsAtOnce: 100,
  }),
);
