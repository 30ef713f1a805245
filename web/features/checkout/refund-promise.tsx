import { RotateCcw } from "lucide-react";
import type { RefundPolicy } from "#contract/accounts/refund-policy.ts";

/** The badge of a guaranteed refund policy, as an entry of a list; nothing for any other. */
export function RefundPromise({ policy }: { policy: RefundPolicy }) {
  if (!policy.guaranteed) return null;
  return (
    <li>
      <RotateCcw aria-hidden="true" />
      {policy.days}-Day Refund
    </li>
  );
}
