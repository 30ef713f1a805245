import type { TeamRole } from "#contract/team/roles.ts";

/** What a creator is told of: a closed list. */
export const notificationKinds = [
  "SALE",
  "FIRST_SALE",
  "ORDER_TO_SHIP",
  "WORK_TO_DELIVER",
  "SESSION",
  "SUBMISSIONS",
  "REVIEW",
  "REFUND_REQUEST",
  "REFUND_FAILED",
  "DISPUTE",
  "PAYOUT_FAILED",
  "ACCOUNT_DISCONNECTED",
  "PLAN_LIMIT",
  "TRIAL",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** What of it somebody on the store's team hears of: what they see, and can do something about. */
export const kindsOfRole: Record<TeamRole, readonly NotificationKind[]> = {
  // Payouts and the plan are the owner's.
  ADMIN: notificationKinds.filter((kind) => !["PAYOUT_FAILED", "PLAN_LIMIT", "TRIAL"].includes(kind)),
  // No sales: how many there were is money, times a price.
  SUPPORT: ["ORDER_TO_SHIP", "WORK_TO_DELIVER", "SESSION", "REVIEW", "REFUND_REQUEST", "DISPUTE"],
  EDITOR: ["SUBMISSIONS"],
};

/** Those that cost money when nobody reads them: they always stand in the app. */
export const alwaysInApp = ["REFUND_REQUEST", "REFUND_FAILED", "DISPUTE", "PAYOUT_FAILED"] as const;

export const isAlwaysInApp = (kind: NotificationKind): boolean =>
  (alwaysInApp as readonly NotificationKind[]).includes(kind);

/** DAILY is of sales alone: what else there is wants an answer, or is rare. */
export const mailChoices = ["EACH", "DAILY", "NEVER"] as const;
export type MailChoice = (typeof mailChoices)[number];
