import type { StripeError } from "@stripe/stripe-js";
import type { FailedPayment, PaymentOutcome } from "./payment-form.tsx";

/** Unknown where Stripe was asked, and did not answer. */
export const refusalOf = (error: StripeError | undefined): PaymentOutcome =>
  error?.type === "api_connection_error" || error?.type === "api_error"
    ? { status: "unknown" }
    : failedPayment(error);

/** Stripe's refusal as the page says it. */
export const failedPayment = ({
  message = "Your payment could not be completed. Please try again.",
  type,
  code,
  decline_code,
  payment_intent,
  setup_intent,
}: Partial<StripeError> = {}): FailedPayment => ({
  status: "failed",
  message,
  code: decline_code ?? code,
  // What was typed wrongly is said in Stripe's own frame.
  isShown: type === "validation_error",
  isOver: (payment_intent ?? setup_intent)?.status === "canceled",
});
