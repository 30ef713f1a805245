/**
 * SQL: the rows of `access` (`a`, of the order `o`) by which a customer's purchases stand: neither refunded nor disputed,
 * whether or not a membership has ended. It is the rule of the view counted_reviews; a test holds the two together.
 * `customerId` is SQL.
 */
export const standingPurchase = (customerId: string): string => `
  select a.product_id, a.granted_at from access a join orders o on o.id = a.order_id
   where a.customer_id = ${customerId} and a.revoked_at is null
     and o.status in ('PAID', 'REFUNDED') and not o.disputed`;
