import type { Traffic } from "#contract/analytics/visits.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { isSale } from "#server/features/analytics/sales-figures.ts";

type Origin = Traffic["origins"][number];

const mostRows = 100;

/**
 * What led to a period's orders: the message that was answered with a link, the mail about a cart, the affiliate, or where the
 * visit came from in which it was paid. Each order stands in one of them.
 */
export async function listOrigins(
  pool: Services["pool"],
  ownerId: string,
  from: Date,
  to: Date,
  productId: string | null,
): Promise<Origin[]> {
  const origins = await selectOrigins(pool, ownerId, from, to, productId);
  const rest = origins.slice(mostRows);
  const sumOf = (figure: "orders" | "revenue") => rest.reduce((sum, row) => sum + row[figure], 0);
  return [
    ...origins.slice(0, mostRows),
    ...(rest.length > 0
      ? [
          {
            channel: null,
            source: `${rest.length} others`,
            orders: sumOf("orders"),
            revenue: sumOf("revenue"),
          },
        ]
      : []),
  ];
}

const selectOrigins = statement("analytics_select_origins")<
  Origin,
  [ownerId: string, from: Date, to: Date, productId: string | null]
>(`
  with sold as (
    select o.id, o.total_cents - o.refunded_cents as cents, o.affiliate_link_code as affiliate,
           o.subscription_id is not null and o.checkout_session_id is null as is_renewal
      from orders o where ${isSale("o", "$4")} and o.created_at >= $2::timestamptz and o.created_at < $3::timestamptz),
  messages as (
    select a.order_id, coalesce('Keyword: ' || k.keyword, 'Rule: ' || r.rule_name, 'Direct message') as source
      from order_attributions a join reply_links l on l.id = a.link_id
      left join keyword_responses k on k.id = l.keyword_response_id left join automation_rules r on r.id = l.automation_rule_id
     where a.user_id = $1),
  mails as (
    select distinct recovered_order_id as order_id from abandoned_carts
     where owner_id = $1 and recovered and recovered_by = 'LINK'),
  led as (
    select sold.cents,
           case when sold.is_renewal then null when messages.order_id is not null then 'MESSAGE' when mails.order_id is not null then 'EMAIL'
                when sold.affiliate is not null then 'AFFILIATE' else s.channel end as channel,
           case when sold.is_renewal then 'Renewals of memberships' when messages.order_id is not null then messages.source
                when mails.order_id is not null then 'Cart mail' when sold.affiliate is not null then lower(sold.affiliate)
                else coalesce(s.source, 'Not known') end as source
      from sold
      left join messages on messages.order_id = sold.id
      left join mails on mails.order_id = sold.id
      left join order_sources s on s.order_id = sold.id and s.owner_id = $1)
  select channel, coalesce(source, 'Not known') as source, count(*)::int as orders, coalesce(sum(cents), 0)::float8 as revenue
    from led group by 1, 2 order by revenue desc, source`);
