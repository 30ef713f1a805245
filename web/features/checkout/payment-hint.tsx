import { Button } from "#web/ui/button.tsx";
import type { Checkout } from "./use-checkout-session.ts";

type Props = {
  email: string;
  checkout: Pick<Checkout, "cart" | "asking" | "opening" | "refusal" | "session" | "change">;
  isFree: boolean;
};

/** What paying waits for, or getting what costs nothing. */
export function PaymentHint({ email, checkout, isFree }: Props) {
  const { cart, asking, opening, refusal, session, change } = checkout;
  if (refusal?.kind === "unreachable" && !asking) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-warning-soft px-4 py-3 text-sm text-warning-soft-foreground">
        <p>
          {session || !cart.email
            ? "The total could not be updated."
            : `The ${isFree ? "order" : "payment"} could not be set up.`}
        </p>
        <Button size="sm" variant="outline" onClick={() => change()}>
          Try again
        </Button>
      </div>
    );
  }
  if (refusal?.kind === "refused") {
    return (
      <p role="alert" className="rounded-xl bg-warning-soft px-4 py-3 text-sm text-warning-soft-foreground">
        {refusal.message}
      </p>
    );
  }
  if (session) return null;
  const text = opening
    ? isFree
      ? "One moment..."
      : "Setting up secure payment..."
    : email
      ? `Click outside this field to ${isFree ? "continue" : "setup payment"}`
      : "Please enter your email address to continue";
  return (
    <p role="status" className="text-center text-sm text-muted-foreground">
      {text}
    </p>
  );
}
