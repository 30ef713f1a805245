import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Appearance, Stripe, StripeError } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { useEffect, useImperativeHandle, useState } from "react";
import type { PaymentFieldsProps, PaymentOutcome } from "./payment-form.tsx";

type Props = PaymentFieldsProps & { publishableKey: string };

/**
 * Stripe's own fields, in frames of Stripe's: card data never touches this page. Made of an amount, they stay as they are
 * when it changes; made for a payment that is there, give them a `key` of its client secret.
 */
export function StripePaymentElement({ publishableKey, ...fields }: Props) {
  // Payments are opened in the browser only, so there is always a document here.
  const [appearance] = useState(currentAppearance);
  return (
    <Elements
      stripe={stripeOf(publishableKey)}
      options={{ ...optionsOf(fields), appearance, loader: "auto" }}
    >
      <StripeFields {...fields} />
    </Elements>
  );
}

/** What the payment will be made with, word for word: Stripe refuses fields that were made for another. */
function optionsOf({ clientSecret, payable }: PaymentFieldsProps) {
  if (!payable) return { clientSecret };
  const { cents: amount, currency, recurring } = payable;
  const ofAll = { amount, currency: currency.toLowerCase() };
  return recurring
    ? { mode: "subscription" as const, ...ofAll }
    : { mode: "payment" as const, setupFutureUsage: "off_session" as const, ...ofAll };
}

function StripeFields({
  ref,
  clientSecret,
  disabled = false,
  asksName = false,
  onReady,
}: PaymentFieldsProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isLoaded, setLoaded] = useState(false);
  const [problem, setProblem] = useState<string>();
  const isReady = Boolean(stripe && elements && isLoaded && !problem);

  useEffect(() => {
    onReady?.(isReady);
    return () => onReady?.(false);
  }, [onReady, isReady]);

  useImperativeHandle(ref, () => ({
    async check() {
      if (!elements) return failed(stillLoading);
      const { error } = await elements.submit();
      return error && failed(error);
    },
    async confirm({ name, email, returnUrl, clientSecret: made }): Promise<PaymentOutcome> {
      if (!stripe || !elements) return failed(stillLoading);
      const secret = made ?? clientSecret;
      if (!secret) throw new Error("there is no payment to confirm");
      const checked = await elements.submit();
      if (checked.error) return failed(checked.error);
      const confirmation = {
        elements,
        clientSecret: secret,
        confirmParams: {
          return_url: returnUrl,
          payment_method_data: { billing_details: { ...(name && { name }), email } },
        },
        redirect: "if_required" as const,
      };
      // The secret of a setup keeps the card for a membership, and charges nothing.
      if (secret.startsWith("seti_")) {
        const { error, setupIntent } = await stripe.confirmSetup(confirmation);
        const status = (setupIntent ?? error?.setup_intent)?.status;
        return status === "succeeded" ? { status } : failed(error);
      }
      const { error, paymentIntent } = await stripe.confirmPayment(confirmation);
      // Another tab may have paid already: then the refusal carries the intent as it stands.
      const status = (paymentIntent ?? error?.payment_intent)?.status;
      if (status === "succeeded" || status === "processing") return { status };
      // Stripe was asked, and did not answer.
      if (error?.type === "api_connection_error" || error?.type === "api_error") return { status: "unknown" };
      return failed(error);
    },
  }));

  return (
    <>
      <PaymentElement
        options={{
          layout: "tabs",
          readOnly: disabled,
          fields: { billingDetails: { name: asksName ? "auto" : "never", email: "never" } },
        }}
        onReady={() => setLoaded(true)}
        onLoadError={({ error }) =>
          setProblem(error.message ?? "Payment could not be loaded. Please reload the page.")
        }
      />
      {problem && (
        <p role="alert" className="text-sm font-medium text-destructive-soft-foreground">
          {problem}
        </p>
      )}
    </>
  );
}

const stillLoading = { message: "Payment is still loading. Please try again in a moment." };

const failed = ({
  message = "Your payment could not be completed. Please try again.",
  type,
  code,
  decline_code,
  payment_intent,
}: Partial<StripeError> = {}) => ({
  status: "failed" as const,
  message,
  code: decline_code ?? code,
  // What was typed wrongly is said in Stripe's own frame.
  isShown: type === "validation_error",
  isOver: payment_intent?.status === "canceled",
});

let loaded: { key: string; stripe: Promise<Stripe | null> } | undefined;

/** Stripe.js, loaded once for a page. */
function stripeOf(key: string): Promise<Stripe | null> {
  if (loaded?.key !== key) loaded = { key, stripe: loadStripe(key) };
  return loaded.stripe;
}

/** Our colours and shapes, as the page shows them at this moment. */
function currentAppearance(): Appearance {
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
