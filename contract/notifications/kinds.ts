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

/** Those that cost money when nobody reads them: they always stand in the app. */
export const alwaysInApp = ["REFUND_REQUEST", "REFUND_FAILED", "DISPUTE", "PAYOUT_FAILED"] as const;

export const isAlwaysInApp = (kind: NotificationKind): boolean =>
  (alwaysInApp as readonly NotificationKind[]).includes(kind);

/** DAILY is of sales alone: what else there is wants an answer, or is rare. */
export const mailChoices = ["EACH", "DAILY", "NEVER"] as const;
export type MailChoice = (typeof mailChoices)[number];
