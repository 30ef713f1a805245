import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import { useEffect, useImperativeHandle, useState } from "react";
import type { PaymentFieldsProps, PaymentOutcome } from "./payment-form.tsx";
import { confirmWithStripe, currentAppearance, elementsOptions, stripeOf } from "./stripe-elements.ts";
import { failedPayment } from "./stripe-refusals.ts";

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
      options={{
        ...(fields.payable ? elementsOptions(fields.payable) : { clientSecret: fields.clientSecret }),
        appearance,
        loader: "auto",
      }}
    >
      <StripeFields {...fields} />
    </Elements>
  );
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
      if (!elements) return failedPayment(stillLoading);
      const { error } = await elements.submit();
      return error && failedPayment(error);
    },
    async confirm({ name, email, returnUrl, clientSecret: made }): Promise<PaymentOutcome> {
      if (!stripe || !elements) return failedPayment(stillLoading);
      const secret = made ?? clientSecret;
      if (!secret) throw new Error("there is no payment to confirm");
      const checked = await elements.submit();
      if (checked.error) return failedPayment(checked.error);
      const confirmation = {
        elements,
        clientSecret: secret,
        confirmParams: {
          return_url: returnUrl,
          payment_method_data: { billing_details: { ...(name && { name }), email } },
        },
        redirect: "if_required" as const,
      };
      return confirmWithStripe(stripe, confirmation);
    },
  }));

  return (
    <>
      <PaymentElement
        options={{
          layout: "tabs",
          readOnly: disabled,
          // Wallets have buttons of their own: a press here asks our server first, and Safari then opens none.
          wallets: { applePay: "never", googlePay: "never", link: "never" },
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
