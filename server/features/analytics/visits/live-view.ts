import type { LiveView } from "#contract/analytics/visits.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";

/** The last 30 minutes of a creator's store. */
export async function getLiveView(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  ownerId: string,
): Promise<LiveView> {
  const [row] = await selectLive(pool, ownerId, clock.now());
  if (!row) throw new Error("the last minutes were not read");
  return row.view;
}

const selectLive = statement("analytics_select_live")<{ view: LiveView }, [ownerId: string, now: Date]>(`
  with recent as materialized (
    select v.id, v.channel, v.source, floor(extract(epoch from $2::timestamptz - v.started_at) / 60)::int as age
      from visits v where v.owner_id = $1 and v.started_at > $2::timestamptz - interval '30 minutes' and v.started_at <= $2),
  sold as (
    select count(*)::int as orders, coalesce(sum(o.total_cents - o.refunded_cents), 0)::int8 as cents from orders o
     where o.owner_id = $1 and o.status in ('PAID', 'REFUNDED') and o.created_at > $2::timestamptz - interval '30 minutes' and o.created_at <= $2)
  select json_build_object(
      'visits', (select count(*) from recent), 'orders', sold.orders, 'revenue', sold.cents,
      'minutes', (select json_agg((select count(*) from recent where age = minute) order by minute desc) from generate_series(0, 29) minute),
      'sources', (select coalesce(json_agg(s order by s.visits desc, s.source), '[]') from (
         select channel, source, count(*) as visits from recent group by 1, 2 order by 3 desc, 2 limit 10) s),
      'products', (select coalesce(json_agg(t order by t.visits desc, t.title), '[]') from (
         select p.id, p.title, count(*) as visits from recent r join visit_products k on k.visit_id = r.id join products p on p.id = k.product_id
          group by p.id order by 3 desc, 2 limit 10) t)) as view
    from sold`);
