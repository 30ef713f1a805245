import type { FigureRow } from "#contract/analytics/figure-rows.ts";
import { comesAfter, type Placed, placeMicros } from "#server/database/newest-first.ts";

/** A row of a figure, and where it stands in its list. */
export type PlacedRow = FigureRow & Placed;

/** What a page of rows is read by: the time, a product, the place after which it begins, and how many. */
export type RowValues = [
  ownerId: string,
  from: Date,
  to: Date,
  productId: string | null,
  beforeMicros: string,
  beforeId: string,
  number: number,
];

/** SQL: the order and the length of a page. */
export const newestFirst = (at: string, id: string): string => `
     order by ${at} desc, ${id} desc limit $7`;

/** SQL: whether a row comes after the place that a page begins at. */
export const isAfterPlace = (at: string, id: string): string => comesAfter(at, id, ["$5", "$6"]);

/** SQL: whether a moment lies in the time. */
export const isWithin = (at: string): string => `${at} >= $2::timestamptz and ${at} < $3::timestamptz`;

/** SQL: a page of what is left of a list before a place in it. */
export const pageOf = (at: string, id: string): string => `
       and ${isWithin(at)} and ${isAfterPlace(at, id)}${newestFirst(at, id)}`;

/** SQL: a page of rows with `id`, `at`, `kind`, `title`, `orderId` and `cents`, with what is shown of their orders. */
export const placedRows = (rows: string): string => `
  select id, at, kind, title, "orderId", (select n.number from order_numbers n where n.order_id = "orderId") as "orderNumber", cents,
         ${placeMicros("at")} as "placeMicros"
    from (${rows}) as newest
   order by at desc, id desc`;

/** SQL: how a creator's buyer is called. */
export const buyerName = (customer: string): string => `coalesce(
  (select nullif(k.name, '') from creator_customers k where k.owner_id = $1 and k.customer_id = ${customer}),
  (select c.email from customers c where c.id = ${customer}), '')`;
