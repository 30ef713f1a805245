import type pg from "pg";
import { dbOn } from "#server/database/client.ts";
import { isReturned } from "#server/database/returned-address.ts";
import { mailboxOf } from "#server/database/schema/mailbox-of.ts";
import { emailWithoutTag } from "#server/database/schema/orders.ts";
import { type Statement, statement } from "#server/database/statement.ts";
import { Conflict } from "#server/errors.ts";
import { mostTagsOfPerson } from "#contract/tags/tags.ts";
import { lockMemberMailbox } from "#server/features/memberships/one-membership.ts";
import { addOrderEvent } from "#server/features/orders/order-events.ts";
import { lockTagsOf } from "#server/features/tags/lock-tags.ts";
import { erasedAddress } from "#server/mail/erased-address.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import { redirectMails } from "#server/mail/redirect-mails.ts";
import { endSecondMemberships } from "./end-second-memberships.ts";

type Correction = { orderId: string; browserHash: string; email: string; now: Date };

/**
 * Gives what a browser paid for under an address that does not exist to the one that was meant, which the caller has seen
 * proved, with all that hangs on those orders, and mails their receipts. What others bought under the wrong address stays
 * theirs. A membership that its right mailbox has already is ended and refunded. In the caller's transaction. Throws 409 where nothing of it is wrong any more.
 */
export async function moveOrders(
  client: pg.PoolClient,
  { orderId, browserHash, email, now }: Correction,
): Promise<void> {
  // Two corrections that cross each other would wait for each other's buyers.
  await lockCorrections(client);
  // The tags before the buyer, as whoever gives them does.
  const ownerIds = (await selectOwners(client, orderId, browserHash, now)).map(({ ownerId }) => ownerId);
  for (const ownerId of ownerIds) await lockTagsOf(client, ownerId);
  // And the mailbox before both, as whoever joins does.
  const productIds = (await selectJoined(client, orderId, browserHash, now)).map(
    ({ productId }) => productId,
  );
  await lockMemberMailbox(client, productIds, email);
  const [wrong] = await lockReturned(client, orderId);
  if (!wrong) throw Conflict("This address has been corrected already", "NOT_RETURNED");
  const [right] = await saveProven(client, email, now);
  if (!right) throw new Error("the corrected address was not written");
  // Bills are written by whoever holds their membership: one that is being paid is waited for.
  const memberships = (await lockMemberships(client, wrong.id, browserHash, now)).map(({ id }) => id);
  const orders = await lockOrders(client, wrong.id, browserHash, now, memberships);
  const orderIds = orders.map(({ id }) => id);
  await moveMemberships(client, memberships, right.id);
  for (const move of ofOrders) await move(client, orderIds, right.id);
  await endSecondMemberships(client, { productIds, email: right.email, now });
  await moveCoupons(client, orderIds, right.email);
  await moveTags(client, wrong.email, right.email, ownerIds);
  await redirectMails(client, { orderIds, from: wrong.email, to: right.email });
  await eraseWrong(client, wrong.id, erasedAddress(wrong.id), now);
  // The same address after all: its receipts are sent once more.
  const isSame = right.id === wrong.id;
  for (const { id, isPaidHere } of orders) {
    if (isSame && !isPaidHere) continue;
    const event = isSame
      ? await addOrderEvent(client, id, "RECEIPT_SENT", now, { email: right.email })
      : await addOrderEvent(client, id, "ADDRESS_CORRECTED", now, { from: wrong.email });
    if (!isPaidHere) continue;
    await queueMail(dbOn(client), {
      event: `receipt:${id}:${event}`,
      recipient: right.email,
      template: "receipt",
      data: { orderId: id },
    });
  }
}

const lockCorrections = statement("buyers_lock_corrections")<never, []>(
  "select from (select pg_advisory_xact_lock(hashtext('correct-address'))) locked",
);

const lockReturned = statement("buyers_lock_returned")<{ id: string; email: string }, [orderId: string]>(
  `select c.id, c.email from orders o join customers c on c.id = o.customer_id
    where o.id = $1 and c.erased_at is null and ${isReturned("c.email")} for update of c`,
);

const saveProven = statement("buyers_save_corrected")<
  { id: string; email: string },
  [email: string, now: Date]
>(
  `insert into customers (email, created_at, proven_at) values ($1, $2, $2)
   on conflict (lower(email)) do update set proven_at = coalesce(customers.proven_at, excluded.proven_at)
   returning id, email`,
);

/** Of a buyer's orders (`o`), those that a browser paid for. */
const paidHere = `exists (
  select from order_browsers b where b.order_id = o.id and b.browser_hash = $2 and b.granted_at > $3::timestamptz - interval '30 days')`;

const selectOwners = statement("buyers_select_owners_paid_here")<
  { ownerId: string },
  [orderId: string, browserHash: string, now: Date]
>(
  `select distinct o.owner_id as "ownerId" from orders o
    where o.customer_id = (select customer_id from orders where id = $1) and ${paidHere} order by 1`,
);

const selectJoined = statement("buyers_select_products_joined_here")<
  { productId: string },
  [orderId: string, browserHash: string, now: Date]
