import { eq } from "drizzle-orm";
import { sqlState, type Db } from "#server/database/client.ts";
import { sandboxIntents } from "#server/database/schema/sandbox.ts";
import { sandboxInvoices, sandboxSubscriptions } from "#server/database/schema/sandbox-subscriptions.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import type { GatewaySubscription, NewSubscription } from "#server/payments/subscription-gateway.ts";
import type { Services } from "#server/services.ts";
import { periodEnd, waitsForPaymentMs } from "./billing-periods.ts";
import { fingerprint, highestPaymentCents, newId, unexpectedState } from "./intents.ts";
import { issueInvoice, markPaid, type Moment, recordChange } from "./invoices.ts";
import { findFirstAnswer, saveFirstAnswer } from "./first-answer.ts";
import { readSubscription, type SubscriptionRow } from "./subscription-rows.ts";

type Dependencies = Pick<Services, "db" | "pool" | "clock">;

/** A membership that waits for its first bill to be paid, or begins with its trial; once per key. */
export async function createSubscription(
  services: Dependencies,
  input: NewSubscription,
): Promise<GatewaySubscription> {
  checkParameters(input);
  const { idempotencyKey, ...parameters } = input;
  const print = fingerprint("create_subscription", parameters);
  const known = () => findFirstAnswer<GatewaySubscription>(services.db, idempotencyKey, print);
  const earlier = await known();
  if (earlier) return earlier;
  const now = services.clock.now();
  const moment = { at: now, now };
  try {
    return await services.db.transaction(async (tx) => {
      const { id } = await insertSubscription(tx, input, moment);
      const answer = await readSubscription(tx, id);
      await saveFirstAnswer(tx, idempotencyKey, print, answer, moment.now);
      return answer;
    });
  } catch (error) {
    if (sqlState(error) !== "23505") throw error;
    const first = await known();
    if (!first) throw error;
    return first;
  }
}

async function insertSubscription(tx: Db, input: NewSubscription, moment: Moment): Promise<SubscriptionRow> {
  const { priceCents, interval } = input;
  const { at, now } = moment;
  if (input.trial) return beginTrial(tx, input, input.trial, moment);
  const end = periodEnd(at, 1, interval);
  const [row] = await tx
    .insert(sandboxSubscriptions)
    .values({
      ...ofInput(input),
      anchor: at,
      currentPeriodEnd: end,
      nextStepAt: new Date(at.getTime() + waitsForPaymentMs),
      createdAt: now,
    })
    .returning();
  if (!row) throw new Error("a subscription was not written");
  const amount = firstBillCents(input);
  const periodAmount = priceCents - input.firstDiscountCents;
  const bill = {
    reason: "subscription_create" as const,
    amount,
    periodAmount,
    periodStart: at,
    periodEnd: end,
  };
  const invoice = await issueInvoice(tx, row, bill, moment);
  await recordChange(tx, "customer.subscription.created", row, now);
  if (amount === 0) await markPaid(tx, row, invoice, null, moment);
  return row;
}

const ofInput = (input: NewSubscription) => ({
  id: newId("sub"),
  title: input.title,
  price: input.priceCents,
  currency: input.currency,
  interval: input.interval,
  receiptEmail: input.receiptEmail,
  metadata: input.metadata,
  payeeAccount: input.payee?.accountId ?? null,
  payeeFeeBps: input.payee?.feeBps ?? 0,
  idempotencyKey: input.idempotencyKey,
});

/**
 * The card is kept already, so it is `trialing` at once, with a paid bill of nothing; periods are counted from the end of the
 * trial.
 */
async function beginTrial(
  tx: Db,
  input: NewSubscription,
  { days, setupIntentId }: NonNullable<NewSubscription["trial"]>,
  { at, now }: Moment,
): Promise<SubscriptionRow> {
  const setup = await tx.query.sandboxIntents.findFirst({ where: eq(sandboxIntents.id, setupIntentId) });
  if (!setup) throw new GatewayError("resource_missing", "No such setup_intent");
  if (setup.status !== "succeeded") throw unexpectedState("lend its card", setup.status);
  const end = new Date(at.getTime() + days * 86_400_000);
  const [row] = await tx
    .insert(sandboxSubscriptions)
    .values({
      ...ofInput(input),
      status: "trialing",
      paymentMethod: setup.paymentMethod,
      anchor: end,
      periods: 0,
      currentPeriodEnd: end,
      nextStepAt: end,
      createdAt: now,
    })
    .returning();
  if (!row) throw new Error("a subscription was not written");
  await tx.insert(sandboxInvoices).values({
    id: newId("in"),
    subscription: row.id,
    reason: "subscription_create",
    status: "paid",
    amount: 0,
    periodAmount: 0,
    currency: input.currency,
    periodStart: at,
    periodEnd: end,
    // Who is to be forgotten is found by it.
    paymentIntent: setup.id,
    createdAt: now,
  });
  await recordChange(tx, "customer.subscription.created", row, now);
  return row;
}

const firstBillCents = ({ priceCents, firstDiscountCents, extras }: NewSubscription): number =>
  extras.reduce((sum, { amountCents }) => sum + amountCents, priceCents - firstDiscountCents);

/** As strict as Stripe is, so that what runs here runs there. */
function checkParameters(input: NewSubscription): void {
  const { priceCents, firstDiscountCents, extras, idempotencyKey, metadata } = input;
  const amounts = [priceCents, firstDiscountCents, ...extras.map(({ amountCents }) => amountCents)];
  if (amounts.some((amount) => !Number.isInteger(amount) || amount < 0) || firstDiscountCents > priceCents)
    throw new GatewayError(
      "parameter_invalid",
      "Amounts are whole cents, and a discount is at most the price",
    );
  const { trial } = input;
  if (
    trial &&
    (!Number.isInteger(trial.days) || trial.days < 1 || firstDiscountCents > 0 || extras.length > 0)
  )
    throw new GatewayError("parameter_invalid", "A trial has whole days, and nothing else on its first bill");
  if (extras.length > 20) throw new GatewayError("parameter_invalid", "A first bill takes at most 20 extras");
  const first = firstBillCents(input);
  if (priceCents < 50 || (first > 0 && first < 50))
    throw new GatewayError("amount_too_small", "The amount must be at least 50 cents");
  if (first > highestPaymentCents)
    throw new GatewayError("amount_too_large", "The amount must have at most eight digits");
  if (!idempotencyKey || idempotencyKey.length > 255)
    throw new GatewayError("parameter_invalid", "An idempotency key has 1 to 255 characters");
  if (Object.values(metadata).some((value) => value.length > 500))
    throw new GatewayError("parameter_invalid", "Metadata holds values of at most 500 characters");
}
