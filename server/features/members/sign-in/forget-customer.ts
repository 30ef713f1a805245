import type pg from "pg";
import { z } from "zod";
import { Id } from "#contract/values.ts";
import { defineJob } from "#server/jobs/job.ts";
import { erasedAddress } from "#server/mail/erased-address.ts";

type Forgotten = { customerId: string; email: string; now: Date };

/**
 * Removes a buyer from every table, in the caller's transaction, which has locked their row. It stands in one place,
 * across features, so that no table is forgotten. Checkouts that may be paid at this moment stay as they are: what comes
 * of them is a purchase of its own, and those that come to nothing are forgotten a day later.
 */
export async function forgetCustomer(
  client: pg.PoolClient,
  { customerId, email, now }: Forgotten,
): Promise<void> {
  const tombstone = erasedAddress(customerId);
  for (const statement of ofCustomer) await client.query(statement, [customerId]);
  const { rows: open } = await client.query<{ id: string }>(
    "select session_id as id from checkout_sessions where lower(email) = $1 and status = 'ACTIVE'",
    [email.toLowerCase()],
  );
  if (open.length > 0)
    await client.query("insert into job_outbox (name, data, start_after) values ($1, $2, $3)", [
      forgetCheckouts.name,
      { customerId, checkoutIds: open.map(({ id }) => id) },
      new Date(now.getTime() + 86_400_000),
    ]);
  for (const statement of ofAddress) await client.query(statement, [email.toLowerCase(), tombstone]);
  await client.query("delete from mail_suppressions where lower(email) = $1", [email.toLowerCase()]);
  await client.query(
    `update customers set email = $2, first_name = null, last_name = null, provider_customer_id = null, erased_at = $3
      where id = $1`,
    [customerId, tombstone, now],
  );
}

const ofCustomer = [
  "delete from buyer_sessions where customer_id = $1",
  "delete from order_browsers where order_id in (select id from orders where customer_id = $1)",
  "delete from progress where customer_id = $1",
  "delete from certificates where customer_id = $1",
  "delete from reviews where customer_id = $1",
  "update orders set customer_name = '', shipping_address = null where customer_id = $1",
  "update digital_downloads set ip_address = null, user_agent = null where customer_id = $1",
  "delete from download_grants where download_id in (select id from digital_downloads where customer_id = $1)",
];

const withoutAddress = (which: string) => `
  with ended as (
    update checkout_sessions set email = $2, customer_name = '', shipping_address = null where ${which} returning session_id)
  update cart_versions v set email = $2 from ended where v.checkout_session_id = ended.session_id`;

const ofAddress = [
  withoutAddress("lower(email) = $1 and status <> 'ACTIVE'"),
  `update coupon_redemptions set email_normalized = $2
    where checkout_session_id in (select session_id from checkout_sessions where email = $2 and $1 <> $2)`,
  "update abandoned_carts set email = $2, checkout_url = '', stopped = true where lower(email) = $1",
  "update mail_outbox set recipient = $2 where lower(recipient) = $1",
];

/** Forgets the checkouts that were open when their buyer was removed, unless something was bought with them. */
export const forgetCheckouts = defineJob({
  name: "forget-checkouts",
  data: z.object({ customerId: Id, checkoutIds: z.array(Id) }),
  async handle({ pool }, { customerId, checkoutIds }) {
    const which = "session_id = any ($1::uuid[]) and completed_order_id is null and status <> 'ACTIVE'";
    await pool.query(withoutAddress(which), [checkoutIds, erasedAddress(customerId)]);
  },
});
