import { standingAccess } from "#server/features/access/open-access.ts";

/**
 * SQL: the rows of `access` (`a`, of the order `o`) by which a customer's purchases stand: neither refunded nor disputed,
 * whether or not a membership has ended. It is the rule of the view counted_reviews; a test holds the two together.
 * `customerId` is SQL.
 */
export const standingPurchase = (customerId: string): string => `
  select a.product_id, a.granted_at from ${standingAccess} a where a.customer_id = ${customerId}`;
