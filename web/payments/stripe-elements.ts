import type { Appearance, ConfirmPaymentData, Stripe, StripeElements } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import type { Payable, PaymentOutcome } from "./payment-form.tsx";
import { refusalOf } from "./stripe-refusals.ts";

let loaded: { key: string; stripe: Promise<Stripe | null> } | undefined;

/** Stripe.js, loaded once for a page. */
export function stripeOf(key: string): Promise<Stripe | null> {
  if (loaded?.key !== key) loaded = { key, stripe: loadStripe(key) };
  return loaded.stripe;
}

/** What the payment will be made with, word for word: Stripe refuses fields that were made for another. */
export function elementsOptions({ cents: amount, currency, recurring, keepsCardOnly }: Payable) {
  if (keepsCardOnly) return { mode: "setup" as const, currency: currency.toLowerCase() };
  const ofAll = { amount, currency: currency.toLowerCase() };
  return recurring
    ? { mode: "subscription" as const, ...ofAll }
    : { mode: "payment" as const, setupFutureUsage: "off_session" as const, ...ofAll };
}

type Confirmation = {
  elements: StripeElements;
  clientSecret: string;
  confirmParams: ConfirmPaymentData;
  redirect: "if_required";
};

/** Charges a payment; where its secret is that of a setup, the card is kept for a membership and nothing is charged. */
export async function confirmWithStripe(stripe: Stripe, confirmation: Confirmation): Promise<PaymentOutcome> {
  if (confirmation.clientSecret.startsWith("seti_")) {
    const { error, setupIntent } = await stripe.confirmSetup(confirmation);
    const status = (setupIntent ?? error?.setup_intent)?.status;
    return status === "succeeded" || status === "processing" ? { status } : refusalOf(error);
  }
  const { error, paymentIntent } = await stripe.confirmPayment(confirmation);
  // Another tab may have paid already: then the refusal carries the intent as it stands.
  const status = (paymentIntent ?? error?.payment_intent)?.status;
  if (status === "succeeded" || status === "processing") return { status };
  return status === "requires_capture" ? { status: "authorized" } : refusalOf(error);
}

/** Our colours and shapes, as the page shows them at this moment. */
export function currentAppearance(): Appearance {
  const styles = getComputedStyle(document.documentElement);
  const value = (name: string) => styles.getPropertyValue(name).trim();
  return {
    theme: styles.colorScheme === "dark" ? "night" : "stripe",
    variables: {
      colorPrimary: value("--brand"),
      colorBackground: value("--card"),
      colorText: value("--foreground"),
      colorTextSecondary: value("--muted-foreground"),
      colorDanger: value("--destructive"),
      borderRadius: "10px",
      fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
      fontSizeBase: "15px",
    },
  };
}
