/** SQL: whether a row `s` of `subscriptions` has not ended: it bills, rests or owes. */
export const membershipRuns = (s: string): string =>
  `${s}.status in ('trialing', 'active', 'paused', 'past_due')`;
