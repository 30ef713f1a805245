/**
 * SQL: a creator's refund policy as JSON, in the contract's form. `user` names a row of `users`, or of
 * `orders`, which keep the one they were sold under.
 */
export const refundPolicy = (user: string): string =>
  `json_build_object('days', ${user}.refund_days, 'terms', ${user}.refund_terms)`;
