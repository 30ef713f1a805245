import { Lock } from "lucide-react";
import { Button } from "#web/ui/button.tsx";

type Props = {
  disabled: boolean;
  busy: boolean;
  /** A payment was sent, and nobody knows yet what became of it. */
  checking: boolean;
  /** The total is being asked for again. */
  updating: boolean;
  isFree: boolean;
  total: string;
};

/** The press that buys. */
export function PayButton({ disabled, ...state }: Props) {
  const { busy, isFree } = state;
  return (
    <Button
      type="submit"
      variant="brand"
      size="lg"
      className="h-auto! min-h-12 w-full py-2 whitespace-normal!"
      disabled={disabled}
      loading={busy}
    >
      {!busy && !isFree && <Lock aria-hidden="true" />}
      {textOf(state)}
    </Button>
  );
}

function textOf({ checking, busy, updating, isFree, total }: Omit<Props, "disabled">) {
  if (isFree) return busy ? "One moment..." : "Get it free";
  if (checking) return "Checking Payment...";
  if (busy) return "Processing Payment...";
  return updating ? "Updating Total..." : `Complete Purchase - ${total}`;
}
