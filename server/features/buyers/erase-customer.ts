import type pg from "pg";
import { z } from "zod";
import { Id } from "#contract/values.ts";
import { dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { type Statement, statement } from "#server/database/statement.ts";
import { defineJob, enqueue } from "#server/jobs/job.ts";
import { erasedAddress } from "#server/mail/erased-address.ts";
import { deletePayersOf } from "#server/payments/delete-payer.ts";

type Forgotten = { customerId: string; email: string; now: Date };

/**
 * Removes a buyer from every table, in the caller's transaction, which has locked their row, and queues their removal at
 * the payment provider. It stands in one place, across features, so that no table is forgotten. Checkouts that may be
 * paid at this moment stay as they are: what comes of them is a purchase of its own, and those that come to nothing are
 * forgotten a day later. What a request writes that had passed its gate before is removed an hour later.
 */
export async function eraseCustomer(
  client: pg.PoolClient,
  { customerId, email, now }: Forgotten,
): Promise<void> {
  const tombstone = erasedAddress(customerId);
  const address = email.toLowerCase();
  // First: whoever puts something back at this moment is waited for, and what it brings back is removed below.
  await deleteDeletionsAbout(client, customerId, address);
  for (const erase of ofCustomer) await erase(client, customerId);
  const inAnHour = { startAfter: new Date(now.getTime() + hourMs) };
  await enqueue(dbOn(client), eraseLateRows, { customerId }, inAnHour);
  const open = await selectOpenCheckouts(client, address);
  const checkoutIds = open.map(({ id }) => id);
  await eraseLater(client, { customerId, checkoutIds }, new Date(now.getTime() + dayMs));
  await deleteUnpaidPayers(client, address);
  await deleteDraftsOf(client, address);
  await deleteCartsOf(client, address);
  await deleteTagsOf(client, address);
  for (const erase of ofAddress) await erase(client, address, tombstone);
  await eraseCheckoutsOfOrders(client, customerId, tombstone);
  await eraseWithdrawalsOfOrders(client, customerId, tombstone);
  await markErased(client, customerId, tombstone, now);
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const ofCustomer: Statement<never, [customerId: string]>[] = [
  statement("buyers_erase_buyer_sessions")("delete from buyer_sessions where customer_id = $1"),
  statement("buyers_erase_order_browsers")(
    "delete from order_browsers where order_id in (select id from orders where customer_id = $1)",
  ),
  statement("buyers_erase_progress")("delete from progress where customer_id = $1"),
  statement("buyers_erase_lesson_notes")("delete from lesson_notes where customer_id = $1"),
  statement("buyers_erase_quiz_answers")("delete from quiz_answers where customer_id = $1"),
  statement("buyers_erase_quiz_attempts")("delete from quiz_attempts where customer_id = $1"),
  statement("buyers_erase_assignment_submissions")(
    "delete from assignment_submissions where customer_id = $1",
  ),
  statement("buyers_erase_work_orders")(
    `delete from work_orders where order_item_id in (
       select i.id from order_items i join orders o on o.id = i.order_id where o.customer_id = $1)`,
  ),
  // Their bytes go with the next sweep, as those of everything without a row.
  statement("buyers_erase_uploads")("delete from uploads where customer_id = $1"),
  statement("buyers_erase_certificates")("delete from certificates where customer_id = $1"),
  statement("buyers_erase_reviews")("delete from reviews where customer_id = $1"),
  statement("buyers_erase_names_of_orders")(
    "update orders set customer_name = '', shipping_address = null, buyer_zone = null where customer_id = $1",
  ),
  statement("buyers_erase_addresses_of_receipts")(
    `update order_events set detail = detail - 'email' - 'from'
      where kind in ('RECEIPT_SENT', 'ADDRESS_CORRECTED') and order_id in (select id from orders where customer_id = $1)`,
  ),
  statement("buyers_erase_refund_requests")(
    "update refund_requests set message = '' where order_id in (select id from orders where customer_id = $1)",
  ),
  statement("buyers_erase_downloaders")(
    "update digital_downloads set ip_address = null, user_agent = null where customer_id = $1",
  ),
  statement("buyers_erase_download_grants")(
    "delete from download_grants where download_id in (select id from digital_downloads where customer_id = $1)",
  ),
  // A trial's card was kept without a payment; a membership's renewals and the add-ons of an order are payments of their own.
  statement("buyers_erase_payers_of_customer")(
    deletePayersOf(`
      select p.payment_intent_id from order_payments p join orders o on o.id = p.order_id where o.customer_id = $1
      union select payment_intent_id from orders where customer_id = $1 and status in ('PAID', 'REFUNDED')
      union select f.payment_intent_id from upsell_offers f join orders o on o.id = f.order_id where o.customer_id = $1`),
  ),
];

/** Also those whose buyer typed another address since. Each is asked by itself: never all that are open. */
const selectOpenCheckouts = statement("buyers_erase_select_open_checkouts")<
  { id: string },
  [address: string]
>(
  `select distinct v.checkout_session_id as id from cart_versions v
    where lower(v.email) = $1
      and (select s.status from checkout_sessions s where s.session_id = v.checkout_session_id) = 'ACTIVE'`,
);

/** What creators deleted a moment ago and could put back, where they know the buyer. */
const deleteDeletionsAbout = statement("buyers_erase_deletions")<
  never,
  [customerId: string, address: string]
>(
  `delete from deletions d
    where d.owner_id in (select k.owner_id from creator_customers k where k.customer_id = $1)
       or d.kind = 'TAG' and exists (
         select from deleted_rows r
          where r.deletion_id = d.id and r.table_name = 'person_tags'
            and r.rows @> jsonb_build_array(jsonb_build_object('mailbox', mailbox_of($2))))`,
);

const deleteUnpaidPayers = statement("buyers_erase_payers_of_address")<never, [address: string]>(
  deletePayersOf(`
    select payment_intent_id from checkout_sessions
     where lower(email) = $1 and status <> 'ACTIVE' and completed_order_id is null`),
);

const deleteDraftsOf = statement("buyers_erase_drafts")<never, [address: string]>(
  "delete from checkout_drafts where lower(email) = $1 and email <> ''",
);

const deleteCartsOf = statement("buyers_erase_carts")<never, [address: string]>(
  "delete from abandoned_carts where lower(email) = $1",
);

/** Also where another address leads to the same mailbox: it is the same person. */
const deleteTagsOf = statement("buyers_erase_tags")<never, [address: string]>(
  "delete from person_tags where mailbox = mailbox_of($1)",
);

const markErased = statement("buyers_erase_customer")<
  never,
  [customerId: string, tombstone: string, now: Date]
>(
  `update customers set email = $2, first_name = null, last_name = null, erased_at = $3
    where id = $1`,
);

/** `$2` takes the place of the address in the checkouts that `which` selects, and in all that hangs on them. */
const withoutAddress = (which: string) => `
  with ended as (
    update checkout_sessions set email = $2, customer_name = '', shipping_address = null, buyer_zone = null where ${which} returning session_id),
  coupons as (
    update coupon_redemptions r set email_normalized = $2 from ended where r.checkout_session_id = ended.session_id)
  update cart_versions v set email = $2 from ended where v.checkout_session_id = ended.session_id`;

/** Also of those that were paid under another address, which its buyer corrected. */
const eraseCheckoutsOfOrders = statement("buyers_erase_checkouts_of_orders")<
  never,
  [customerId: string, tombstone: string]
>(
  withoutAddress(
    "session_id in (select checkout_session_id from orders where customer_id = $1::uuid) and status <> 'ACTIVE' and email <> $2",
  ),
);

/** Also those that were stated before. */
const eraseWithdrawalsOfOrders = statement("buyers_erase_withdrawals_of_orders")<
  never,
  [customerId: string, tombstone: string]
>(
  "update withdrawals set email = $2, name = '' where order_id in (select id from orders where customer_id = $1::uuid) and email <> $2",
);

const ofAddress: Statement<never, [address: string, tombstone: string]>[] = [
  statement("buyers_erase_checkouts_of_address")(withoutAddress("lower(email) = $1 and status <> 'ACTIVE'")),
  statement("buyers_erase_reporters")(
    "update abuse_reports set email = null where lower(email) = $1 and email <> $2",
  ),
  // Typed first, and another after it.
  statement("buyers_erase_cart_versions")(
    `update cart_versions v set email = $2 from checkout_sessions s
      where lower(v.email) = $1 and s.session_id = v.checkout_session_id and s.status <> 'ACTIVE'`,
  ),
  statement("buyers_erase_withdrawals")(
    "update withdrawals set email = $2, name = '' where lower(email) = $1",
  ),
  // A mail server's words may name the address.
  statement("buyers_erase_mails")(
    "update mail_outbox set recipient = $2, failure = null where lower(recipient) = $1",
  ),
];

/**
 * Removes what was still being written about a buyer while they were removed: a review, a certificate, a download's link,
 * an add-on's payment.
 */
export const eraseLateRows = defineJob({
  name: "erase-late-rows",
  data: z.object({ customerId: Id }),
  async handle({ pool }, { customerId }) {
    await inTransaction(pool, async (client) => {
      for (const erase of ofCustomer) await erase(client, customerId);
    });
  },
});

/**
 * Forgets the checkouts that were open when their buyer was removed, unless something was bought with them. One that is
 * still open, because its payment is slow or its buyer came back, is looked at again an hour later.
 */
export const eraseCheckouts = defineJob({
  name: "erase-checkouts",
  data: z.object({ customerId: Id, checkoutIds: z.array(Id) }),
  async handle({ pool, clock }, { customerId, checkoutIds }) {
    await inTransaction(pool, async (client) => {
      const rows = await lockCheckouts(client, checkoutIds);
      const ended = rows.filter(({ isOpen }) => !isOpen).map(({ id }) => id);
      const open = rows.filter(({ isOpen }) => isOpen).map(({ id }) => id);
      await deletePayersOfCheckouts(client, ended);
      await eraseAddressOfCheckouts(client, ended, erasedAddress(customerId));
      await eraseLater(client, { customerId, checkoutIds: open }, new Date(clock.now().getTime() + hourMs));
    });
  },
});

const lockCheckouts = statement("buyers_erase_lock_checkouts")<
  { id: string; isOpen: boolean },
  [checkoutIds: string[]]
>(
  `select session_id as id, status = 'ACTIVE' as "isOpen" from checkout_sessions
    where session_id = any ($1::uuid[]) and completed_order_id is null order by session_id for update`,
);

const deletePayersOfCheckouts = statement("buyers_erase_payers_of_checkouts")<never, [checkoutIds: string[]]>(
  deletePayersOf("select payment_intent_id from checkout_sessions where session_id = any ($1::uuid[])"),
);

const eraseAddressOfCheckouts = statement("buyers_erase_address_of_checkouts")<
  never,
  [checkoutIds: string[], tombstone: string]
>(withoutAddress("session_id = any ($1::uuid[])"));

async function eraseLater(
  client: pg.PoolClient,
  data: z.input<typeof eraseCheckouts.data>,
  startAfter: Date,
): Promise<void> {
  if (data.checkoutIds.length > 0) await enqueue(dbOn(client), eraseCheckouts, data, { startAfter });
}
