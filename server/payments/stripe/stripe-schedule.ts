import type Stripe from "stripe";
import { askStripe } from "./stripe-errors.ts";
import { idOf } from "./stripe-intents.ts";

type Scheduled = Pick<Stripe.Subscription, "schedule">;

/**
 * Takes a subscription from its schedule, and what was set for later with it: Stripe refuses to cancel one that a schedule
 * manages. What it bills now stays as it is.
 */
export async function releaseSchedule(stripe: Stripe, { schedule }: Scheduled): Promise<void> {
  const id = idOf(schedule);
  if (id) await askStripe(() => stripe.subscriptionSchedules.release(id));
}

/** The card that a schedule gives its subscription in the next phase: without this, the one from before. */
export async function changeScheduledCard(
  stripe: Stripe,
  { schedule }: Scheduled,
  card: string,
): Promise<void> {
  const id = idOf(schedule);
  if (id)
    await askStripe(() =>
      stripe.subscriptionSchedules.update(id, { default_settings: { default_payment_method: card } }),
    );
}
