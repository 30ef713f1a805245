import type Stripe from "stripe";
import { mergeMetadata } from "#tests/support/stripe-server/payments/metadata.ts";
import { endpoint, type Endpoint } from "#tests/support/stripe-server/wire/endpoint.ts";
import { invalidParameter, unexpectedState } from "#tests/support/stripe-server/wire/stripe-error.ts";
import { addRow, getRow, type StripeState } from "#tests/support/stripe-server/state.ts";
import { priceOf } from "./catalog.ts";
import type { SchedulePhase, Subscription, SubscriptionSchedule } from "./objects.ts";
import { periodEnd } from "./periods.ts";
import { checkAttached, checkShares } from "./subscription-parameters.ts";

export const subscriptionScheduleEndpoints: Endpoint[] = [
  endpoint<Stripe.SubscriptionScheduleCreateParams>("POST /v1/subscription_schedules", ({ state, params }) =>
    scheduleFrom(state, params.from_subscription ?? ""),
  ),
  endpoint("GET /v1/subscription_schedules/{id}", ({ state, id }) =>
    getRow(state, "subscription_schedules", id),
  ),
  endpoint<Stripe.SubscriptionScheduleUpdateParams>(
    "POST /v1/subscription_schedules/{id}",
    ({ state, params, id }) => updateSchedule(state, getActive(state, id, "updated"), params),
  ),
  endpoint("POST /v1/subscription_schedules/{id}/release", ({ state, id }) =>
    release(state, getActive(state, id, "released")),
  ),
];

function getActive(state: StripeState, id: string, verb: string): SubscriptionSchedule {
  const schedule = getRow(state, "subscription_schedules", id);
  if (schedule.status !== "active")
    throw unexpectedState(
      undefined,
      `This subscription schedule cannot be ${verb} because its status is ${schedule.status}.`,
    );
  return schedule;
}

/** One phase: the running period of a subscription, as it is. */
function scheduleFrom(state: StripeState, subscriptionId: string): SubscriptionSchedule {
  const subscription = getRow(state, "subscriptions", subscriptionId, "from_subscription");
  if (subscription.schedule !== null)
    throw invalidParameter(
      "from_subscription",
      `You cannot migrate a subscription that is already attached to a schedule: ${subscription.schedule}.`,
    );
  if (subscription.status !== "active" || subscription.cancel_at_period_end)
    throw unexpectedState(undefined, `This server schedules subscriptions that are active and go on.`);
  const [item] = subscription.items.data;
  const now = { start_date: item?.current_period_start ?? 0, end_date: item?.current_period_end ?? 0 };
  const schedule = addRow(state, "subscription_schedules", {
    id: state.newId("sub_sched"),
    object: "subscription_schedule",
    created: state.now(),
    livemode: false,
    current_phase: { ...now },
    customer: subscription.customer,
    default_settings: {
      application_fee_percent: subscription.application_fee_percent,
      default_payment_method: subscription.default_payment_method,
      transfer_data: subscription.transfer_data,
    },
    end_behavior: "release",
    metadata: {},
    phases: [
      {
        ...now,
        items: subscription.items.data.map(({ price, quantity }) => ({ price: price.id, quantity })),
        proration_behavior: "create_prorations",
      },
    ],
    released_at: null,
    released_subscription: null,
    status: "active",
    subscription: subscription.id,
  });
  subscription.schedule = schedule.id;
  state.emit("subscription_schedule.created", schedule);
  state.emit("customer.subscription.updated", subscription, { schedule: null });
  return schedule;
}

function updateSchedule(
  state: StripeState,
  schedule: SubscriptionSchedule,
  params: Stripe.SubscriptionScheduleUpdateParams,
): SubscriptionSchedule {
  const settings = params.default_settings;
  if (settings?.default_payment_method !== undefined)
    checkAttached(state, settings.default_payment_method, schedule.customer);
  const shares = {
    application_fee_percent:
      settings?.application_fee_percent ?? schedule.default_settings.application_fee_percent ?? "",
    transfer_data:
      settings?.transfer_data ??
      (schedule.default_settings.transfer_data
        ? { destination: schedule.default_settings.transfer_data.destination }
        : ("" as const)),
  } as const;
  checkShares(state, shares);
  if (params.phases) schedule.phases = phasesOf(state, schedule, params.phases);
  schedule.metadata = mergeMetadata(schedule.metadata, params.metadata);
  schedule.default_settings = {
    application_fee_percent: shares.application_fee_percent || null,
    default_payment_method:
      settings?.default_payment_method ?? schedule.default_settings.default_payment_method,
    transfer_data: shares.transfer_data
      ? { destination: shares.transfer_data.destination, amount_percent: null }
      : null,
  };
  state.emit("subscription_schedule.updated", schedule);
  return schedule;
}

