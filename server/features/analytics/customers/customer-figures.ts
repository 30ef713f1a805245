import type { CustomerFigures } from "#contract/analytics/customers.ts";
import type { Granularity } from "#contract/analytics/period.ts";
import { type Asked, bucketsOf, countedRange, type Needs } from "#server/features/analytics/counted-range.ts";
import { averageOf, changeOf, differenceOf, percentOf } from "#server/features/analytics/rates.ts";
import { type CustomerCounts, selectCustomers } from "./period-customers.ts";

/** From each of these sums, in cents, to below the next. */
const bounds = [1, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000];
const mostTop = 20;

/** New and returning customers of a period, how many come back, and what they are worth. */
export async function getCustomerFigures(
  needs: Needs,
  ownerId: string,
  { granularity, ...asked }: Asked & { granularity: Granularity },
): Promise<CustomerFigures> {
  const counted = await countedRange(needs, ownerId, asked);
  const { range, to, previous } = counted;
  const buckets = await bucketsOf(needs, counted, granularity);
  const before = previous ? [previous.from, previous.to] : [];
  const firstPart = before.length + 1;
  const [found] = await selectCustomers(
    needs.pool,
    ownerId,
    [...before, ...buckets.map(({ starts }) => starts)],
    to,
    asked.productId ?? null,
    firstPart,
    bounds,
    mostTop,
  );
  if (!found) throw new Error("the customers were not counted");
  const countsOf = (period: number): CustomerCounts =>
    found.periods.find((row) => row.period === period) ?? { customers: 0, firsts: 0, repeats: 0 };
  const now = countsOf(firstPart);
  const then = previous && countsOf(1);
  const repeatRate = percentOf(now.repeats, now.customers);
  return {
    range,
    currency: "usd",
    customers: now.customers,
    customersChange: changeOf(now.customers, then?.customers),
    newCustomers: now.firsts,
    newCustomersChange: changeOf(now.firsts, then?.firsts),
    returningCustomers: now.customers - now.firsts,
    returningCustomersChange: changeOf(now.customers - now.firsts, then && then.customers - then.firsts),
    repeatCustomers: now.repeats,
    repeatRate,
    repeatRateChange: differenceOf(repeatRate, then ? percentOf(then.repeats, then.customers) : null),
    lifetimeCents: found.lifetimeCents,
    averageLifetimeCents: averageOf(found.lifetimeCents, now.customers),
    medianLifetimeCents: found.medianCents,
    days: buckets.map(({ date, until }, index) => {
      const { orders = 0, firsts = 0 } = found.parts.find(({ part }) => part === firstPart + index) ?? {};
      return { date, until, newCustomers: firsts, repeatOrders: orders - firsts };
    }),
    distribution: [0, ...bounds].map((fromCents, group) => {
      const { customers = 0, cents = 0 } = found.groups.find((row) => row.group === group) ?? {};
      return { fromCents, belowCents: bounds[group] ?? null, customers, cents };
    }),
    top: found.top.map(({ firstPaidAt, ...customer }) => ({
      ...customer,
      firstPaidAt: new Date(firstPaidAt),
    })),
  };
}
