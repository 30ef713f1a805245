import { membershipOpens } from "#server/database/membership-opens.ts";
import { nextTitle } from "#server/database/next-plan-title.ts";
import { orderNumber } from "#server/database/order-number.ts";
import { reminderWords } from "#server/database/reminder-words.ts";
import { isStoreSuspended } from "#server/database/suspended.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { MailRefused } from "#server/mail/mailer.ts";
import { formatMoney } from "#server/mail/layout/money.ts";
import { sellerOf, type Seller } from "#server/mail/layout/seller.ts";
import type { MembershipBill } from "./membership-bill.ts";

/** A membership as it stands when its mail leaves. Moments are ISO text. */
export type MembershipStanding = Pick<MembershipBill, "cardBrand" | "cardLast4" | "order"> & {
  title: string;
  seller: Seller;
  priceCents: number;
  currency: string;
  billingInterval: "MONTH" | "YEAR";
  /** What is charged from the end of what is paid on, where that is something else. */
  nextPlan: { priceCents: number; billingInterval: "MONTH" | "YEAR"; title: string | null } | null;
  /** It is a plan of this installation, which goes by its name. */
  isPlan: boolean;
  /** Its seller has left. */
  isSellerGone: boolean;
  /** Its store is suspended. */
  isSellerSuspended: boolean;
  status: string;
  cancelAtPeriodEnd: boolean;
  /** What is paid for lasts until then. */
  paidUntil: string | null;
  pausedUntil: string | null;
  isOpen: boolean;
  /** What its creator says where it is about to renew. */
  renewalWords: string | null;
};

/** Throws `MailRefused` for a membership that is no more. */
export async function getMembershipStanding(
  pool: Services["pool"],
  subscriptionId: string,
  now: Date,
): Promise<MembershipStanding> {
  const [found] = await selectStanding(pool, subscriptionId, now);
  if (!found) throw new MailRefused("There is no such membership");
  return found.membership;
}

/** `$9.00 a month` */
export const priceOf = ({
  priceCents,
  currency,
  billingInterval,
}: Pick<MembershipStanding, "priceCents" | "currency" | "billingInterval">): string =>
  `${formatMoney(priceCents, currency)} a ${billingInterval === "YEAR" ? "year" : "month"}`;

/** As it is from the next payment on. */
export const afterwards = (membership: MembershipStanding): MembershipStanding => ({
  ...membership,
  ...membership.nextPlan,
  title: membership.nextPlan?.title ?? membership.title,
});

const selectStanding = statement("memberships_mail_standing")<
  { membership: MembershipStanding },
  [subscriptionId: string, now: Date]
>(`select json_build_object(
     'title', p.title, 'seller', ${sellerOf("u", "o.buyer_zone")}, 'priceCents', s.price_cents, 'currency', s.currency,
     'billingInterval', s.billing_interval,
     'nextPlan', case when s.next_price_cents is not null
                      then json_build_object('priceCents', s.next_price_cents, 'billingInterval', s.next_billing_interval, 'title', ${nextTitle}) end,
     'isPlan', s.plan_for is not null, 'isSellerGone', is_erasing(s.owner_id), 'isSellerSuspended', ${isStoreSuspended("s.owner_id")},
     'cardBrand', s.card_brand, 'cardLast4', s.card_last4, 'status', s.status,
     'cancelAtPeriodEnd', s.cancel_at_period_end, 'paidUntil', s.current_period_end, 'pausedUntil', s.paused_until,
     'isOpen', ${membershipOpens}, 'renewalWords', ${reminderWords("s.owner_id", "'RENEWAL'")},
     'order', json_build_object('id', o.id, 'number', ${orderNumber("o")}, 'paymentIntentId', o.payment_intent_id, 'email', c.email)) as membership
   from subscriptions s
   join orders o on o.id = s.order_id
   join customers c on c.id = s.customer_id
   join products p on p.id = s.product_id
   join users u on u.id = s.owner_id
  where s.id = $1`);
