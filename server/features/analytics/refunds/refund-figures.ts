import type { RefundFigures } from "#contract/analytics/refunds.ts";
import type { Granularity } from "#contract/analytics/period.ts";
import { type Asked, bucketsOf, countedRange, type Needs } from "#server/features/analytics/counted-range.ts";
import { changeOf, differenceOf, percentOf } from "#server/features/analytics/rates.ts";
import {
  type ReturnedSums,
  selectReturned,
  selectReturnedProducts,
  selectReturnedReasons,
} from "./returned-money.ts";

/** Refunds, disputes and withdrawals of a period, by product, by reason and over time. */
export async function getRefundFigures(
  needs: Needs,
  ownerId: string,
  { granularity, ...asked }: Asked & { granularity: Granularity },
): Promise<RefundFigures> {
  const counted = await countedRange(needs, ownerId, asked);
  const { range, from, to, previous } = counted;
  const productId = asked.productId ?? null;
  const buckets = await bucketsOf(needs, counted, granularity);
  const before = previous ? [previous.from, previous.to] : [];
  const starts = [...before, ...buckets.map(({ starts }) => starts)];
  const sums = await selectReturned(needs.pool, ownerId, starts, to, productId);
  const parts = sums.slice(before.length);
  const now = sumOf(parts);
  const then = previous && sums[0];
  const [rates, ratesThen] = [ratesOf(now), then && ratesOf(then)];
  const products = await selectReturnedProducts(needs.pool, ownerId, from, to, productId);
  return {
    range,
    currency: "usd",
    refundedCents: now.refundedCents,
    refundedCentsChange: changeOf(now.refundedCents, then?.refundedCents),
    refunds: now.refunds,
    refundRate: rates.refundRate,
    refundRateChange: differenceOf(rates.refundRate, ratesThen?.refundRate ?? null),
    paidCents: now.paidCents,
    orders: now.orders,
    disputes: now.disputes,
    disputedCents: now.disputedCents,
    disputeRate: rates.disputeRate,
    disputeRateChange: differenceOf(rates.disputeRate, ratesThen?.disputeRate ?? null),
    lostCents: now.lostCents,
    lost: now.lost,
    openDisputes: now.open,
    wonDisputes: now.won,
    withdrawals: now.withdrawals,
    withdrawalsChange: changeOf(now.withdrawals, then?.withdrawals),
    days: buckets.flatMap(({ date, until }, index) => {
      const part = parts[index];
      return part ? [{ date, until, refundedCents: part.refundedCents, lostCents: part.lostCents }] : [];
    }),
    products: products.map((row) => ({
      ...row,
      rate: percentOf(row.refundedCents + row.lostCents, row.paidCents),
    })),
    reasons: await selectReturnedReasons(needs.pool, ownerId, from, to, productId),
  };
}

function sumOf(parts: ReturnedSums[]): ReturnedSums {
  const sum: ReturnedSums = {
    orders: 0,
    paidCents: 0,
    refunds: 0,
    refundedCents: 0,
    lost: 0,
    lostCents: 0,
    disputes: 0,
    disputedCents: 0,
    open: 0,
    won: 0,
    withdrawals: 0,
  };
  const names = Object.keys(sum) as (keyof ReturnedSums)[];
  for (const part of parts) for (const name of names) sum[name] += part[name];
  return sum;
}

const ratesOf = ({ refundedCents, paidCents, disputes, orders }: ReturnedSums) => ({
  refundRate: percentOf(refundedCents, paidCents),
  // Banks' limits are tenths of a percent.
  disputeRate: orders === 0 ? null : Math.round((disputes / orders) * 10_000) / 100,
});
