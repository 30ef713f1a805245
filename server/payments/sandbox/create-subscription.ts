import { sqlState, type Db } from "#server/database/client.ts";
import { sandboxSubscriptions } from "#server/database/schema/sandbox-subscriptions.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import type { GatewaySubscription, NewSubscription } from "#server/payments/subscription-gateway.ts";
import type { Services } from "#server/services.ts";
import { periodEnd, waitsForPaymentMs } from "./billing-periods.ts";
import { fingerprint, highestPaymentCents, newId } from "./intents.ts";
import { issueInvoice, markPaid, type Moment, recordChange } from "./invoices.ts";
import { findFirstAnswer, saveFirstAnswer } from "./first-answer.ts";
import { readSubscription, type SubscriptionRow } from "./subscription-rows.ts";

type Dependencies = Pick<Services, "db" | "pool" | "clock">;

/** A membership that waits for its first bill to be paid; once per key. */
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
  const { title, priceCents, currency, interval, receiptEmail, metadata, payee, idempotencyKey } = input;
  const { at, now } = moment;
  const end = periodEnd(at, 1, interval);
  const [row] = await tx
    .insert(sandboxSubscriptions)
    .values({
      id: newId("sub"),
      title,
      price: priceCents,
      currency,
      interval,
      receiptEmail,
      metadata,
      payeeAccount: payee?.accountId ?? null,
      payeeFeeBps: payee?.feeBps ?? 0,
      anchor: at,
      currentPeriodEnd: end,
      nextStepAt: new Date(at.getTime() + waitsForPaymentMs),
      idempotencyKey,
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
