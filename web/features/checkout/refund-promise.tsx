import { RotateCcw } from "lucide-react";
import { refundBadge } from "#contract/accounts/refund-badge.ts";
import type { RefundPolicy } from "#contract/accounts/refund-policy.ts";

/** The badge of a guaranteed refund policy, as an entry of a list; nothing for any other. */
export function RefundPromise({ policy }: { policy: RefundPolicy }) {
  const badge = refundBadge(policy);
  if (!badge) return null;
  return (
    <li>
      <RotateCcw aria-hidden="true" />
      {badge}
    </li>
  );
}