/** The phase that runs, as it is, to the end of its period, and one more after it. */
function phasesOf(
  state: StripeState,
  schedule: SubscriptionSchedule,
  given: Stripe.SubscriptionScheduleUpdateParams.Phase[],
): SchedulePhase[] {
  const subscription = getRow(state, "subscriptions", schedule.subscription ?? "");
  const [item] = subscription.items.data;
  const [running, next, ...more] = given;
  const starts = schedule.current_phase?.start_date;
  if (!item || !running || !next || starts === undefined || more.length > 0)
    throw invalidParameter("phases", "This server serves the running phase and one more.");
  if (running.start_date !== starts)
    throw invalidParameter(
      "phases[0][start_date]",
      "You can not modify the start date of the current phase.",
    );
  if (running.items.length !== 1 || running.items[0]?.price !== item.price.id)
    throw invalidParameter("phases[0][items]", "This server leaves the running phase's price as it is.");
  if (running.end_date !== item.current_period_end)
    throw invalidParameter("phases[0][end_date]", "This server ends the running phase with its period.");
  const [only, ...others] = next.items;
  if (!only || others.length > 0 || !next.duration || next.start_date !== undefined)
    throw invalidParameter("phases[1]", "This server serves a next phase of one item and a duration.");
  const price = priceOf(state, only, "recurring", "phases[1][items][0]");
  if (price.currency !== subscription.currency)
    throw invalidParameter("phases[1][items]", "All phases have the currency of the subscription.");
  const { interval, interval_count: count = 1 } = next.duration;
  const begins = item.current_period_end;
  return [
    {
      items: [{ price: item.price.id, quantity: 1 }],
      start_date: starts,
      end_date: begins,
      proration_behavior: "none",
    },
    {
      items: [{ price: price.id, quantity: 1 }],
      start_date: begins,
      end_date: periodEnd(begins, begins, {
        interval: interval === "year" ? "year" : "month",
        interval_count: count,
      }),
      proration_behavior: "none",
    },
  ];
}

/** A phase ends with a period: the next one's price, card and shares from then on, or none is left and the schedule lets go. */
export function turnPhase(state: StripeState, subscription: Subscription, at: number): void {
  if (subscription.schedule === null) return;
  const schedule = getRow(state, "subscription_schedules", subscription.schedule);
  const next = schedule.phases.find(({ start_date: start }) => start === at);
  if (!next) {
    if ((schedule.phases.at(-1)?.end_date ?? 0) <= at) release(state, schedule);
    return;
  }
  schedule.current_phase = { start_date: next.start_date, end_date: next.end_date };
  const price = getRow(state, "prices", next.items[0]?.price ?? "");
  for (const item of subscription.items.data) {
    if (item.price.recurring?.interval !== price.recurring?.interval) subscription.billing_cycle_anchor = at;
    item.price = structuredClone(price);
  }
  const { default_payment_method, application_fee_percent, transfer_data } = schedule.default_settings;
  Object.assign(subscription, { default_payment_method, application_fee_percent, transfer_data });
  state.emit("subscription_schedule.updated", schedule);
}

function release(state: StripeState, schedule: SubscriptionSchedule): SubscriptionSchedule {
  const subscription = getRow(state, "subscriptions", schedule.subscription ?? "");
  subscription.schedule = null;
  Object.assign(schedule, {
    status: "released",
    released_at: state.now(),
    released_subscription: subscription.id,
    subscription: null,
    current_phase: null,
  });
  state.emit("subscription_schedule.released", schedule);
  state.emit("customer.subscription.updated", subscription, { schedule: schedule.id });
  return schedule;
}

/** What a schedule manages is not changed beside it. */
export function refuseIfScheduled({ schedule }: Subscription, params: Stripe.SubscriptionUpdateParams): void {
  if (schedule === null) return;
  if (params.cancel_at_period_end !== undefined)
    throw invalidParameter(
      "cancel_at_period_end",
      `The subscription is managed by the subscription schedule \`${schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    );
  if (params.items || params.billing_cycle_anchor)
    throw invalidParameter("items", "This server changes no items and no anchor beside a schedule.");
}
