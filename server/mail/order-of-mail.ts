import type { MailData } from "./all-mails.ts";

/** SQL: the order that a value of a mail's data leads to. */
const ways = {
  orderId: (id: string) => id,
  orderItemId: (id: string) => `(select named.order_id from order_items named where named.id = ${id})`,
  bookingId: (id: string) =>
    `(select line.order_id from bookings named join order_items line on line.id = named.order_item_id where named.id = ${id})`,
  downloadId: (id: string) => `(select named.order_id from digital_downloads named where named.id = ${id})`,
  submissionId: (id: string) =>
    `(select named.order_id from assignment_submissions named where named.id = ${id})`,
  requestId: (id: string) => `(select named.order_id from refund_requests named where named.id = ${id})`,
  withdrawalId: (id: string) => `(select named.order_id from withdrawals named where named.id = ${id})`,
  subscriptionId: (id: string) => `(select named.order_id from subscriptions named where named.id = ${id})`,
  billId: (id: string) =>
    `(select paid.order_id from subscription_invoices named join subscriptions paid on paid.id = named.subscription_id where named.id = ${id})`,
};

/** What names the order in the data of each mail to its buyer; null for the mails that go to somebody else, or are about none. */
const namedBy: { [Template in keyof MailData]: (keyof MailData[Template] & keyof typeof ways) | null } = {
  receipt: "orderId",
  refund: "orderId",
  renewal: "orderId",
  shipped: "orderItemId",
  "event-changed": "orderItemId",
  "event-reminder": "orderItemId",
  "brief-reminder": "orderItemId",
  "work-delivered": "orderItemId",
  "session-changed": "bookingId",
  "session-reminder": "bookingId",
  "file-version": "downloadId",
  "assignment-answer": "submissionId",
  "refund-request": "requestId",
  withdrawal: "withdrawalId",
  "already-member": "subscriptionId",
  "membership-changed": "subscriptionId",
  "membership-reminder": "subscriptionId",
  "price-change": "subscriptionId",
  "renewal-failed": "billId",
  "account-deletion": null,
  "account-export": null,
  "account-notice": null,
  "affiliate-invitation": null,
  "automatic-mail-test": null,
  "brief-sent": null,
  "cart-test": null,
  "confirm-subscription": null,
  "creator-news": null,
  "daily-sales": null,
  dispute: null,
  "mailing-test": null,
  "new-review": null,
  "product-open": null,
  "refund-failed": null,
  "refund-requested": null,
  "reminder-test": null,
  "report-digest": null,
  "session-news": null,
  "social-notice": null,
  "submissions-waiting": null,
  "team-invitation": null,
  "team-joined": null,
  "team-news": null,
};

/** SQL: the order that the mail `m` (a row of `mail_outbox`) tells its buyer of; null for any other mail. */
export const orderOfMail = (m: string): string =>
  `case ${m}.template ${Object.entries(namedBy)
    .map(([template, name]) =>
      name ? ` when '${template}' then ${ways[name](`(${m}.data->>'${name}')::uuid`)}` : "",
    )
    .join("")} end`;

/** SQL: whether the mail `m` goes to somebody about an order of theirs. */
export const isToBuyer = (m: string): string =>
  `${m}.template in (${Object.entries(namedBy)
    .flatMap(([template, name]) => (name ? [`'${template}'`] : []))
    .join(", ")})`;
