import type pg from "pg";
import { dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { Conflict, Invalid, NotFound } from "#server/errors.ts";
import { enqueue } from "#server/jobs/job.ts";
import type { Services } from "#server/services.ts";
import { noticeDays, withdrawableDays } from "./price-notice.ts";
import { queuePriceNews, queuePriceWithdrawal } from "./queue-price-news.ts";

type Interval = "MONTH" | "YEAR";

/** So many in 30 days, withdrawn ones too: each of them is a mail to every member. */
const mostChanges = 3;

/**
 * Announces today's price of new members to the present ones who pay another, and has them told. Throws 404 for another's
 * product, 422 for an interval that it does not have, 409 where its price is another by now, or one that was announced has
 * not begun.
 */
export async function announcePriceChange(
  { pool, clock }: Services,
  ownerId: string,
  productId: string,
  { billingInterval, priceCents }: { billingInterval: Interval; priceCents: number },
): Promise<void> {
  const now = clock.now();
  await inTransaction(pool, async (client) => {
    await checkPrice(client, ownerId, productId, billingInterval, priceCents);
    // Whoever still waits for an earlier one is charged that, or told of this one before.
    await closeBegun(client, productId, billingInterval, now);
    const [before] = await selectRecent(client, productId, billingInterval, now);
    if (before?.isOpen)
      throw Conflict(
        "Your members have been told of another price already. Withdraw it, or wait until it has begun.",
        "PRICE_CHANGE_OPEN",
      );
    if ((before?.recent ?? 0) >= mostChanges)
      throw Conflict(
        `Members can be told of ${mostChanges} prices in ${noticeDays} days. Please wait a while.`,
        "PRICE_CHANGE_LIMIT",
      );
    const [made] = await insertChange(client, productId, ownerId, billingInterval, priceCents, now);
    if (made) await enqueue(dbOn(client), queuePriceNews, { priceChangeId: made.id, after: null });
  });
  wakeListeners(pool, "job_outbox");
}

/**
 * Takes an announced price back, and has those who were told hear of it; where there is none nothing happens. Throws 404
 * for another's product, and 409 where a first member may be charged it within two days.
 */
export async function withdrawPriceChange(
  { pool, clock }: Services,
  ownerId: string,
  productId: string,
  billingInterval: Interval,
): Promise<void> {
  const now = clock.now();
  await inTransaction(pool, async (client) => {
    await lockProduct(client, productId, ownerId);
    const [withdrawn] = await withdraw(client, productId, billingInterval, now);
    if (withdrawn) return enqueue(dbOn(client), queuePriceWithdrawal, { priceChangeId: withdrawn.id });
    const [before] = await selectRecent(client, productId, billingInterval, now);
    if (before?.isOpen)
      throw Conflict(
        "It is too late to withdraw this price. You can announce another one.",
        "PRICE_CHANGE_BEGINS",
      );
  });
  wakeListeners(pool, "job_outbox");
}

/** The product stays locked: one request at a time announces or withdraws. */
async function checkPrice(
  client: pg.PoolClient,
  ownerId: string,
  productId: string,
  billingInterval: Interval,
  priceCents: number,
): Promise<void> {
  const product = await lockProduct(client, productId, ownerId);
  const today =
    product.billingInterval === billingInterval
      ? product.priceCents
      : billingInterval === "YEAR" && product.billingInterval === "MONTH"
        ? product.yearlyPriceCents
        : null;
  if (product.type !== "MEMBERSHIP" || today === null)
    throw Invalid({ billingInterval: "This product has no price for that interval" });
  if (today !== priceCents)
    throw Conflict("The price has changed meanwhile. Please look at it again.", "PRICE_CHANGED");
  if (today < leastCents)
    throw Invalid({ priceCents: "Members who pay cannot be moved to a price below $0.50" });
}

/** The least that a card can pay. */
const leastCents = 50;

type LockedProduct = {
  type: string;
  priceCents: number;
  yearlyPriceCents: number | null;
  billingInterval: string;
};

async function lockProduct(client: pg.PoolClient, id: string, ownerId: string): Promise<LockedProduct> {
  const [product] = await selectProduct(client, id, ownerId);
  if (!product) throw NotFound("Product not found");
  return product;
}

const selectProduct = statement("memberships_lock_product")<LockedProduct, [id: string, ownerId: string]>(
  `select type, price_cents as "priceCents", yearly_price_cents as "yearlyPriceCents", billing_interval as "billingInterval"
     from products where id = $1 and owner_id = $2 for no key update`,
);

type Asked = [productId: string, billingInterval: Interval, now: Date];

const closeBegun = statement("memberships_close_begun_price_change")<never, Asked>(
  `update price_changes set closed_at = $3
    where product_id = $1 and billing_interval = $2 and closed_at is null
      and created_at <= $3::timestamptz - interval '${noticeDays * 24} hours'`,
);

const selectRecent = statement("memberships_select_recent_price_changes")<
  { isOpen: boolean; recent: number },
  Asked
>(`select coalesce(bool_or(closed_at is null), false) as "isOpen",
          count(*) filter (where created_at > $3::timestamptz - interval '${noticeDays * 24} hours')::int as recent
     from price_changes where product_id = $1 and billing_interval = $2`);

const insertChange = statement("memberships_insert_price_change")<
  { id: string },
  [productId: string, ownerId: string, billingInterval: Interval, priceCents: number, now: Date]
>(`insert into price_changes (product_id, owner_id, billing_interval, price_cents, created_at)
   values ($1, $2, $3, $4, $5) returning id`);

const withdraw = statement("memberships_withdraw_price_change")<{ id: string }, Asked>(
  `update price_changes set withdrawn_at = $3, closed_at = $3
    where product_id = $1 and billing_interval = $2 and closed_at is null
      and created_at > $3::timestamptz - interval '${withdrawableDays * 24} hours'
   returning id`,
);
