import { orderNumber } from "#server/database/order-number.ts";
import { csv, moment, titleOf, units, words } from "./exported-table.ts";

/** What says of a row which order it belongs to; `o` is its order and `c` its customer. */
const ofOrder = { Order: "o.id", Number: orderNumber("o"), Name: "o.customer_name", Email: "c.email" };
const joined = "join orders o on o.id = r.order_id join customers c on c.id = o.customer_id";

/** What was sold and what became of it, beside the four tables that the desk has for itself. */
export const salesTables = [
  csv({
    path: "sales/payments.csv",
    says: "what was paid for each order, and what of it was refunded",
    columns: {
      ...ofOrder,
      Date: moment("r.created_at"),
      Amount: units("r.amount_cents"),
      Refunded: units("r.refunded_cents"),
      Currency: "upper(o.currency)",
      State: "r.status",
      "Platform's fee": `(select ${units("s.fee_cents")} from payment_shares s where s.order_payment_id = r.id)`,
    },
    from: `order_payments r ${joined} where o.owner_id = $1 order by r.created_at, r.id`,
  }),
  csv({
    path: "sales/shares.csv",
    says: "what of each payment is yours, and what of that has reached your account",
    columns: {
      Order: "o.id",
      Number: orderNumber("o"),
      Of: "r.kind",
      Owed: units("r.owed_cents"),
      Reached: units("r.reached_cents"),
      Fee: units("r.fee_cents"),
      Currency: "upper(r.currency)",
      "Held until": moment("r.waits_until"),
      Date: moment("r.created_at"),
    },
    from: "payment_shares r join order_payments p on p.id = r.order_payment_id join orders o on o.id = p.order_id where r.owner_id = $1 order by r.created_at, p.id",
  }),
  csv({
    path: "sales/payouts.csv",
    says: "what was transferred to your payout account, or back",
    columns: {
      Date: moment("r.created_at"),
      Order: "o.id",
      Number: orderNumber("o"),
      Kind: "r.kind",
      By: "r.provider",
      Amount: units("r.amount_cents"),
      Currency: "upper(r.currency)",
      State: "r.status",
      Problem: "r.failure",
      Settled: moment("r.settled_at"),
    },
    from: "creator_transfers r join order_payments p on p.id = r.order_payment_id join orders o on o.id = p.order_id where r.owner_id = $1 order by r.created_at, r.id",
  }),
  csv({
    path: "sales/refund-requests.csv",
    says: "what buyers asked to have refunded, and your answers",
    columns: {
      ...ofOrder,
      Date: moment("r.created_at"),
      Message: "r.message",
      State: "r.status",
      Guaranteed: "r.is_guaranteed",
      "Answer by": moment("r.answer_by"),
      Answer: "r.note",
      Answered: moment("r.decided_at"),
    },
    from: `refund_requests r ${joined} where o.owner_id = $1 order by r.created_at, r.id`,
  }),
  csv({
    path: "sales/disputes.csv",
    says: "what buyers disputed at their bank",
    columns: {
      ...ofOrder,
      Date: moment("r.created_at"),
      Amount: units("r.amount_cents"),
      Reason: "r.reason",
      "Only an inquiry": "r.is_inquiry",
      State: "r.status",
    },
    from: `disputes r ${joined} where r.owner_id = $1 order by r.created_at, r.id`,
  }),
  csv({
    path: "sales/withdrawals.csv",
    says: "who withdrew from a contract",
    columns: {
      ...ofOrder,
      Date: moment("r.created_at"),
      "Written name": "r.name",
      "Written address": "r.email",
      Proven: moment("r.proven_at"),
    },
    // What nobody proved may be anybody's.
    from: `withdrawals r ${joined} where r.owner_id = $1 and r.proven_at is not null order by r.created_at, r.id`,
  }),
  csv({
    path: "sales/order-history.csv",
    says: "what happened to each order, with your notes",
    columns: {
      Order: "o.id",
      Number: orderNumber("o"),
      Date: moment("r.created_at"),
      What: "r.kind",
      Note: "case when r.kind = 'NOTE' then r.detail ->> 'text' end",
    },
    from: "order_events r join orders o on o.id = r.order_id where o.owner_id = $1 order by r.id",
  }),
  csv({
    path: "sales/held-payments.csv",
    says: "payments that came and fitted no order",
    columns: {
      Date: moment("r.created_at"),
      Expected: units("r.expected_cents"),
      Received: units("r.received_cents"),
      Reason: "r.reason",
      Settled: moment("r.resolved_at"),
      By: "r.resolution",
    },
    from: "quarantined_payments r where r.owner_id = $1 order by r.created_at, r.id",
  }),
  csv({
    path: "sales/book-differences.csv",
    says: "where our books and those of the payment provider differed",
    columns: {
      Kind: "r.kind",
      Ours: units("r.ours_cents"),
      Theirs: units("r.theirs_cents"),
      Found: moment("r.found_at"),
      Settled: moment("r.resolved_at"),
    },
    from: "book_differences r where r.owner_id = $1 order by r.found_at, r.id",
  }),
  csv({
    path: "sales/downloads.csv",
    says: "who may download what they bought, and how often they did",
    columns: {
      ...ofOrder,
      Product: titleOf("r.product_id"),
      Downloads: "r.download_count",
      Last: moment("r.last_download_at"),
      Active: "r.is_active",
      Since: moment("r.created_at"),
    },
    from: `digital_downloads r ${joined} where o.owner_id = $1 order by r.created_at, r.id`,
  }),
  csv({
    path: "sales/order-sources.csv",
    says: "where orders came from",
    columns: {
      Order: "o.id",
      Number: orderNumber("o"),
      Channel: "r.channel",
      Source: "r.source",
      "Reply link":
        "(select l.code from order_attributions a join reply_links l on l.id = a.link_id where a.order_id = o.id)",
    },
    from: "order_sources r join orders o on o.id = r.order_id where r.owner_id = $1 order by o.created_at, o.id",
  }),
  csv({
    path: "sales/bookings.csv",
    says: "sessions that were booked",
    columns: {
      ...ofOrder,
      Product: titleOf("r.product_id"),
      State: "r.state",
      Begins: moment("r.starts_at"),
      Ends: moment("r.ends_at"),
      Zone: "r.zone",
      "Cancelled by": "r.cancelled_by",
    },
    // Those that nobody has bought are held for a few minutes only.
    from: `bookings r join order_items i on i.id = r.order_item_id join orders o on o.id = i.order_id
           join customers c on c.id = o.customer_id where r.owner_id = $1 order by r.starts_at, r.id`,
  }),
  csv({
    path: "sales/event-attendees.csv",
    says: "who has a ticket to an event of yours, and who came",
    columns: {
      ...ofOrder,
      Event: "p.title",
      Begins: moment("p.event_starts_at"),
      Tickets: "r.quantity",
      "Checked in": moment("(select k.checked_in_at from event_check_ins k where k.order_item_id = r.id)"),
    },
    from: `order_items r ${joined} join products p on p.id = r.product_id
           where r.owner_id = $1 and p.type = 'EVENT' and o.paid_at is not null order by p.event_starts_at, r.created_at, r.id`,
  }),
  csv({
    path: "sales/services.csv",
    says: "services that were ordered, with their briefs",
    columns: {
      ...ofOrder,
      Product: titleOf("r.product_id"),
      State: "r.state",
      Questions: "r.questions::text",
      Answers: "r.answers::text",
      "Brief sent": moment("r.sent_at"),
      Due: moment("r.due_at"),
      Delivered: moment("r.delivered_at"),
    },
    from: `work_orders r join order_items i on i.id = r.order_item_id join orders o on o.id = i.order_id
           join customers c on c.id = o.customer_id where r.owner_id = $1 order by r.created_at, r.order_item_id`,
  }),
  csv({
    path: "sales/deliveries.csv",
    says: "what you delivered for services",
    columns: {
      ...ofOrder,
      Delivery: "r.number",
      Message: "r.message",
      Files: words(
        "array(select u.original_name from work_files f join uploads u on u.id = f.upload_id where f.delivery_id = r.id order by f.position)",
      ),
      Date: moment("r.created_at"),
    },
    from: `work_deliveries r join order_items i on i.id = r.order_item_id join orders o on o.id = i.order_id
           join customers c on c.id = o.customer_id where r.owner_id = $1 order by r.created_at, r.id`,
  }),
];
