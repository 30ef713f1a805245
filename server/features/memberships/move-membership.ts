import type { FastifyRequest } from "fastify";
import { shownDecline } from "#contract/checkout/declines.ts";
import type { MovePreview } from "#contract/memberships/memberships.ts";
import { hotStatement } from "#server/database/statement.ts";
import { Conflict } from "#server/errors.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import type { PlanChange } from "#server/payments/subscription-gateway.ts";
import type { Services } from "#server/services.ts";
import type { Charged } from "./change-card.ts";
import { hasChanged, refused, type Wanted } from "./change-membership.ts";
import { moveLater, previewLater } from "./move-later.ts";
import { getProvenMembership, type ProvenMembership } from "./list-memberships.ts";
import { syncMembership } from "./sync-membership.ts";

type Interval = MovePreview["billingInterval"];
/** What the member saw and agreed to. */
type Agreed = { priceCents: number; chargeCents: number; at: Date };

/** What moving costs: now to the year or a dearer plan, or to the month or a cheaper plan with the end of what is paid. Throws 404 for one that is not proven, 409 where it cannot move there, 503 without the provider. */
export async function previewMove(
  services: Services,
  request: FastifyRequest,
  wanted: Wanted & { billingInterval: Interval },
): Promise<MovePreview> {
  const membership = await getProvenMembership(services, request, wanted);
  refuseInTrial(membership);
  const at = new Date(Math.floor(services.clock.now().getTime() / 1000) * 1000);
  if (isLater(membership, wanted.billingInterval)) return previewLater(membership, services.clock.now(), at);
  return (await previewAt(services, membership, wanted.billingInterval, at)).preview;
}

/**
 * Moves a membership to its other interval or plan, for exactly what was previewed: what costs less later, the rest now. The provider
 * counts from the same second, and is asked once more before it charges. One request at a time moves it. Where the card does not pay nothing has changed,
 * and `message` says why. Throws as the preview does, and 409 where the amount is another by now.
 */
export async function moveMembership(
  services: Services,
  request: FastifyRequest,
  wanted: Wanted & Agreed & { billingInterval: Interval },
): Promise<Charged> {
  const { pool, clock, payments } = services;
  const membership = await getProvenMembership(services, request, wanted);
  refuseInTrial(membership);
  const { providerSubscriptionId: providerId } = membership;
  const { at } = wanted;
  const now = clock.now();
  const age = now.getTime() - at.getTime();
  if (age < 0 || age > previewLastsMs) throw amountChanged();
  if (isLater(membership, wanted.billingInterval)) {
    const preview = previewLater(membership, now, at);
    if (preview.chargeCents !== wanted.chargeCents || preview.priceCents !== wanted.priceCents)
      throw amountChanged();
    await moveLater(services, membership, preview.priceCents);
    return { membership: await getProvenMembership(services, request, wanted), isPaid: true, message: null };
  }
  const claimed = await claimMove(
    pool,
    membership.id,
    now,
    wanted.billingInterval,
    membership.otherProductId,
    wanted.priceCents,
  );
  if (claimed.length === 0) throw hasChanged();
  let isKnown = true;
  try {
    const { change, preview } = await previewAt(services, membership, wanted.billingInterval, at);
    if (preview.chargeCents !== wanted.chargeCents || preview.priceCents !== wanted.priceCents)
      throw amountChanged();
    const outcome = await payments.subscriptions
      .changePlan(providerId, change, `move_${providerId}_${at.getTime()}_${now.getTime()}`)
      .catch((error: unknown) => {
        isKnown = !(error instanceof GatewayError) || !error.retryable;
        refused(error);
      });
    await syncMembership(services, providerId).catch(refused);
    return {
      membership: await getProvenMembership(services, request, wanted),
      isPaid: outcome.isMoved,
      message: outcome.isMoved ? null : (shownDecline(outcome).message ?? "The payment did not go through."),
    };
  } finally {
    // Without an answer it may still be charged: nobody tries again before the claim is over.
    if (isKnown) await releaseMove(pool, membership.id);
  }
}

const isLater = ({ otherPlan }: ProvenMembership, billingInterval: Interval): boolean => {
  if (otherPlan?.billingInterval !== billingInterval) throw hasChanged();
  return otherPlan.isLater;
};

function refuseInTrial({ trialEndsAt }: ProvenMembership): void {
  if (trialEndsAt)
    throw Conflict("You can change between month and year once your free trial is over.", "IN_TRIAL");
}

const previewLastsMs = 15 * 60_000;

async function previewAt(
  { pool, payments }: Services,
  { id, otherPlan, currency, providerSubscriptionId }: ProvenMembership,
  billingInterval: Interval,
  at: Date,
): Promise<{ change: PlanChange; preview: MovePreview }> {
  if (otherPlan?.billingInterval !== billingInterval) throw hasChanged();
  const { priceCents } = otherPlan;
  const [paid] = await selectLastPaid(pool, id);
  const change: PlanChange = {
    plan: { interval: billingInterval === "YEAR" ? "year" : "month", priceCents },
    at,
    creditsRest: paid?.stands ?? false,
  };
  const { chargeCents, creditCents, periodEnd } = await payments.subscriptions
    .previewPlan(providerSubscriptionId, change)
    .catch(refused);
  if (chargeCents < leastCents)
    throw Conflict(
      "What is left of your paid time is worth more than that. You can move once it is nearly over.",
      "MOVE_TOO_CHEAP",
    );
  const preview = { billingInterval, priceCents, currency, chargeCents, creditCents };
  return { change, preview: { ...preview, nextPaymentAt: periodEnd, startsAt: at, at } };
}

/** The least that a card can pay. */
const leastCents = 50;

const amountChanged = () =>
  Conflict("The amount has changed. Please look at it again before you agree.", "AMOUNT_CHANGED");

/**
 * Keeps everybody else from moving it, for longer than the provider is waited for; gone by itself where this process dies.
 * No row where it was moved meanwhile, or somebody else is at it.
 */
const claimMove = hotStatement("memberships_claim_move")<
  { id: string },
  [id: string, now: Date, to: Interval, productId: string | null, priceCents: number]
>(
  `update subscriptions set moving_until = $2::timestamptz + interval '2 minutes', moving_product_id = $4,
          moving_price_cents = case when $4::uuid is not null then $5::int end
    where id = $1 and status = 'active' and not cancel_at_period_end and (moving_until is null or moving_until < $2)
      and case when $4::uuid is null then billing_interval <> $3 and plan_for is null
               else billing_interval = $3 and product_id <> $4 and price_cents <> $5 and moving_product_id is distinct from product_id end
   returning id`,
);

/** What it was to move to stays, for `takeMovedProduct`: an earlier try whose answer was lost may have been charged after all. */
const releaseMove = hotStatement("memberships_release_move")<never, [id: string]>(
  "update subscriptions set moving_until = null where id = $1",
);

/** What was given back, or is disputed, is not credited again. */
const selectLastPaid = hotStatement("memberships_select_last_paid")<{ stands: boolean }, [id: string]>(
  `select not o.disputed and not exists (select from refunds r where r.order_id = o.id and r.status <> 'FAILED') as stands
     from subscription_invoices b join orders o on o.id = b.order_id
    where b.subscription_id = $1 and b.status = 'PAID' order by b.period_start desc limit 1`,
);
