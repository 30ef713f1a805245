import type { RefundPolicy } from "./refund-policy.ts";

/** `30-Day Refund`, the badge of a guaranteed policy; undefined for any other. */
export const refundBadge = ({ days, guaranteed }: RefundPolicy): string | undefined =>
  guaranteed ? `${days}-Day Refund` : undefined;
