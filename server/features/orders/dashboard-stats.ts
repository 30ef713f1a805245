import type { DashboardStats } from "#contract/orders.ts";
import { zoneOfCreator } from "#server/database/creator-zone.ts";
import { hotStatement } from "#server/database/statement.ts";
import { productOrders } from "#server/features/catalog/product-orders.ts";
import type { Services } from "#server/services.ts";

/**
 * The creator's figures, all counted from rows: revenue is what paid orders brought less what was given back, months
 * are those of the creator's zone, and this month is compared with as much of the month before as has passed of it. A paid order's
 * `created_at` is when it was paid.
 */
export async function getDashboardStats(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  creatorId: string,
): Promise<DashboardStats> {
  const now = clock.now();
  // Both read much of a large store; beside each other, neither waits for the other.
  const [[stats], [students]] = await Promise.all([
    selectStats(pool, creatorId, now),
    selectStudents(pool, creatorId, now),
  ]);
  if (!stats || !students) throw new Error("the figures were not counted");
  return { ...stats.figures, ...students };
}

type Asked = [creatorId: string, now: Date];
type Students = Pick<DashboardStats, "activeStudents" | "newStudentsThisMonth" | "newStudentsPrevious">;

const periods = `
   periods as materialized (
     select this_month, previous_month,
            least(previous_month + make_interval(secs => extract(epoch from $2 - this_month)), this_month) as previous_end
       from (select date_trunc('month', $2::timestamptz, zone) as this_month,
                    date_trunc('month', date_trunc('month', $2::timestamptz, zone) - interval '1 hour', zone) as previous_month
               from (select ${zoneOfCreator("$1")} as zone) of_creator) as months)`;

const selectStudents = hotStatement("orders_dashboard_students")<Students, Asked>(`with ${periods}
   select count(*)::int as "activeStudents",
            count(*) filter (where since >= this_month and since <= $2)::int as "newStudentsThisMonth",
            count(*) filter (where since >= previous_month and since < previous_end)::int as "newStudentsPrevious"
       from (select min(a.granted_at) as since
               from products p join access a on a.owner_id = $1 and a.product_id = p.id and a.revoked_at is null
              where p.owner_id = $1 and p.type = 'COURSE'
              group by a.customer_id) as each_student, periods`);

const selectStats = hotStatement("orders_dashboard_stats")<
  { figures: Omit<DashboardStats, keyof Students> },
  Asked
>(`with ${periods},
   sales as (
     select coalesce(sum(total_cents - refunded_cents), 0)::int8 as revenue,
            count(*)::int as orders,
            coalesce(sum(total_cents - refunded_cents) filter (where this), 0)::int8 as revenue_this,
            coalesce(sum(total_cents - refunded_cents) filter (where previous), 0)::int8 as revenue_previous,
            count(*) filter (where this)::int as orders_this,
            count(*) filter (where previous)::int as orders_previous
       from (select o.total_cents, o.refunded_cents,
                    o.created_at >= this_month and o.created_at <= $2 as this,
                    o.created_at >= previous_month and o.created_at < previous_end as previous
               from orders o, periods
              where o.owner_id = $1 and o.status in ('PAID', 'REFUNDED')) as paid),
   ratings as (
     select round(avg(r.rating), 2)::float8 as average, count(*)::int as number
       from counted_reviews r join products p on p.id = r.product_id
      where p.owner_id = $1),
   shelf as (
     select coalesce(json_agg(json_build_object('id', p.id, 'title', p.title, 'orderCount', ${productOrders("p.id")})
              order by p.position, p.created_at, p.id), '[]') as products
       from products p
      where p.owner_id = $1 and p.archived_at is null)
   select json_build_object(
       'totalRevenue', sales.revenue, 'totalOrders', sales.orders,
       'revenueThisMonthCents', sales.revenue_this, 'revenuePreviousCents', sales.revenue_previous,
       'ordersThisMonth', sales.orders_this, 'ordersPrevious', sales.orders_previous,
       'averageRating', ratings.average, 'reviewCount', ratings.number,
       'products', shelf.products,
       'socialAccountCount', (select count(*) from social_accounts where user_id = $1),
       'keywordResponseCount', (select count(*) from keyword_responses where user_id = $1)) as figures
     from sales, ratings, shelf`);
