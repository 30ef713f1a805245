import type pg from "pg";
import { dbOn } from "#server/database/client.ts";
import type { Services } from "#server/services.ts";
import { DEMO_BUYERS } from "./content/demo-buyers.ts";
import { DEMO_CREATOR } from "./content/demo-creator.ts";
import { findDemoStore, whyKept } from "./find-demo-store.ts";
import { aloneWithDemoStore } from "./seed-demo-store.ts";

/** The sandbox's payments of a creator's orders. */
const paidInSandbox = `(
  select i.id from sandbox.payment_intents i
    join order_payments p on p.payment_intent_id = i.id
    join orders o on o.id = p.order_id
   where o.owner_id = $1 and not exists (select from sandbox.invoices where payment_intent = i.id))`;

const membershipsInSandbox = "(select provider_subscription_id from subscriptions where owner_id = $1)";

const accountsInSandbox =
  "(select account_id from payout_accounts where owner_id = $1 and provider = 'sandbox')";

/** Everything of a creator (`$1`), what refers to something before it. What is missing here goes with its parent. */
export const removals: readonly string[] = [
  "delete from commissions where owner_id = $1",
  "delete from payout_batches where owner_id = $1",
  "delete from affiliate_links where owner_id = $1",
  "delete from affiliates where owner_id = $1",
  "update affiliates set user_id = null where user_id = $1",
  "delete from coupon_redemptions where coupon_id in (select id from coupons where owner_id = $1)",
  "delete from coupons where owner_id = $1",
  "delete from stock_holds where product_id in (select id from products where owner_id = $1)",
  "delete from quarantined_payments where owner_id = $1",
  // Else they were billed on, for nobody's membership.
  `delete from sandbox.setup_intents where subscription in ${membershipsInSandbox}`,
  `delete from sandbox.invoices where subscription in ${membershipsInSandbox}`,
  `delete from sandbox.subscriptions where id in ${membershipsInSandbox}`,
  `delete from sandbox.refunds where payment_intent in ${paidInSandbox}`,
  `delete from sandbox.disputes where payment_intent in ${paidInSandbox}`,
  `delete from sandbox.payment_intents where id in ${paidInSandbox}`,
  "delete from creator_transfers where owner_id = $1",
  `delete from sandbox.transfer_reversals where transfer in (select id from sandbox.transfers where account in ${accountsInSandbox})`,
  `delete from sandbox.transfers where account in ${accountsInSandbox}`,
  `delete from sandbox.accounts where id in ${accountsInSandbox}`,
  "delete from payment_shares where owner_id = $1",
  "delete from refunds where owner_id = $1",
  "delete from disputes where owner_id = $1",
  "delete from subscription_invoices where subscription_id in (select id from subscriptions where owner_id = $1)",
  "update access set subscription_id = null where owner_id = $1",
  "delete from subscriptions where owner_id = $1",
  "delete from certificates where product_id in (select id from products where owner_id = $1)",
  "delete from bookings where owner_id = $1",
  "delete from work_orders where owner_id = $1",
  "delete from order_items where owner_id = $1",
  "delete from orders where owner_id = $1",
  "delete from abandoned_carts where owner_id = $1",
  "delete from checkout_sessions where owner_id = $1",
  ...["messages", "comments", "fans"].map(
    (table) =>
      `delete from sandbox.demo_${table} where account_id in (select platform_user_id from social_accounts where user_id = $1)`,
  ),
  "delete from social_accounts where user_id = $1",
  "delete from posts where owner_id = $1",
  "delete from bundle_parts where owner_id = $1",
  "delete from products where owner_id = $1",
  "update users set avatar_image_id = null where id = $1",
  "delete from images where owner_id = $1",
  "delete from uploads where owner_id = $1",
  "delete from person_tags where owner_id = $1",
  "delete from users where id = $1",
];

/**
 * The same for an installation that sells. Returns the handle that it had; undefined when there was none. Throws
 * when somebody real bought in it, with the reason.
 */
export async function removeUnusedDemoStore(
  services: Services,
  { withFreeOrders }: { withFreeOrders: boolean },
): Promise<string | undefined> {
  const store = await findDemoStore(services.pool);
  if (!store) return undefined;
  const why = whyKept(store, withFreeOrders);
  if (why) throw new Error(`The demo store was not removed: ${why}.`);
  await removeDemoStore(services);
  return store.handle;
}

/** Removes the demo creator with everything they have and sold, and the seeded buyers who bought nowhere else. */
export async function removeDemoStore(services: Services): Promise<void> {
  let storageKeys: string[] = [];
  await aloneWithDemoStore(services, async (client) => {
    await dbOn(client).transaction(async () => {
      const { rows } = await client.query<{ id: string }>(
        // Also one whose account was deleted, which keeps the handle from everybody.
        `select id from users where handle = $1 or lower(email) = $2
             or erased_at is not null and id = (select user_id from former_handles where handle = $1) for update`,
        [DEMO_CREATOR.handle, DEMO_CREATOR.email],
      );
      for (const { id } of rows) {
        storageKeys = await storageKeysOf(client, id);
        for (const removal of removals) await client.query(removal, [id]);
      }
      await client.query(removeBuyers, [DEMO_BUYERS.map(({ email }) => email)]);
    });
  });
  for (const key of storageKeys) await services.files.remove(key);
}

const removeBuyers = `
  delete from customers c where lower(c.email) = any ($1::text[])
     and not exists (select from orders where customer_id = c.id)
     and not exists (select from subscriptions where customer_id = c.id)`;

async function storageKeysOf(client: pg.PoolClient, ownerId: string): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `select storage_key as key from uploads where owner_id = $1
     union all
     select variant ->> 'storageKey' from images, jsonb_array_elements(variants) as variant where owner_id = $1`,
    [ownerId],
  );
  return rows.map(({ key }) => key);
}
