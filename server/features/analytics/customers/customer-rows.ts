import { statement } from "#server/database/statement.ts";
import {
  buyerName,
  isAfterPlace,
  isWithin,
  newestFirst,
  type PlacedRow,
  placedRows,
  type RowValues,
} from "#server/features/analytics/rows-page.ts";
import { isPurchase } from "./period-customers.ts";

// Each at the newest order of the period, with what was spent so far.
const which = (condition: string) => `
  with bought as (
    select o.customer_id, count(*) as orders, min(o.created_at) as first_at, max(o.created_at) as at
      from orders o where ${isPurchase("o", "$4")} and ${isWithin("o.created_at")} group by 1),
  buyers as (
    select b.customer_id as id, b.at, b.first_at, b.orders, k.first_paid_at, k.spent_cents
      from bought b join creator_customers k on k.owner_id = $1 and k.customer_id = b.customer_id),
  chosen as (select * from buyers where ${condition} and ${isAfterPlace("at", "id")}${newestFirst("at", "id")})
  ${placedRows(`
    select id, at, case when first_at = first_paid_at then 'NEW_CUSTOMER' else 'RETURNING_CUSTOMER' end as kind, ${buyerName("chosen.id")} as title,
           (select o.id from orders o where ${isPurchase("o", "$4")} and o.customer_id = chosen.id and o.created_at = chosen.at limit 1) as "orderId",
           spent_cents::float8 as cents
      from chosen`)}`;

/** The customers of a time: one row for each. */
export const customerRows = {
  customers: statement("analytics_customer_rows")<PlacedRow, RowValues>(which("true")),
  newCustomers: statement("analytics_new_customer_rows")<PlacedRow, RowValues>(
    which("first_at = first_paid_at"),
  ),
  returningCustomers: statement("analytics_returning_customer_rows")<PlacedRow, RowValues>(
    which("first_at <> first_paid_at"),
  ),
  repeatCustomers: statement("analytics_repeat_customer_rows")<PlacedRow, RowValues>(
    which("(first_paid_at < first_at or orders > 1)"),
  ),
};
