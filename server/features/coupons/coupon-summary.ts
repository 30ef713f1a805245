import type { CouponSummary } from "#contract/coupons/coupons.ts";
import { hotStatement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";

/** What the creator's coupons did, counted from paid orders. Fully refunded ones gave their use back, and do not count. */
export async function getCouponSummary(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  creatorId: string,
): Promise<CouponSummary> {
  const [row] = await selectSummary(pool, creatorId, clock.now());
  if (!row) throw new Error("the figures were not counted");
  return row.figures;
}

const selectSummary = hotStatement("coupons_summary")<
  { figures: CouponSummary },
  [creatorId: string, now: Date]
>(`with own as (
     select count(*) as total,
            count(*) filter (where active and valid_from <= $2 and (valid_until is null or valid_until > $2)
                               and (usage_limit is null or usage_count < usage_limit)) as active
       from coupons where owner_id = $1),
   redeemed as materialized (
     select id, total_cents - refunded_cents as revenue from orders where owner_id = $1 and status = 'PAID' and coupon_code is not null),
   used as (
     select count(*) as redemptions, coalesce(sum(revenue), 0)::int8 as revenue,
            (select coalesce(sum(discount_cents), 0)::int8 from order_items
              where owner_id = $1 and discount_source = 'COUPON' and order_id in (select id from redeemed)) as discount
       from redeemed)
   select json_build_object('total', own.total, 'active', own.active, 'redemptions', used.redemptions,
                            'discountCents', used.discount, 'revenueCents', used.revenue) as figures
     from own, used`);
