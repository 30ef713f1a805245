/** What is written down about a creator's account. */
export const accountEventKinds = [
  "SIGNED_IN",
  "SIGNED_OUT_ELSEWHERE",
  "PASSKEY_ADDED",
  "PASSKEY_REMOVED",
  "EMAIL_CHANGED",
  "EMAIL_TAKEN_BACK",
  "HANDLE_CHANGED",
  "PAYOUTS_CONNECTED",
  "SOCIAL_CONNECTED",
  "EXPORT_ASKED_FOR",
  "TEAM_INVITED",
  "TEAM_JOINED",
  "TEAM_ROLE_CHANGED",
  "TEAM_LEFT",
  "COLLEAGUE_ACTED",
  "DELETION_ASKED_FOR",
  "DELETION_TAKEN_BACK",
  "STORE_SUSPENDED",
  "STORE_REINSTATED",
] as const;
export type AccountEventKind = (typeof accountEventKinds)[number];
