import type { AnalyticsSummary, TrendRow } from "#contract/analytics/analytics.ts";
import type { Granularity } from "#contract/analytics/period.ts";
import { type Asked, bucketsOf, countedRange, type Needs } from "./counted-range.ts";
import { averageOf, changeOf, differenceOf, percentOf } from "./rates.ts";
import { countSales, type SalesFigures } from "./sales-figures.ts";

/** What was sold in a period, and how that compares with the one before. */
export async function getAnalyticsSummary(
  needs: Needs,
  ownerId: string,
  asked: Asked,
): Promise<AnalyticsSummary> {
  const { range, from, to, previous } = await countedRange(needs, ownerId, asked);
  // The time before, what lies between it and this one, and this one.
  const starts = previous ? [previous.from, previous.to, from] : [from];
  const figures = await countSales(needs, ownerId, starts, to, asked.productId);
  const now = figures.at(-1);
  if (!now) throw new Error("the figures were not counted");
  const before = previous && figures[0];
  const rates = ratesOf(now);
  const ratesBefore = before && ratesOf(before);
  const growth = (figure: (figures: SalesFigures) => number) =>
    changeOf(figure(now), before && figure(before));
  const difference = (rate: "attachRate" | "acceptRate" | "usageRate") =>
    differenceOf(rates[rate], ratesBefore?.[rate] ?? null);
  return {
    range,
    currency: "usd",
    totalOrders: now.orders,
    totalOrdersChange: growth(({ orders }) => orders),
    totalRevenue: rates.revenue,
    totalRevenueChange: growth(revenueOf),
    paidCents: now.paidCents,
    refundedCents: now.refundedCents,
    averageOrderValue: rates.averageOrderValue,
    averageOrderValueChange: changeOf(
      rates.averageOrderValue ?? 0,
      rates.averageOrderValue === null ? undefined : (ratesBefore?.averageOrderValue ?? undefined),
    ),
    checkoutOrders: checkoutOrdersOf(now),
    bumpAttachRate: rates.attachRate,
    bumpAttachRateChange: difference("attachRate"),
    bumpOrders: now.bumpOrders,
    bumpRevenue: now.bumpCents,
    bumpRevenueChange: growth(({ bumpCents }) => bumpCents),
    upsellAcceptRate: rates.acceptRate,
    upsellAcceptRateChange: difference("acceptRate"),
    upsellAccepts: now.accepts,
    upsellOffers: now.offers,
    upsellRevenue: now.upsellCents,
    upsellRevenueChange: growth(({ upsellCents }) => upsellCents),
    couponUsageRate: rates.usageRate,
    couponUsageRateChange: difference("usageRate"),
    couponUses: now.couponUses,
    totalDiscounts: now.discountCents,
  };
}

/** A period day by day, by the week or by the month. */
export async function getAnalyticsTrends(
  needs: Needs,
  ownerId: string,
  { granularity, ...asked }: Asked & { granularity: Granularity },
): Promise<TrendRow[]> {
  const counted = await countedRange(needs, ownerId, asked);
  const buckets = await bucketsOf(needs, counted, granularity);
  const starts = buckets.map(({ starts }) => starts);
  const figures = await countSales(needs, ownerId, starts, counted.to, asked.productId);
  return buckets.flatMap(({ date, until }, index) => {
    const of = figures[index];
    return of ? [{ date, until, orders: of.orders, ...ratesOf(of) }] : [];
  });
}

const revenueOf = ({ paidCents, refundedCents }: SalesFigures) => paidCents - refundedCents;
const checkoutOrdersOf = ({ orders, renewals }: SalesFigures) => orders - renewals;

const ratesOf = (figures: SalesFigures) => ({
  attachRate: percentOf(figures.bumpOrders, checkoutOrdersOf(figures)),
  acceptRate: percentOf(figures.accepts, figures.offers),
  usageRate: percentOf(figures.couponUses, checkoutOrdersOf(figures)),
  revenue: revenueOf(figures),
  averageOrderValue: averageOf(revenueOf(figures), figures.orders),
});
