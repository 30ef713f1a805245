/** SQL: a creator's refund policy as JSON, in the contract's form. `user` names a row of `users` in SQL. */
export const refundPolicy = (user: string): string =>
  `json_build_object('days', ${user}.refund_days, 'terms', ${user}.refund_terms)`;
