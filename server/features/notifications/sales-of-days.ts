import type pg from "pg";
import { startOfDay, zoneOfCreator } from "#server/database/creator-zone.ts";
import { statement } from "#server/database/statement.ts";

export type DaySales = {
  orders: number;
  /** By currency, which are never added up. */
  sums: { cents: number; currency: string }[];
  /** The five that brought most. */
  products: { title: string; count: number; cents: number; currency: string }[];
  otherProducts: number;
};

const productsNamed = 5;

/** What a creator sold from the beginning of one of their days to the end of another, as their figures count it. */
export async function getSalesOfDays(
  pool: pg.Pool,
  { ownerId, from, until }: { ownerId: string; from: string; until: string },
): Promise<DaySales> {
  const sums = await selectSums(pool, ownerId, from, until);
  const products = await selectProducts(pool, ownerId, from, until, productsNamed);
  return {
    orders: sums.reduce((count, sum) => count + sum.orders, 0),
    sums: sums.filter(({ cents }) => cents > 0),
    products,
    otherProducts: Math.max(0, (products[0]?.all ?? 0) - products.length),
  };
}

/** SQL: whether a sale of the creator $1 was made on the days from $2 to $3 of their zone. */
const onDays = (moment: string) => `${moment} >= ${startOfDay("$2::date", zoneOfCreator("$1"))}
      and ${moment} < ${startOfDay("$3::date + 1", zoneOfCreator("$1"))}`;

const selectSums = statement("notifications_sales_of_days")<
  { orders: number; cents: number; currency: string },
  [ownerId: string, from: string, until: string]
>(`select count(*)::int as orders, sum(o.total_cents)::float8 as cents, o.currency from orders o
    where o.owner_id = $1 and o.status in ('PAID', 'REFUNDED') and ${onDays("o.created_at")}
    group by o.currency order by cents desc`);

/** SQL: what a line was bought as: a bundle's parts, as the bundle. */
const ofSale = "case i.item_type when 'PART' then o.product_id else i.product_id end";

const selectProducts = statement("notifications_products_of_days")<
  { title: string; count: number; cents: number; currency: string; all: number },
  [ownerId: string, from: string, until: string, limit: number]
>(`select p.title, sold.count, sold.cents, sold.currency, sold."all"
     from (select ${ofSale} as product_id, o.currency, coalesce(sum(i.quantity) filter (where i.item_type <> 'PART'), 0)::int as count, sum(i.total_price_cents)::float8 as cents,
                  (count(*) over ())::int as "all"
             from orders o join order_items i on i.order_id = o.id
            where o.owner_id = $1 and o.status in ('PAID', 'REFUNDED') and ${onDays("o.created_at")}
            group by 1, o.currency order by cents desc, 1 limit $4) sold
     join products p on p.id = sold.product_id order by sold.cents desc, p.title`);
