/** What operators do, and is written down. */
export const operatorEventKinds = [
  "STORE_SUSPENDED",
  "STORE_REINSTATED",
  "PAYMENT_REFUNDED",
  "PAYMENT_DISMISSED",
  "JOB_RETRIED",
  "JOB_DISCARDED",
  "MAIL_RETRIED",
  "MAIL_DISCARDED",
  "WEBHOOK_RETRIED",
  "WEBHOOK_DISCARDED",
  "REPORT_CLOSED",
  "SIGN_IN_RESET_STARTED",
  "SIGN_IN_RESET_CANCELED",
  "SENDER_NAME_APPROVED",
  "SENDER_NAME_DECLINED",
] as const;
export type OperatorEventKind = (typeof operatorEventKinds)[number];
