import { longDayText } from "#contract/dates.ts";
import { creatorZone } from "#server/database/creator-zone.ts";
import { membershipRuns } from "#server/database/membership-runs.ts";
import { mailboxOf } from "#server/database/schema/mailbox-of.ts";
import { hotStatement } from "#server/database/statement.ts";
import { Conflict } from "#server/errors.ts";
import { orderReference } from "#server/features/access/can-see.ts";
import type { Services } from "#server/services.ts";
import type { OpenCheckout } from "./checkout-session.ts";
import type { Buyer } from "./price-cart.ts";

/**
 * Throws 409 with the way to the membership where this browser has proved to be the member whose address is typed. An
 * unproven address gets no answer here: `requireFirstMembership` refuses its payment.
 */
export async function requireNoMembership(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  { productId, billingInterval, isPlan }: Pick<OpenCheckout, "productId" | "billingInterval" | "isPlan">,
  { browserHash, buyerTokenHashes }: Pick<Buyer, "browserHash" | "buyerTokenHashes">,
  email: string,
): Promise<void> {
  if (billingInterval === "ONE_TIME" || isPlan) return;
  const [member] = await selectProvenMember(
    pool,
    productId,
    email,
    browserHash,
    buyerTokenHashes,
    clock.now(),
  );
  if (!member) return;
  throw Conflict(`You're already a member. ${howItStands(member)}`, "ALREADY_MEMBER", {
    orderReference: orderReference({ id: member.orderId, paymentIntentId: member.paymentIntentId }),
  });
}

type ProvenMember = {
  orderId: string;
  paymentIntentId: string | null;
  status: string;
  isEnding: boolean;
  paidUntil: Date | null;
  zone: string;
};

function howItStands({ status, isEnding, paidUntil, zone }: ProvenMember): string {
  if (isEnding && paidUntil)
    return `Your membership is open until ${longDayText(paidUntil, zone)} and then ends. Keep it, and nothing is charged before then.`;
  if (status === "past_due") return "Your last payment failed. Update your card to keep your membership.";
  if (status === "paused") return "Your membership is paused. You can resume it anytime.";
  return "There's nothing more to pay.";
}

const selectProvenMember = hotStatement("checkout_select_proven_member")<
  ProvenMember,
  [productId: string, email: string, browserHash: string, buyerTokenHashes: string[], now: Date]
>(`select o.id as "orderId", o.payment_intent_id as "paymentIntentId", s.status, s.cancel_at_period_end as "isEnding",
          s.current_period_end as "paidUntil", coalesce(o.buyer_zone, ${creatorZone("u")}) as zone
     from customers c join subscriptions s on s.customer_id = c.id join orders o on o.id = s.order_id join users u on u.id = s.owner_id
    where ${mailboxOf("c.email")} = ${mailboxOf("$2::text")} and s.product_id = $1 and ${membershipRuns("s")}
      and (exists (select from order_browsers b
                    where b.order_id = o.id and b.browser_hash = $3 and b.granted_at > $5::timestamptz - interval '30 days')
           or exists (select from buyer_sessions proved
                       where proved.token_hash = any ($4::text[]) and proved.customer_id = c.id and proved.expires_at > $5))
    order by s.created_at limit 1`);
