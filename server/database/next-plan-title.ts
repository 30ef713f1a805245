/** SQL: the title of the plan that a row `s` of `subscriptions` moves to with its next payment; null where it is none. */
export const nextTitle = `(select next.title from products next where next.id = s.moving_product_id and s.moving_price_cents = s.next_price_cents)`;
