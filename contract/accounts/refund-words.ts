import type { RefundPolicy } from "./refund-policy.ts";

/** `30-Day Refund`, the badge of a guaranteed policy; undefined for any other. */
export const refundBadge = ({ days, guaranteed }: RefundPolicy): string | undefined =>
  guaranteed ? `${days}-Day Refund` : undefined;

/** What a policy gives buyers, in a sentence; one that guarantees nothing says that the seller decides. */
export function refundTerms({ days, terms, guaranteed }: RefundPolicy): string {
  if (guaranteed)
    return `Guaranteed: ask within ${days} days and you're refunded automatically, once per product.`;
  if (terms !== null) return `Refunds at the seller's discretion: ${terms.replace(/[.\s]+$/, "")}.`;
  return days === 0
    ? "No refunds, except at the seller's discretion."
    : `Refunds at the seller's discretion: ask within ${days} days.`;
}
