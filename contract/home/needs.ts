import type { TeamRole } from "#contract/team/roles.ts";

/** What waits for the creator, the most pressing first: the order in which it stands on Home. */
export const needKinds = [
  "DISPUTES",
  "REFUND_REQUESTS",
  "TO_SHIP",
  "TO_DELIVER",
  "FANS",
  "SUBMISSIONS",
  "FAILED_PAYMENTS",
  "ACCOUNTS",
  "PAYOUTS",
  "REVIEWS",
] as const;
export type NeedKind = (typeof needKinds)[number];

/** What of it somebody on the store's team may do something about. */
export const needsOfRole: Record<TeamRole, readonly NeedKind[]> = {
  ADMIN: needKinds.filter((kind) => kind !== "PAYOUTS"),
  SUPPORT: ["DISPUTES", "REFUND_REQUESTS", "TO_SHIP", "TO_DELIVER", "FANS", "FAILED_PAYMENTS", "REVIEWS"],
  EDITOR: ["SUBMISSIONS"],
};

/** More than so many of a kind are not counted. */
export const needsAtMost = 100;

/** More carts or orders than so many are not counted for what would help. */
export const suggestedAtMost = 10_000;
