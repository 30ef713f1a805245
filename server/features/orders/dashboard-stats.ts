import type { DashboardStats } from "#contract/orders/orders.ts";
import { startOfDay, zoneOfCreator } from "#server/database/creator-zone.ts";
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
  const [stats] = await selectStats(pool, creatorId, clock.now());
  if (!stats) throw new Error("the figures were not counted");
  return stats.figures;
}

const paid = "o.status in ('PAID', 'REFUNDED')";

const selectStats = hotStatement("orders_dashboard_stats")<
  { figures: DashboardStats },
  [creatorId: string, now: Date]
>(`with periods as materialized (
     select this_month, previous_month,
            least(previous_month + make_interval(secs => extract(epoch from $2 - this_month)), this_month) as previous_end
       from (select ${startOfDay("month", "zone")} as this_month, ${startOfDay("month - interval '1 month'", "zone")} as previous_month
               from (select zone, date_trunc('month', $2::timestamptz at time zone zone) as month
                       from (select ${zoneOfCreator("$1")} as zone) of_creator) of_zone) as months),
   sales as (
     select coalesce(sum(o.total_cents - o.refunded_cents), 0)::int8 as revenue, count(*)::int as orders
       from orders o where o.owner_id = $1 and ${paid}),
   -- Of these two months alone: what is asked of each order is asked of few.
   recent as (
     select coalesce(sum(o.total_cents - o.refunded_cents) filter (where o.created_at >= this_month), 0)::int8 as revenue_this,
            coalesce(sum(o.total_cents - o.refunded_cents) filter (where o.created_at < previous_end), 0)::int8 as revenue_previous,
            count(*) filter (where o.created_at >= this_month)::int as orders_this,
            count(*) filter (where o.created_at < previous_end)::int as orders_previous
       from orders o, periods
      where o.owner_id = $1 and ${paid} and o.created_at >= (select previous_month from periods) and o.created_at <= $2),
   students as (select count(*)::int as active from course_students where owner_id = $1),
   recent_students as (
     select count(*) filter (where since >= this_month)::int as students_this,
            count(*) filter (where since < previous_end)::int as students_previous
       from course_students, periods
      where owner_id = $1 and since >= (select previous_month from periods) and since <= $2),
   ratings as (
     select round(avg(r.rating), 2)::float8 as average, count(*)::int as number
       from counted_reviews r join products p on p.id = r.product_id
      where p.owner_id = $1),
   shelf as (
     select coalesce(json_agg(json_build_object('id', p.id, 'title', p.title, 'isOnSale', p.state = 'PUBLISHED', 'orderCount', ${productOrders("p.id")})
              order by p.position, p.created_at, p.id), '[]') as products
       from products p
      where p.owner_id = $1 and p.state <> 'ARCHIVED')
   select json_build_object(
       'totalRevenue', sales.revenue, 'totalOrders', sales.orders,
       'revenueThisMonthCents', recent.revenue_this, 'revenuePreviousCents', recent.revenue_previous,
       'ordersThisMonth', recent.orders_this, 'ordersPrevious', recent.orders_previous,
       'activeStudents', students.active, 'newStudentsThisMonth', recent_students.students_this, 'newStudentsPrevious', recent_students.students_previous,
       'averageRating', ratings.average, 'reviewCount', ratings.number,
       'products', shelf.products,
       'socialAccountCount', (select count(*) from social_accounts where user_id = $1),
       'keywordResponseCount', (select count(*) from keyword_responses where user_id = $1)) as figures
     from sales, recent, students, recent_students, ratings, shelf`);
