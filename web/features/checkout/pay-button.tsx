import { Lock } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Button } from "#web/ui/button.tsx";

type Props = {
  busy: boolean;
  /** A payment was sent, and nobody knows yet what became of it. */
  checking: boolean;
  /** The total is being asked for again. */
  updating: boolean;
  isFree: boolean;
  /** It begins a free trial: a card is kept, and nothing is paid. */
  isTrial: boolean;
  total: string;
};

/**
 * The press that buys. What is missing is said when it is pressed, so it is there from the start: but before the page's
 * scripts, which alone can pay.
 */
export function PayButton(state: Props) {
  const hasScripts = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  const { busy, isFree } = state;
  return (
    <Button
      type="submit"
      variant="brand"
      size="lg"
      className="h-auto! min-h-12 w-full py-2 whitespace-normal!"
      disabled={!hasScripts}
      data-keep-clear
      loading={busy}
    >
      {!busy && !isFree && <Lock aria-hidden="true" />}
      {textOf(state)}
    </Button>
  );
}

const neverChanges = () => () => {};

function textOf({ checking, busy, updating, isFree, isTrial, total }: Props) {
  if (isFree) return busy ? "One moment..." : "Get it free";
  if (checking) return isTrial ? "Checking Your Card..." : "Checking Payment...";
  if (busy) return isTrial ? "Starting Your Trial..." : "Processing Payment...";
  return updating ? "Updating Total..." : isTrial ? "Start Free Trial" : `Complete Purchase - ${total}`;
}
