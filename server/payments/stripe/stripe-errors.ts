import Stripe from "stripe";
import { GatewayError, type GatewayErrorCode } from "#server/payments/payment-gateway.ts";

/** Makes Stripe's refusals ours. Every call to Stripe goes through here. */
export async function askStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof Stripe.errors.StripeError ? gatewayErrorOf(error) : error;
  }
}

const codes: Record<string, GatewayErrorCode> = {
  resource_missing: "resource_missing",
  payment_intent_unexpected_state: "payment_intent_unexpected_state",
  setup_intent_unexpected_state: "payment_intent_unexpected_state",
  intent_invalid_state: "payment_intent_unexpected_state",
  refund_disputed_payment: "refund_disputed_payment",
  charge_disputed: "refund_disputed_payment",
  balance_insufficient: "balance_insufficient",
  charge_already_refunded: "charge_already_refunded",
  amount_too_small: "amount_too_small",
  amount_too_large: "amount_too_large",
};

/** Another request with this key or on this object is still under way: the same call may be made again. */
const busyCodes: readonly string[] = ["idempotency_key_in_use", "lock_timeout", "rate_limit"];

function gatewayErrorOf(error: Stripe.errors.StripeError): GatewayError {
  const { code = "", message, statusCode } = error;
  const known = codes[code];
  if (known) return new GatewayError(known, message);
  if (busyCodes.includes(code)) return new GatewayError("unavailable", message, true);
  if (error instanceof Stripe.errors.StripeIdempotencyError || error.rawType === "idempotency_error")
    return new GatewayError("idempotency_conflict", message);
  // A key that is wrong or may not do this: asking again changes nothing until somebody mends the configuration.
  if (statusCode === 401 || statusCode === 403) return new GatewayError("unavailable", message);
  if (!statusCode || statusCode >= 500 || statusCode === 409 || statusCode === 429)
    return new GatewayError("unavailable", message, true);
  if (statusCode === 404) return new GatewayError("resource_missing", message);
  return new GatewayError("parameter_invalid", message);
}
