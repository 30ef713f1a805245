import { useQuery } from "@tanstack/react-query";
import { getCouponSummary } from "#contract/coupons/coupons.ts";
import { apiQuery } from "#web/api.ts";
import { Card } from "#web/ui/card.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** The figures above the list of coupons. */
export function CouponFigures() {
  const { data, isError } = useQuery(apiQuery(getCouponSummary));
  const loading = !data && !isError;
  const figures: [label: string, value: string | undefined][] = [
    ["Total Coupons", data && count(data.total)],
    ["Active Coupons", data && count(data.active)],
    ["Times Used", data && count(data.redemptions)],
    ["Discounts Given", data && formatMoney(data.discountCents)],
    ["Coupon Revenue", data && formatMoney(data.revenueCents)],
  ];
  return (
    <section aria-label="Coupon figures" aria-busy={loading}>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-5 lg:gap-4">
        {figures.map(([label, value]) => (
          <Card key={label} className="grid content-start gap-1 p-4 last:max-lg:col-span-2">
            <dt className="text-sm text-muted-foreground">{label}</dt>
            <dd className="truncate text-xl font-semibold tracking-tight tabular-nums">
              {loading ? <Skeleton className="h-7 w-20" /> : (value ?? "—")}
            </dd>
          </Card>
        ))}
      </dl>
    </section>
  );
}

const count = (number: number) => number.toLocaleString("en-US");
