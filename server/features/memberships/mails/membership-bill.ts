import { orderNumber } from "#server/database/order-number.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { MailRefused } from "#server/mail/mailer.ts";
import { receiptLink } from "#server/features/orders/mails/receipt-link.ts";
import { sellerOf, type Seller } from "#server/mail/layout/seller.ts";

/** What the mails of a membership's bill say, as it stands now. Moments are ISO text. */
export type MembershipBill = {
  title: string;
  seller: Seller;
  amountCents: number;
  priceCents: number;
  currency: string;
  billingInterval: "MONTH" | "YEAR";
  cardBrand: string | null;
  cardLast4: string | null;
  failure: string | null;
  periodStart: string;
  periodEnd: string;
  status: string;
  cancelAtPeriodEnd: boolean;
  /** The next retry, and when access closes; null when there is none, or it has closed. */
  nextRetryAt: string | null;
  openUntil: string | null;
  isPaid: boolean;
  /** It is the first payment, after a free trial. */
  isFirstAfterTrial: boolean;
  /** What is charged next is another price of the same interval, of which its member was told. */
  isNewPriceNext: boolean;
  /** The order whose page shows the membership: the bill's own, or the one that began it. */
  order: { id: string; number: number; paymentIntentId: string | null; email: string };
};

/** Reads a bill by its id, or by the order that it became. Throws `MailRefused` when there is none. */
export async function getMembershipBill(
  pool: Services["pool"],
  by: { billId: string } | { orderId: string },
  now: Date,
): Promise<MembershipBill> {
  const [found] =
    "billId" in by ? await selectBill(pool, by.billId, now) : await selectBillOfOrder(pool, by.orderId, now);
  if (!found) throw new MailRefused("There is no such bill");
  return found.bill;
}

const select = (wanted: string) => `
    select json_build_object(
      'title', p.title, 'seller', ${sellerOf("u", "o.buyer_zone")},
      'amountCents', b.amount_cents, 'priceCents', coalesce(s.next_price_cents, s.price_cents), 'currency', s.currency, 'billingInterval', s.billing_interval,
      'cardBrand', s.card_brand, 'cardLast4', s.card_last4, 'failure', b.failure, 'periodStart', b.period_start, 'periodEnd', b.period_end,
      'status', s.status, 'cancelAtPeriodEnd', s.cancel_at_period_end, 'isPaid', b.status = 'PAID',
      'isFirstAfterTrial', s.trial_days is not null and not exists (
        select from subscription_invoices earlier
         where earlier.subscription_id = s.id and earlier.status = 'PAID' and earlier.amount_cents > 0
           and earlier.period_start < b.period_start),
      'isNewPriceNext', coalesce(s.next_billing_interval = s.billing_interval, false),
      'nextRetryAt', case when s.status = 'past_due' and b.next_attempt_at > $2::timestamptz
                          then b.next_attempt_at end,
      'openUntil', case when s.status = 'past_due' and grace_until(s.past_due_at) > $2::timestamptz
                        then grace_until(s.past_due_at) end,
      'order', json_build_object('id', o.id, 'number', ${orderNumber("o")}, 'paymentIntentId', o.payment_intent_id, 'email', c.email)) as bill
    from subscription_invoices b
    join subscriptions s on s.id = b.subscription_id
    join orders o on o.id = coalesce(b.order_id, s.order_id)
    join customers c on c.id = o.customer_id
    join products p on p.id = s.product_id
    join users u on u.id = s.owner_id
    where ${wanted}`;

const selectBill = statement("memberships_mail_bill")<{ bill: MembershipBill }, [billId: string, now: Date]>(
  select("b.id = $1"),
);
const selectBillOfOrder = statement("memberships_mail_bill_of_order")<
  { bill: MembershipBill },
  [orderId: string, now: Date]
>(select("b.order_id = $1"));

/** The page of the bill's order, at its membership: opened by the order's token, like the link of a receipt. */
export function membershipLink(
  publicUrl: URL,
  secret: string,
  { order }: Pick<MembershipBill, "order">,
): string {
  const link = new URL(receiptLink(publicUrl, secret, order));
  link.searchParams.set("manage", "membership");
  return link.href;
}

/** `Visa ending in 4242`, or what is said where no card is known. */
export const cardName = ({ cardBrand, cardLast4 }: Pick<MembershipBill, "cardBrand" | "cardLast4">): string =>
  cardBrand && cardLast4
    ? `${cardBrand.replace(/^./, (letter) => letter.toUpperCase())} ending in ${cardLast4}`
    : "your card";