>(
  `select distinct s.product_id as "productId" from orders o join subscriptions s on s.id = o.subscription_id
    where o.customer_id = (select customer_id from orders where id = $1) and ${paidHere}`,
);

const lockMemberships = statement("buyers_lock_memberships_paid_here")<
  { id: string },
  [customerId: string, browserHash: string, now: Date]
>(
  `select s.id from subscriptions s
    where s.customer_id = $1
      and exists (select from orders o where o.customer_id = $1 and (o.id = s.order_id or o.subscription_id = s.id) and ${paidHere})
    order by s.id for update`,
);

/** With the renewals of the memberships that it pays for. */
const lockOrders = statement("buyers_lock_orders_paid_here")<
  { id: string; isPaidHere: boolean },
  [customerId: string, browserHash: string, now: Date, membershipIds: string[]]
>(
  `select o.id, ${paidHere} as "isPaidHere" from orders o
    where o.customer_id = $1 and (o.subscription_id = any ($4::uuid[]) or ${paidHere})
    order by o.id for update`,
);

type Move = Statement<never, [orderIds: string[], customerId: string]>;

/** Orders first: what hangs on them is only given to whom they belong to. */
const ofOrders: Move[] = [
  statement("buyers_move_orders")(
    "update orders set customer_id = $2, address_proven = address_proven or total_cents = 0 where id = any ($1::uuid[])",
  ),
  statement("buyers_move_access")("update access set customer_id = $2 where order_id = any ($1::uuid[])"),
  statement("buyers_move_downloads")(
    "update digital_downloads set customer_id = $2 where order_id = any ($1::uuid[])",
  ),
  statement("buyers_move_progress")("update progress set customer_id = $2 where order_id = any ($1::uuid[])"),
  statement("buyers_move_lesson_notes")(
    "update lesson_notes set customer_id = $2 where order_id = any ($1::uuid[])",
  ),
  statement("buyers_move_quiz_answers")(
    "update quiz_answers set customer_id = $2 where order_id = any ($1::uuid[])",
  ),
  statement("buyers_move_quiz_attempts")(
    "update quiz_attempts set customer_id = $2 where order_id = any ($1::uuid[])",
  ),
  statement("buyers_move_certificates")(
    "update certificates set customer_id = $2 where order_id = any ($1::uuid[])",
  ),
  statement("buyers_move_submissions")(
    "update assignment_submissions set customer_id = $2 where order_id = any ($1::uuid[])",
  ),
  statement("buyers_move_uploads")(
    `update uploads set customer_id = $2 where id in (
       select f.upload_id from assignment_files f join assignment_submissions s on s.id = f.submission_id where s.order_id = any ($1::uuid[]))`,
  ),
];

const moveMemberships = statement("buyers_move_memberships")<never, [ids: string[], customerId: string]>(
  "update subscriptions set customer_id = $2 where id = any ($1::uuid[])",
);

/** What one person may use once stays used. */
const moveCoupons = statement("buyers_move_coupons")<never, [orderIds: string[], email: string]>(
  `update coupon_redemptions set email_normalized = ${emailWithoutTag("$2")} where order_id = any ($1::uuid[])`,
);

/** Where a creator knows nobody by the wrong mailbox any more, their tags go along, up to the most of a person, those first that are not deleted. Needs `lockTagsOf`. */
const moveTags = statement("buyers_move_tags")<never, [wrong: string, right: string, ownerIds: string[]]>(
  `with left_behind as (
     delete from person_tags w
      where w.mailbox = ${mailboxOf("$1")} and w.owner_id = any ($3::uuid[])
        and ${mailboxOf("$1")} <> ${mailboxOf("$2")}
        and not exists (select from subscribers b where b.owner_id = w.owner_id and ${mailboxOf("b.email")} = w.mailbox)
        and not exists (select from customers c join creator_customers k on k.customer_id = c.id and k.owner_id = w.owner_id
                         where ${mailboxOf("c.email")} = w.mailbox)
     returning w.owner_id, w.tag_id, w.created_at),
   numbered as (
     select l.*, row_number() over (
                partition by l.owner_id order by not exists (select from tags g where g.id = l.tag_id), l.created_at, l.tag_id)
              + (select count(*) from person_tags h where h.owner_id = l.owner_id and h.mailbox = ${mailboxOf("$2")}) as place
       from left_behind l
      where not exists (select from person_tags h where h.tag_id = l.tag_id and h.mailbox = ${mailboxOf("$2")}))
   insert into person_tags (owner_id, tag_id, mailbox, created_at)
   select owner_id, tag_id, ${mailboxOf("$2")}, created_at from numbered where place <= ${mostTagsOfPerson}`,
);

/** An address that nobody proved and nothing is left of was a slip: it is kept no longer than what was bought by it. */
const eraseWrong = statement("buyers_erase_wrong_address")<
  never,
  [customerId: string, tombstone: string, now: Date]
>(
  `update customers c set email = $2, first_name = null, last_name = null, erased_at = $3
    where c.id = $1 and c.proven_at is null and not exists (select from orders o where o.customer_id = c.id)`,
);
