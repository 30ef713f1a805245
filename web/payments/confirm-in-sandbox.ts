import { confirmSandboxPayment } from "#contract/dev/sandbox.ts";
import { ApiError, callApi, type Output } from "#web/api.ts";
import type { PaymentOutcome } from "./payment-form.tsx";

type Confirmation = Pick<Output<typeof confirmSandboxPayment>, "status" | "error" | "redirectUrl">;
type Attempt = {
  clientSecret: string;
  card: { number: string; expiry: string; cvc: string };
  returnUrl: string;
};
type Field = "number" | "expiry" | "cvc";
type Result = { outcome: PaymentOutcome; field?: Field };

/** The field to look at again, after a refusal of the bank that is about one. */
const blamed: Record<string, Field> = {
  incorrect_number: "number",
  expired_card: "expiry",
  incorrect_cvc: "cvc",
};
const answersWithinMs = 20_000;
const notCompleted = "The payment was not completed. Please try again.";

/**
 * Pays at the sandbox; where the card asks for it, the browser leaves for the bank's page. The secret of a setup keeps the
 * card instead, and charges nothing.
 */
export async function confirmInSandbox({ clientSecret, card, returnUrl }: Attempt): Promise<Result> {
  const params = { id: clientSecret.split("_secret_")[0] ?? "" };
  try {
    const body = { clientSecret, card, returnUrl };
    const signal = AbortSignal.timeout(answersWithinMs);
    return resultOf(await callApi(confirmSandboxPayment, { params, body }, { signal }));
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) {
      return { outcome: { status: "failed", message: error.body.message ?? notCompleted } };
    }
    // Nobody answered, so the card may have been charged.
    return { outcome: { status: "unknown" } };
  }
}

function resultOf({ status, error, redirectUrl }: Confirmation): Result {
  if (status === "succeeded" || status === "processing") return { outcome: { status } };
  if (status === "requires_capture") return { outcome: { status: "authorized" } };
  if (redirectUrl) {
    window.location.assign(redirectUrl);
    return { outcome: { status: "redirecting" } };
  }
  const field = error?.field ?? blamed[error?.code ?? ""];
  const code = error?.declineCode ?? error?.code;
  return {
    outcome: {
      status: "failed",
      message: error?.message ?? notCompleted,
      code,
      isOver: status === "canceled",
    },
    ...(field && { field }),
  };
}
