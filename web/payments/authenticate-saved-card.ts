import { authenticateSandboxPayment } from "#contract/dev/sandbox.ts";
import { callApi } from "#web/api.ts";
import type { PaymentOutcome } from "./payment-form.tsx";
import { failedPayment, refusalOf } from "./stripe-refusals.ts";

type Setup = { provider: "stripe" | "sandbox" | "none"; publishableKey: string | null };

/** Has the buyer confirm a payment with their bank whose saved card was not charged without them. No card is typed again. */
export async function authenticateSavedCard(
  setup: Setup,
  clientSecret: string,
  returnUrl: string,
): Promise<PaymentOutcome> {
  if (setup.provider === "stripe" && setup.publishableKey) {
    const { loadStripe } = await import("@stripe/stripe-js/pure");
    const stripe = await loadStripe(setup.publishableKey);
    const found = await stripe?.retrievePaymentIntent(clientSecret);
    const card = found?.paymentIntent?.last_payment_error?.payment_method?.id;
    if (!stripe || !card) return failedPayment();
    const { error, paymentIntent } = await stripe.confirmCardPayment(clientSecret, { payment_method: card });
    const status = paymentIntent?.status;
    return status === "succeeded" || status === "processing" ? { status } : refusalOf(error);
  }
  const { status, redirectUrl } = await callApi(authenticateSandboxPayment, {
    params: { id: clientSecret.split("_secret_")[0] ?? "" },
    body: { clientSecret, returnUrl },
  });
  if (status === "succeeded" || status === "processing") return { status };
  if (!redirectUrl) return failedPayment();
  location.assign(redirectUrl);
  return { status: "redirecting" };
}
