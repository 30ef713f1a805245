/** Why a payment did not go through: the provider's words, and its code where it is about the card. */
export type Problem = { message: string; code?: string | undefined };

/** Said where the card is, until the buyer tries again; it takes the focus as it appears, and names the next step. */
export function PaymentProblem({ problem }: { problem: Problem }) {
  const step = nextStep(problem.code);
  return (
    <div
      ref={focusOnMount}
      role="alert"
      tabIndex={-1}
      className="grid gap-1 rounded-xl bg-destructive-soft px-4 py-3 text-sm text-destructive-soft-foreground"
    >
      <p className="font-medium">{problem.message}</p>
      {step && <p>{step}</p>}
    </div>
  );
}

const focusOnMount = (place: HTMLElement | null) => place?.focus();

/** By the codes of https://docs.stripe.com/declines/codes; a lost or stolen card is told nothing that others are not. */
function nextStep(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  if (/authentication/.test(code))
    return "Nothing was charged. Please try again and confirm with your bank, or use another card.";
  if (/^(in(correct|valid)_|expired_card)/.test(code))
    return "Please check the card's details and try again.";
  if (/^(processing_error|issuer_not_available|try_again_later)$/.test(code))
    return "Nothing was charged. Please try again in a minute.";
  return "Nothing was charged. Please use another card, or ask your bank.";
}
