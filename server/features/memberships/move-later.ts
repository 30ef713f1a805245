import type { FastifyRequest } from "fastify";
import type { MovePreview } from "#contract/memberships/memberships.ts";
import { hotStatement } from "#server/database/statement.ts";
import { Conflict } from "#server/errors.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";
import { applyNextPlan, type PlanNews } from "./apply-next-plan.ts";
import { hasChanged, refused, type Wanted } from "./change-membership.ts";
import type { MemberNews } from "./member-news.ts";
import { getProvenMembership, type ProvenMembership } from "./list-memberships.ts";

/** So long before the paid time ends the provider is still told in time, also where it does not answer at first. */
const leastAheadMs = 3_600_000;

/** What moving from year to month, or to a cheaper plan, means: what is paid is kept to its end, and nothing is charged before. */
export function previewLater(
  { otherPlan, currency, nextPaymentAt }: ProvenMembership,
  now: Date,
  at: Date,
): MovePreview {
  if (!otherPlan?.isLater || !nextPaymentAt) throw hasChanged();
  const { billingInterval, priceCents } = otherPlan;
  if (nextPaymentAt.getTime() - now.getTime() < leastAheadMs)
    throw Conflict(
      otherPlan.title === null
        ? "Your year ends within the hour, which is too late to change what comes after it. You can cancel, and join by the month."
        : "Your month ends within the hour, which is too late to change what comes after it. You can change your plan once it is paid, or cancel.",
      "MOVE_TOO_LATE",
    );
  return {
    billingInterval,
    priceCents,
    currency,
    chargeCents: 0,
    creditCents: 0,
    nextPaymentAt,
    startsAt: nextPaymentAt,
    at,
  };
}

/**
 * Writes down that a membership costs that much a month from the end of what is paid on, and has the provider see to it.
 * What is written counts: a job goes on where this process dies or the provider does not answer. Throws 409 where the
 * membership is another by now, 503 where the provider refuses: then all is as it was.
 */
export async function moveLater(
  services: Services,
  membership: ProvenMembership,
  priceCents: number,
): Promise<void> {
  const { pool, clock } = services;
  const [planned] = await planMove(pool, membership.id, priceCents, clock.now(), membership.otherProductId);
  if (!planned) throw hasChanged();
  try {
    await applyNow(services, membership, { news: "MOVE_PLANNED", number: planned.number });
  } catch (error) {
    await removePlan(pool, membership.id);
    refused(error);
  }
}

/** Takes a move back that has not begun. Throws 404 for a membership that is not proven, 409 where there is none to take back. */
export async function undoMove(
  services: Services,
  request: FastifyRequest,
  wanted: Wanted,
): Promise<ProvenMembership> {
  const membership = await getProvenMembership(services, request, wanted);
  const [dropped] = await dropPlan(services.pool, membership.id, services.clock.now());
  if (!dropped) throw hasChanged();
  await applyNow(services, membership, { news: "MOVE_UNDONE", number: dropped.number }).catch(refused);
  return getProvenMembership(services, request, wanted);
}

/** Where the provider does not answer, the job that was queued with the change asks it again. */
async function applyNow(
  services: Services,
  { id, providerSubscriptionId }: ProvenMembership,
  told: PlanNews,
): Promise<void> {
  await applyNextPlan(services, providerSubscriptionId, told).catch((error: unknown) => {
    if (!(error instanceof GatewayError) || !error.retryable) throw error;
    services.log.warn({ err: error, subscriptionId: id }, "a next plan is set later");
  });
}

/** SQL: the job that does what the request did not come to, and says so once. */
const later = (from: string, news: MemberNews, now: string): string => `
  insert into job_outbox (name, data, start_after)
  select 'apply-next-plan', jsonb_build_object('providerSubscriptionId', provider_id, 'told', jsonb_build_object('news', '${news}', 'number', number)),
         ${now}::timestamptz + interval '1 minute' from ${from}`;

const planMove = hotStatement("memberships_plan_move")<
  { number: string },
  [id: string, priceCents: number, now: Date, productId: string | null]
>(`with planned as (
     update subscriptions set next_billing_interval = 'MONTH', next_price_cents = $2, moving_product_id = $4,
            moving_price_cents = case when $4::uuid is not null then $2 end
      where id = $1 and status = 'active' and not cancel_at_period_end
        and case when $4::uuid is null then billing_interval = 'YEAR' and coalesce(next_billing_interval, 'YEAR') = 'YEAR'
                 else product_id <> $4 and price_cents > $2 and next_billing_interval is null end
        and current_period_end > $3 and (moving_until is null or moving_until < $3)
     returning provider_subscription_id as provider_id, nextval('membership_asks')::text as number),
   later as (${later("planned", "MOVE_PLANNED", "$3")})
   select number from planned`);

/** SQL: what is agreed to for later is another interval or plan, and not just another price. */
const isMove = "(next_billing_interval <> billing_interval or next_price_cents = moving_price_cents)";

const removePlan = hotStatement("memberships_remove_plan")<never, [id: string]>(
  `update subscriptions set next_billing_interval = null, next_price_cents = null, moving_product_id = null, moving_price_cents = null
    where id = $1 and ${isMove}`,
);

const dropPlan = hotStatement("memberships_drop_plan")<{ number: string }, [id: string, now: Date]>(
  `with dropped as (
     update subscriptions set next_billing_interval = null, next_price_cents = null, moving_product_id = null, moving_price_cents = null
      where id = $1 and ${isMove} and current_period_end > $2
     returning provider_subscription_id as provider_id, nextval('membership_asks')::text as number),
   later as (${later("dropped", "MOVE_UNDONE", "$2")})
   select number from dropped`,
);
