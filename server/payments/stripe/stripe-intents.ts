import { createHash } from "node:crypto";
import Stripe from "stripe";
import {
  GatewayError,
  type IntentChange,
  isSetup,
  type NewIntent,
  type Payee,
  type PaymentIntent,
  type PaymentIntentStatus,
  type SavedCardCharge,
} from "#server/payments/payment-gateway.ts";
import { askStripe } from "./stripe-errors.ts";

/** Stripe says who paid with which card only in the charge. */
const withCard = { expand: ["latest_charge"] };

/** A key for a further object that a call needs; never longer than Stripe takes. */
export const derivedKey = (key: string, purpose: string): string =>
  `${purpose}_${createHash("sha256").update(key).digest("hex")}`;

/** An intent, for a customer of its own when the card is to be saved: a card belongs to one purchase, not to an address. */
export async function createIntent(stripe: Stripe, input: NewIntent): Promise<PaymentIntent> {
  const { amountCents, currency, receiptEmail, saveCard, metadata, payee, authorizeFirst, idempotencyKey } =
    input;
  const customer = saveCard
    ? await createCustomer(stripe, receiptEmail, metadata, derivedKey(idempotencyKey, "customer"))
    : undefined;
  const group = metadata["checkout_session"];
  const made = await askStripe(() =>
    stripe.paymentIntents.create(
      {
        amount: amountCents,
        currency,
        receipt_email: receiptEmail,
        metadata,
        ...(customer && { customer, setup_future_usage: "off_session" }),
        ...(authorizeFirst && authorized),
        ...(payee && destinationOf(payee)),
        ...(group && { transfer_group: group }),
        ...withCard,
      },
      { idempotencyKey },
    ),
  );
  return intentOf(made);
}

/**
 * Cards alone, wallets among them: set for the whole payment it would take away the methods that cannot be authorized, and
 * the browser's fields would have to be made for it.
 */
const authorized = { payment_method_options: { card: { capture_method: "manual" } } } as const;
/** An empty value takes the options of cards away. */
const chargedAtOnce = { payment_method_options: { card: "" } } as const;

/** The id of a new customer of Stripe's. */
export async function createCustomer(
  stripe: Stripe,
  email: string,
  metadata: Record<string, string>,
  idempotencyKey: string,
): Promise<string> {
  const customer = await askStripe(() => stripe.customers.create({ email, metadata }, { idempotencyKey }));
  return customer.id;
}

/** Changes what is to be paid, and our share of it, in one call; a second one where its customer has another address now. */
export async function updateIntent(stripe: Stripe, id: string, input: IntentChange): Promise<PaymentIntent> {
  const { amountCents, receiptEmail, metadata, payee, authorizeFirst, idempotencyKey } = input;
  const changed = await askStripe(() =>
    stripe.paymentIntents.update(
      id,
      {
        amount: amountCents,
        receipt_email: receiptEmail,
        metadata,
        ...(authorizeFirst ? authorized : chargedAtOnce),
        // An empty value takes the fee away.
        ...(payee && { application_fee_amount: payee.feeCents || "" }),
        expand: [...withCard.expand, "customer"],
      },
      { idempotencyKey },
    ),
  );
  const { customer } = changed;
  if (customer && typeof customer !== "string" && !customer.deleted && customer.email !== receiptEmail)
    await askStripe(() => stripe.customers.update(customer.id, { email: receiptEmail }));
  return intentOf(changed);
}

/** An intent as Stripe has it, with its charge. */
export const retrieveIntent = (stripe: Stripe, id: string): Promise<Stripe.PaymentIntent> =>
  askStripe(() => stripe.paymentIntents.retrieve(id, withCard));

/** Cancelling what is canceled already is no error. An authorized payment is left for `releaseIntent`. */
export async function cancelIntent(stripe: Stripe, id: string): Promise<PaymentIntent> {
  const { status } = await retrieveIntent(stripe, id);
  if (status === "requires_capture")
    throw new GatewayError("payment_intent_unexpected_state", "This payment is authorized");
  return releaseIntent(stripe, id);
}

/** Takes what was authorized. Stripe refuses to capture twice. */
export async function captureIntent(stripe: Stripe, id: string): Promise<PaymentIntent> {
  try {
    return intentOf(
      await askStripe(() => stripe.paymentIntents.capture(id, withCard, { idempotencyKey: `capture_${id}` })),
    );
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== "payment_intent_unexpected_state") throw error;
    const current = await retrieveIntent(stripe, id);
    if (current.status !== "succeeded") throw error;
    return intentOf(current);
  }
}

