import type { TeamRole } from "#contract/team/roles.ts";

/** What a creator is told of: a closed list. */
export const notificationKinds = [
  "SALE",
  "FIRST_SALE",
  /** On a free trial; a member who pays at once is a sale. */
  "MEMBER_JOINED",
  "MEMBER_FIRST_PAYMENT",
  /** The renewals of a day, together. */
  "MEMBER_RENEWED",
  "MEMBER_PAYMENT_FAILED",
  "MEMBER_CANCELED",
  "MEMBER_ENDED",
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

/** Shown in the app alone until a creator chooses more, since a large store has many of them. `tell_creator` has the same list. */
export const inAppByDefault = ["MEMBER_RENEWED", "MEMBER_PAYMENT_FAILED", "MEMBER_ENDED"] as const;

export const isInAppByDefault = (kind: NotificationKind): boolean =>
  (inAppByDefault as readonly NotificationKind[]).includes(kind);

export const isAlwaysInApp = (kind: NotificationKind): boolean =>
  (alwaysInApp as readonly NotificationKind[]).includes(kind);

/** DAILY is of sales alone: what else there is wants an answer, or is rare. */
export const mailChoices = ["EACH", "DAILY", "NEVER"] as const;
export type MailChoice = (typeof mailChoices)[number];
