import { getSandboxPayment } from "#contract/dev/sandbox.ts";
import { callApi } from "#web/api.ts";
import type { PaymentOutcome } from "./payment-form.tsx";

type Setup = { provider: "stripe" | "sandbox" | "none"; publishableKey: string | null };

/** Takes up a payment that waits for its buyer at their bank, where the first way there was lost. */
export async function continueAtBank(setup: Setup, clientSecret: string): Promise<PaymentOutcome> {
  if (setup.provider === "stripe" && setup.publishableKey) {
    const { loadStripe } = await import("@stripe/stripe-js/pure");
    const stripe = await loadStripe(setup.publishableKey);
    if (!stripe) return { status: "unknown" };
    const { error, paymentIntent, setupIntent } = await stripe.handleNextAction({ clientSecret });
    const status = (paymentIntent ?? setupIntent)?.status;
    if (status === "succeeded" || status === "processing") return { status };
    if (status === "requires_capture") return { status: "authorized" };
    if (!error) return { status: "unknown" };
    return {
      status: "failed",
      message: error.message ?? "The payment was not confirmed.",
      code: error.decline_code ?? error.code,
    };
  }
  const id = clientSecret.split("_secret_")[0] ?? "";
  const { redirectUrl } = await callApi(getSandboxPayment, {
    params: { id },
    querystring: { client_secret: clientSecret },
  });
  if (!redirectUrl) return { status: "unknown" };
  location.assign(redirectUrl);
  return { status: "redirecting" };
}