/** Cancels a payment, authorized or not. */
export async function releaseIntent(stripe: Stripe, id: string): Promise<PaymentIntent> {
  try {
    return intentOf(await askStripe(() => stripe.paymentIntents.cancel(id, withCard)));
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== "payment_intent_unexpected_state") throw error;
    const current = await retrieveIntent(stripe, id);
    if (current.status !== "canceled") throw error;
    return intentOf(current);
  }
}

/** Charges the card that a paid intent saved. A refusal of the bank comes as an error that carries the new intent. */
export async function chargeSavedCard(stripe: Stripe, input: SavedCardCharge): Promise<PaymentIntent> {
  const { amountCents, currency, receiptEmail, metadata, payee, idempotencyKey } = input;
  const { customer, card, group } = await savedBy(stripe, input.paidIntentId);
  return askStripe(async () => {
    try {
      const charged = await stripe.paymentIntents.create(
        {
          amount: amountCents,
          currency,
          customer,
          payment_method: card,
          confirm: true,
          off_session: true,
          receipt_email: receiptEmail,
          metadata,
          ...(payee && destinationOf(payee)),
          ...(group && { transfer_group: group }),
          ...withCard,
        },
        { idempotencyKey },
      );
      return intentOf(charged);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeCardError && error.payment_intent)
        return intentOf(error.payment_intent);
      if (isForgotten(error)) throw noCard();
      throw error;
    }
  });
}

/** The card that a payment or a setup has saved, and whose it is. */
async function savedBy(stripe: Stripe, id: string) {
  const paid = isSetup({ id })
    ? await askStripe(() => stripe.setupIntents.retrieve(id))
    : await retrieveIntent(stripe, id);
  const customer = idOf(paid.customer);
  const card = idOf(paid.payment_method);
  const isSaved = paid.object === "setup_intent" || paid.setup_future_usage !== null;
  if (paid.status !== "succeeded" || !isSaved || !customer || !card) throw noCard();
  return { customer, card, group: paid.object === "payment_intent" ? paid.transfer_group : null };
}

const noCard = () => new GatewayError("payment_intent_unexpected_state", "This payment saved no card");

/** The customer was deleted, and their cards with them; the paid intent still names both. */
const isForgotten = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === "resource_missing" &&
  error.param === "customer";

/** A fee of nothing is left out. */
const destinationOf = ({ accountId, feeCents }: Payee) => ({
  transfer_data: { destination: accountId },
  ...(feeCents > 0 && { application_fee_amount: feeCents }),
});

/** The id behind a field that may hold the whole object. */
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === "string" ? value : (value?.id ?? null);

/** The port's view of Stripe's intent. */
export function intentOf(intent: Stripe.PaymentIntent): PaymentIntent {
  const paymentMethodId = idOf(intent.payment_method);
  const charge = typeof intent.latest_charge === "string" ? null : intent.latest_charge;
  const card = charge?.payment_method_details?.card;
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? "",
    amountCents: intent.amount,
    receivedCents: intent.amount_received,
    currency: intent.currency,
    status: intentStatusOf(intent.status),
    metadata: intent.metadata,
    paymentMethodId,
    payee: payeeOf(intent),
    // Of an attempt that failed, nobody needs the card.
    card: paymentMethodId && card?.last4 ? { brand: card.brand ?? "card", last4: card.last4 } : null,
    failureMessage: intent.last_payment_error?.message ?? null,
    failureCode: intent.last_payment_error?.decline_code ?? intent.last_payment_error?.code ?? null,
    failedAttempt: failedAttemptOf(intent.last_payment_error),
  };
}

/** Each attempt has a charge of its own, or, where it came to none, the card that was entered for it. */
export const failedAttemptOf = (error: Stripe.PaymentIntent["last_payment_error"]): string | null =>
  error && (error.charge ?? error.payment_method?.id ?? error.code ?? "unknown");

function payeeOf({
  transfer_data: transfer,
  application_fee_amount: fee,
}: Stripe.PaymentIntent): Payee | null {
  const accountId = idOf(transfer?.destination);
  return accountId ? { accountId, feeCents: fee ?? 0 } : null;
}

const statuses: readonly PaymentIntentStatus[] = [
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
  "processing",
  "requires_capture",
  "succeeded",
  "canceled",
];

/** Any other status would be news to us: the payment is then not decided. */
export const intentStatusOf = (status: string): PaymentIntentStatus =>
  statuses.find((known) => known === status) ?? "processing";
