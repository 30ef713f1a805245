import { shownDecline } from "#contract/checkout/declines.ts";
import { declineStep, isPassing } from "./decline-step.ts";

/**
 * Why a payment did not go through, in the provider's words or ours. `code`: the provider's, where it is about the card.
 * `step`: what to do, where no card is to blame.
 */
export type Problem = { message: string; code?: string | undefined; step?: string | undefined };

/** Said where the card is, until the buyer tries again; it takes the focus as it appears, and names the next step. */
export function PaymentProblem({ problem }: { problem: Problem }) {
  const { title, reason, step } = problemTexts(problem);
  return (
    <div
      ref={focusOnMount}
      role="alert"
      tabIndex={-1}
      className="grid gap-1 rounded-xl bg-destructive-soft px-4 py-3 text-sm text-destructive-soft-foreground"
    >
      <p className="font-medium">{title}</p>
      {reason && <p>{reason}</p>}
      {step && <p>{step}</p>}
    </div>
  );
}

const focusOnMount = (place: HTMLElement | null) => place?.focus();

const declined = "Your card was declined.";

/** What is said of a problem. The provider's words alone were read as the shop's fault: so it begins with the card. */
export function problemTexts({ message, code, step }: Problem) {
  if (code === undefined) return { title: message, step };
  const shown = shownDecline({ code, message });
  const reason = shown.message.replace(declined, "").trim();
  return { title: titleOf(shown.code), reason, step: declineStep(shown.code) };
}

/** Only a bank that refuses has declined the card. */
function titleOf(code: string): string {
  if (/authentication/.test(code)) return "Your bank didn't confirm this payment.";
  return isPassing(code) ? "Your payment didn't go through." : declined;
}
