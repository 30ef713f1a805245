import { membershipRuns } from "#server/database/membership-runs.ts";
import type { MemberPrices, PriceChange } from "#contract/memberships/price-changes.ts";
import { statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { noticeDays, withdrawableDays } from "./price-notice.ts";

/** What the present members of a product pay, by interval, and what they were told of. Throws 404 for another's product. */
export async function listMemberPrices(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  ownerId: string,
  productId: string,
): Promise<MemberPrices[]> {
  const now = clock.now();
  const [product] = await findProduct(pool, productId, ownerId);
  if (!product) throw NotFound("Product not found");
  const prices = await selectPrices(pool, productId, now);
  const changes = await selectChanges(pool, productId, now);
  return (["MONTH", "YEAR"] as const).flatMap((billingInterval) => {
    const own = prices.filter((price) => price.billingInterval === billingInterval);
    const change = changes.find((one) => one.billingInterval === billingInterval);
    return own.length > 0 || change ? [{ billingInterval, prices: own, change: change ?? null }] : [];
  });
}

const findProduct = statement("memberships_find_own_product")<never, [id: string, ownerId: string]>(
  "select from products where id = $1 and owner_id = $2",
);

type Interval = MemberPrices["billingInterval"];
type Asked = [productId: string, now: Date];

const selectPrices = statement("memberships_select_prices")<
  MemberPrices["prices"][number] & { billingInterval: Interval },
  Asked
>(`select s.billing_interval as "billingInterval", s.price_cents as "priceCents", count(*)::int as members,
          min(first_renewal(s, $2::timestamptz + interval '${noticeDays * 24} hours')) as "firstChargeAt"
     from subscriptions s
    where s.product_id = $1 and ${membershipRuns("s")}
      and not s.cancel_at_period_end and s.order_id is not null
      and coalesce(s.next_billing_interval, s.billing_interval) = s.billing_interval
    group by 1, 2 order by 3 desc, 2 limit 100`);

const selectChanges = statement("memberships_select_price_changes")<
  PriceChange & { billingInterval: Interval },
  Asked
>(`select c.billing_interval as "billingInterval", c.price_cents as "priceCents", c.created_at as "announcedAt",
          c.created_at + interval '${noticeDays * 24} hours' as "startsAt",
          case when c.created_at > $2::timestamptz - interval '${withdrawableDays * 24} hours'
               then c.created_at + interval '${withdrawableDays * 24} hours' end as "withdrawableUntil",
          told.* from price_changes c
     cross join lateral (
       select count(*)::int as told, (count(*) filter (where m.state = 'CHARGED'))::int as charged,
              (count(*) filter (where m.state = 'TOLD'))::int as waiting,
              min(first_renewal(s, m.starts_at)) filter (where m.state = 'TOLD') as "firstChargeAt"
         from member_prices m join subscriptions s on s.id = m.subscription_id
        where m.price_change_id = c.id) told
    where c.product_id = $1 and c.closed_at is null`);
