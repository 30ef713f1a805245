import type pg from "pg";
import { inTransaction } from "#server/database/in-transaction.ts";
import { dbOn } from "#server/database/client.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { Conflict, Invalid, NotFound } from "#server/errors.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import type { SignedIn } from "#server/http/http.ts";
import { creatorName } from "#server/database/creator-name.ts";
import type { Services } from "#server/services.ts";
import { selectWaiting } from "./list-to-ship.ts";
import { addOrderEvent } from "./order-events.ts";
import { lockOrder } from "./refund-rows.ts";

export type LineChange = {
  hasAccess?: boolean | undefined;
  shipped?: boolean | undefined;
  trackingUrl?: string | null | undefined;
};

/**
 * Closes or opens by hand what a line gives access to, and records that it was shipped: the buyer is told by mail, once.
 * Throws 404 for an order or a line of somebody else's, 409 for one that was never paid, 422 for what is not shipped.
 */
export async function updateOrderLine(
  { pool, clock }: Services,
  ownerId: string,
  orderId: string,
  lineId: string,
  change: LineChange,
): Promise<void> {
  const now = clock.now();
  await inTransaction(pool, (client) => changeLine(client, { ownerId, orderId, lineId }, change, now));
  wakeListeners(pool, "job_outbox");
}

/**
 * Records that lines were shipped that waited for it, by the rules that hold for one; answers how many did. Throws 422, and
 * changes nothing, where one of them is not theirs.
 */
export async function shipParcels(
  { pool, clock }: Services,
  ownerId: string,
  lineIds: string[],
): Promise<{ shipped: number }> {
  const ids = [...new Set(lineIds)];
  const [own] = await countOwnLines(pool, ownerId, ids);
  if (own?.count !== ids.length) throw Invalid({ lineIds: "One of these lines does not exist" });
  const now = clock.now();
  let shipped = 0;
  for (const { orderId, lineId } of await selectWaiting(pool, ownerId, ids))
    shipped += await inTransaction(pool, async (client) => {
      await lockOrder(client, orderId);
      // It was given back, or shipped by somebody else, until the order was ours alone.
      if ((await selectWaiting(client, ownerId, [lineId])).length === 0) return 0;
      await changeLine(client, { ownerId, orderId, lineId }, { shipped: true }, now);
      return 1;
    });
  wakeListeners(pool, "job_outbox");
  return { shipped };
}

/** A note on the timeline, with who wrote it where that was somebody on the store's team; buyers never see it. */
export async function addOrderNote(
  { pool, clock }: Services,
  { creatorId, personId }: Pick<SignedIn, "creatorId" | "personId">,
  orderId: string,
  text: string,
): Promise<void> {
  const [added] = await insertNote(pool, creatorId, orderId, text, clock.now(), personId);
  if (!added) throw NotFound();
}

async function changeLine(
  client: pg.PoolClient,
  { ownerId, orderId, lineId }: { ownerId: string; orderId: string; lineId: string },
  { hasAccess, shipped, trackingUrl }: LineChange,
  now: Date,
): Promise<void> {
  const [order] = await lockOrder(client, orderId);
  if (order?.ownerId !== ownerId) throw NotFound();
  const [line] = await selectLine(client, lineId, orderId, ownerId);
  if (!line) throw NotFound();
  if (order.status !== "PAID" && order.status !== "REFUNDED")
    throw Conflict("This order has not been paid", "NOT_PAID");
  if (hasAccess !== undefined) {
    const changed = await changeAccess(client, lineId, hasAccess, now);
    // What is opened by hand stays open, whatever was refunded of it.
    if (hasAccess) await keepLineOpen(client, lineId);
    if (changed.length > 0)
      await addOrderEvent(client, orderId, hasAccess ? "ACCESS_RESTORED" : "ACCESS_REVOKED", now, {
        title: line.title,
      });
  }
  if (shipped === undefined && trackingUrl === undefined) return;
  if (!line.requiresShipping) throw Invalid({ shipped: "This product is not shipped" });
  const isShipped = shipped ?? line.shippedAt !== null;
  await recordShipping(client, lineId, isShipped, now, trackingUrl !== undefined, trackingUrl ?? null);
  if (!isShipped || line.shippedAt !== null) return;
  await addOrderEvent(client, orderId, "SHIPPED", now, {
    title: line.title,
    trackingUrl: trackingUrl ?? null,
  });
  await queueMail(dbOn(client), {
    event: `shipped:${lineId}`,
    recipient: line.email,
    template: "shipped",
    data: { orderItemId: lineId },
  });
}

const selectLine = statement("orders_select_line")<
  { title: string; requiresShipping: boolean; shippedAt: Date | null; email: string },
  [lineId: string, orderId: string, ownerId: string]
>(
  `select p.title, p.requires_shipping as "requiresShipping", i.shipped_at as "shippedAt", c.email
     from order_items i join products p on p.id = i.product_id join orders o on o.id = i.order_id join customers c on c.id = o.customer_id
    where i.id = $1 and i.order_id = $2 and i.owner_id = $3`,
);

const countOwnLines = statement("orders_count_own_lines")<
  { count: number },
  [ownerId: string, lineIds: string[]]
>("select count(*)::int as count from order_items where owner_id = $1 and id = any ($2::uuid[])");

/** SQL: a line and, of a bundle's, what it consists of. */
const withParts = `(
  select $1::uuid union all
  select part.id from order_items bundle join order_items part on part.order_id = bundle.order_id and part.item_type = 'PART'
   where bundle.id = $1 and bundle.item_type = 'MAIN')`;

const changeAccess = statement("orders_change_access")<
  { id: string },
  [lineId: string, hasAccess: boolean, now: Date]
>(
  `with changed as (
     update access set revoked_at = case when $2 then null else $3::timestamptz end
      where order_item_id in ${withParts} and (revoked_at is null) <> $2 returning id),
   files as (update digital_downloads set is_active = $2 where order_item_id in ${withParts})
   select id from changed`,
);

const keepLineOpen = statement("orders_keep_line_open")<never, [lineId: string]>(
  `update refunds set revokes_access = false where order_item_id in ${withParts}`,
);

const recordShipping = statement("orders_record_shipping")<
  never,
  [lineId: string, isShipped: boolean, now: Date, changesTracking: boolean, trackingUrl: string | null]
>(
  `update order_items set shipped_at = case when $2 then coalesce(shipped_at, $3) end,
          tracking_url = case when $4 then $5 else tracking_url end where id = $1`,
);

const insertNote = statement("orders_insert_note")<
  { orderId: string },
  [ownerId: string, orderId: string, text: string, now: Date, personId: string]
>(
  `insert into order_events (order_id, kind, detail, created_at)
   select o.id, 'NOTE', jsonb_build_object('text', $3::text)
            || case when $5::uuid = $1 then '{}'::jsonb else jsonb_build_object('by', ${creatorName("u")}) end, $4
     from orders o join users u on u.id = $5 where o.id = $2 and o.owner_id = $1
   returning order_id as "orderId"`,
);
