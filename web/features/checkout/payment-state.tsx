import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

type Props = { state: "checking" | "at bank"; busy: boolean; onContinue: () => void };

/** Said beside the card while a payment is neither made nor refused. */
export function PaymentState({ state, busy, onContinue }: Props) {
  if (state === "checking") {
    return (
      <div ref={focusOnMount} role="alert" tabIndex={-1} className={`flex items-center gap-3 ${look}`}>
        <Spinner />
        <p className="font-medium">We are checking your payment. Please do not pay again.</p>
      </div>
    );
  }
  return (
    <div ref={focusOnMount} role="alert" tabIndex={-1} className={`grid justify-items-start gap-3 ${look}`}>
      <p className="font-medium">
        Your bank still waits for you to confirm this payment. Nothing was charged yet.
      </p>
      <Button size="sm" variant="outline" disabled={busy} onClick={onContinue}>
        Continue with your bank
      </Button>
    </div>
  );
}

const look = "rounded-xl bg-info-soft px-4 py-3 text-sm text-info-soft-foreground";

const focusOnMount = (place: HTMLElement | null) => place?.focus();
