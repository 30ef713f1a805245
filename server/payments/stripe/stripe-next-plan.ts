import type Stripe from "stripe";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import type { Plan } from "#server/payments/subscription-gateway.ts";
import { askStripe } from "./stripe-errors.ts";
import { derivedKey, idOf } from "./stripe-intents.ts";
import { itemOf, planOf, pricedAs } from "./stripe-plan.ts";
import { releaseSchedule } from "./stripe-schedule.ts";

/** Where a schedule of ours says what it was made for, as `month:900`. */
const nextPlanKey = "next_plan";

/** What a subscription, with its schedule expanded, bills after the running period where that is something else. */
export function nextPlanOf({ schedule }: Stripe.Subscription): Plan | null {
  if (schedule === null || typeof schedule === "string") return null;
  const isAhead = schedule.current_phase?.start_date !== schedule.phases.at(-1)?.start_date;
  const [interval, cents] = (schedule.metadata?.[nextPlanKey] ?? "").split(":");
  if (!isAhead || cents === undefined) return null;
  return { interval: interval === "year" ? "year" : "month", priceCents: Number(cents) };
}

/**
 * Two phases of a schedule: what is paid for to its end, then the other plan, and Stripe begins it by itself, whoever of us is
 * awake (https://docs.stripe.com/billing/subscriptions/subscription-schedules). Changing the price of the subscription itself
 * would bill another interval at once. Where we stop between the two requests a schedule of one phase is left, which changes
 * nothing and is released by whoever asks again.
 */
export async function setNextPlan(
  stripe: Stripe,
  id: string,
  plan: Plan | null,
  idempotencyKey: string,
): Promise<void> {
  const found = await askStripe(() => stripe.subscriptions.retrieve(id, { expand: ["schedule"] }));
  const wanted = isSame(planOf(found), plan) ? null : plan;
  if (isSame(nextPlanOf(found), wanted)) return;
  if (wanted && (found.status !== "active" || found.cancel_at_period_end))
    throw new GatewayError("payment_intent_unexpected_state", `A subscription that is ${found.status} stays`);
  await releaseSchedule(stripe, found);
  if (!wanted) return;
  const item = itemOf(found);
  const card = idOf(found.default_payment_method);
  const destination = idOf(found.transfer_data?.destination);
  const made = await askStripe(() =>
    stripe.subscriptionSchedules.create(
      { from_subscription: id },
      { idempotencyKey: derivedKey(idempotencyKey, "schedule") },
    ),
  );
  await askStripe(() =>
    stripe.subscriptionSchedules.update(
      made.id,
      {
        end_behavior: "release",
        proration_behavior: "none",
        metadata: { [nextPlanKey]: `${wanted.interval}:${wanted.priceCents}` },
        default_settings: {
          ...(card && { default_payment_method: card }),
          ...(destination && {
            transfer_data: { destination },
            ...(found.application_fee_percent && { application_fee_percent: found.application_fee_percent }),
          }),
        },
        phases: [
          {
            items: [{ price: item.price.id, quantity: 1 }],
            start_date: made.phases[0]?.start_date ?? item.current_period_start,
            end_date: item.current_period_end,
            proration_behavior: "none",
          },
          {
            items: [{ price_data: pricedAs(item, wanted), quantity: 1 }],
            duration: { interval: wanted.interval, interval_count: 1 },
            proration_behavior: "none",
          },
        ],
      },
      { idempotencyKey: derivedKey(idempotencyKey, "phases") },
    ),
  );
}

const isSame = (one: Plan | null, other: Plan | null): boolean =>
  one?.interval === other?.interval && one?.priceCents === other?.priceCents;
