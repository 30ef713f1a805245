/** Why somebody may not be written to, by what `suppression_of` says, in words for the creator. */
export const suppressedReasons: Readonly<Record<string, string>> = {
  UNSUBSCRIBED: "They want no mails",
  BOUNCED: "Their address does not exist",
  COMPLAINED: "They complained about a mail",
  UNREACHABLE: "Mails to them came back again and again",
};

/** While a creator's mails are stopped: see `mail/feedback/stop-promotions.ts`. */
export const pausedReason = "Your mails are paused: too many came back, or were called spam";
