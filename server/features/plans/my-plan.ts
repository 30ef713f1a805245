import { membershipRuns } from "#server/database/membership-runs.ts";
import type { MyPlan } from "#contract/plans/plans.ts";
import { type CreatorPlan, creatorPlan } from "#server/database/creator-plan.ts";
import { limitsFor, trialDaysLeft } from "#server/database/plan-limits.ts";
import { statement } from "#server/database/statement.ts";
import { NotFound, Unauthorized } from "#server/errors.ts";
import { receiptToken } from "#server/features/access/can-see.ts";
import { receiptLink } from "#server/features/orders/mails/receipt-link.ts";
import type { Services } from "#server/services.ts";

/** A creator's plan, how much of it is used, and what pays for it. Throws 404 where there are no plans. */
export async function getMyPlan(services: Services, creatorId: string): Promise<MyPlan> {
  const { pool, clock, config, secret } = services;
  if (!config.plans) throw NotFound();
  const now = clock.now();
  const month = `${now.toISOString().slice(0, 7)}-01`;
  const [row] = await selectPlan(pool, creatorId, now, month);
  if (!row) throw Unauthorized();
  const { plan, trialEndsAt, products, replies } = row;
  const limits = limitsFor(row, config, now);
  const [membership] = await selectMembership(pool, creatorId);
  const receipts = await selectReceipts(pool, creatorId);
  return {
    plan,
    isGiven: plan !== "STARTER" && !row.isPaid,
    trialDaysLeft: trialDaysLeft(row, now),
    trialEndsAt: plan === "STARTER" && trialEndsAt > now ? trialEndsAt : null,
    products: { used: products, limit: limits.products },
    replies: { used: replies, limit: limits.replies },
    offers: await selectOffers(pool),
    membership: membership ? { ...membership, proof: receiptToken(secret, membership.orderId) } : null,
    receipts: receipts.map(({ email, paymentIntentId, ...receipt }) => ({
      ...receipt,
      href: ofThisSite(
        receiptLink(config.publicUrl, secret, { id: receipt.orderId, email, paymentIntentId }),
      ),
    })),
  };
}

/** What can be bought, the cheaper one first. */
export const listPlans = async ({ pool, config }: Pick<Services, "pool" | "config">) =>
  config.plans ? selectOffers(pool) : [];

const ofThisSite = (link: string): string => {
  const { pathname, search, hash } = new URL(link);
  return pathname + search + hash;
};

const selectPlan = statement("plans_select_mine")<
  { plan: CreatorPlan; isPaid: boolean; trialEndsAt: Date; products: number; replies: number },
  [creatorId: string, now: Date, month: string]
>(`select ${creatorPlan("u", "$2")} as plan,
          exists (select from open_plans($2) paid where paid.account = u.id and paid.plan = ${creatorPlan("u", "$2")}) as "isPaid",
          u.trial_ends_at as "trialEndsAt",
          (select count(*)::int from products p where p.owner_id = u.id and p.state = 'PUBLISHED') as products,
          coalesce((select r.replies from reply_usage r where r.user_id = u.id and r.month = $3::date), 0) as replies
     from users u where u.id = $1`);

const selectOffers = statement("plans_select_offers")<MyPlan["offers"][number], []>(
  `select plan, id as "productId", price_cents as "priceCents", currency from products
    where plan is not null and state = 'PUBLISHED' order by price_cents, plan desc`,
);

/** The one that runs; else the last one. */
const selectMembership = statement("plans_select_membership")<
  Omit<NonNullable<MyPlan["membership"]>, "proof">,
  [creatorId: string]
>(`select s.order_id as "orderId", p.plan, s.price_cents as "priceCents", s.currency, c.email,
          ${membershipRuns("s")} as "isRunning", case when s.cancel_at_period_end and ${membershipRuns("s")} then s.current_period_end end as "endsAt"
     from subscriptions s join products p on p.id = s.product_id join customers c on c.id = s.customer_id
    where s.plan_for = $1 and s.order_id is not null order by "isRunning" desc, s.created_at desc limit 1`);

const selectReceipts = statement("plans_select_receipts")<
  Omit<MyPlan["receipts"][number], "href"> & { email: string; paymentIntentId: string | null },
  [creatorId: string]
>(`select o.id as "orderId", p.title, o.total_cents as "totalCents", o.refunded_cents as "refundedCents", o.currency, o.paid_at as "paidAt",
          c.email, o.payment_intent_id as "paymentIntentId"
     from subscriptions s join orders o on o.customer_id = s.customer_id and o.subscription_id = s.id join products p on p.id = o.product_id
     join customers c on c.id = o.customer_id
    where s.plan_for = $1 and o.paid_at is not null order by o.paid_at desc, o.id limit 36`);
