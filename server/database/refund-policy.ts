/** SQL: the current refund policy of `user`, a row of `users`, as the contract's JSON. */
export const refundPolicy = (user: string): string =>
  `json_build_object('days', ${user}.refund_days, 'terms', ${user}.refund_terms, 'guaranteed', ${isGuaranteed(user)})`;

/** SQL: whether `user`, a row of `users`, guarantees refunds now. */
export const isGuaranteed = (user: string): string =>
  `coalesce(${user}.guaranteed_refund_days = ${user}.refund_days, false)`;

/** SQL: the refund policy that `order`, a paid row of `orders`, was sold under. */
export const soldRefundPolicy = (order: string): string =>
  `json_build_object('days', ${order}.refund_days, 'terms', ${order}.refund_terms, 'guaranteed', ${order}.refund_guaranteed)`;
