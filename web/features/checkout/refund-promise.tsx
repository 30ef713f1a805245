import { RotateCcw, Scale } from "lucide-react";
import type { RefundPolicy } from "#contract/accounts/refund-policy.ts";
import { refundBadge, refundTerms } from "#contract/accounts/refund-words.ts";

/** The refund policy as an entry of a list: the badge of a guarantee, or that the seller decides. */
export function RefundPromise({ policy }: { policy: RefundPolicy }) {
  const badge = refundBadge(policy);
  return (
    <li className="min-w-0 wrap-anywhere">
      {badge ? (
        <RotateCcw aria-hidden="true" />
      ) : (
        <Scale aria-hidden="true" className="text-muted-foreground!" />
      )}
      {badge ?? refundTerms(policy)}
    </li>
  );
}
