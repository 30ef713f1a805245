import type { BreakdownRest, BreakdownRow } from "#contract/analytics/analytics.ts";
import type { AnalyticsTable } from "#contract/analytics/exports.ts";
import type { AnalyticsFigure, FigureRow } from "#contract/analytics/figure-rows.ts";
import type { Granularity } from "#contract/analytics/period.ts";
import type { CsvColumn } from "#server/http/csv.ts";
import { getAnalyticsBreakdown } from "./breakdown.ts";
import { type Asked, type Needs } from "./counted-range.ts";
import { getCourseFigures } from "./courses/course-figures.ts";
import { getCustomerFigures } from "./customers/customer-figures.ts";
import { listAnalyticsRows } from "./figure-rows.ts";
import { getMembershipFigures } from "./memberships/membership-figures.ts";
import { getRefundFigures } from "./refunds/refund-figures.ts";
import { getAnalyticsTrends } from "./summary.ts";
import { getTraffic } from "./visits/traffic.ts";

type Wanted = Asked & { granularity: Granularity; figure: AnalyticsFigure };
type Cells = Record<string, string | number | Date | null>;
type Rows = Iterable<Cells> | AsyncIterable<Cells>;

/** The columns and the rows of a table of analytics. */
export async function exportedTable(
  needs: Needs,
  ownerId: string,
  { table, ...wanted }: Wanted & { table: AnalyticsTable },
): Promise<{ columns: CsvColumn<Cells>[]; rows: Rows }> {
  const { heads, rows } = await tables[table](needs, ownerId, wanted);
  return { columns: heads.map((header) => ({ header, value: (row) => row[header] ?? null })), rows };
}

/** The heads come with the rows, so that a table without rows has them, too. */
type Table = { heads: string[]; rows: Rows };

function tableOf<Row>(rows: readonly Row[], columns: Record<string, (row: Row) => Cells[string]>): Table {
  const named = Object.entries(columns);
  return {
    heads: named.map(([head]) => head),
    rows: rows.map((row) => Object.fromEntries(named.map(([head, value]) => [head, value(row)]))),
  };
}

const dollars = (cents: number | null) => (cents === null ? null : cents / 100);
const days = {
  "First day": ({ date }: { date: string }) => date,
  "Last day": ({ until }: { until: string }) => until,
};

const soldList =
  (list: "products" | "bumps" | "upsells" | "coupons") =>
  async (needs: Needs, ownerId: string, wanted: Wanted): Promise<Table> => {
    const found = await getAnalyticsBreakdown(needs, ownerId, wanted);
    return tableOf<BreakdownRow | (BreakdownRest & { name: string })>(
      [...found[list], ...restOf(found.rest[list])],
      {
        Name: ({ name }) => name,
        "Revenue (USD)": ({ revenue }) => dollars(revenue),
        Taken: ({ totalAccepted }) => totalAccepted,
        Offered: (row) => ("totalOffered" in row ? row.totalOffered : null),
        "Rate (%)": (row) => ("conversionRate" in row ? row.conversionRate : null),
        "Average (USD)": (row) => ("avgValue" in row ? dollars(row.avgValue) : null),
      },
    );
  };
const restOf = (rest: BreakdownRest | null) => (rest ? [{ ...rest, name: `${rest.rows} others` }] : []);

const funnel = {
  Visits: ({ visits }: { visits: number }) => visits,
  "Saw a checkout": ({ checkouts }: { checkouts: number }) => checkouts,
  "Gave an address": ({ emails }: { emails: number }) => emails,
  "Pressed pay": ({ tried }: { tried: number }) => tried,
  Paid: ({ paid }: { paid: number }) => paid,
  "Took an add-on": ({ added }: { added: number }) => added,
};

const tables: Record<AnalyticsTable, (needs: Needs, ownerId: string, wanted: Wanted) => Promise<Table>> = {
  trends: async (needs, ownerId, wanted) =>
    tableOf(await getAnalyticsTrends(needs, ownerId, wanted), {
      ...days,
      "Revenue (USD)": ({ revenue }) => dollars(revenue),
      Orders: ({ orders }) => orders,
      "Average order (USD)": ({ averageOrderValue }) => dollars(averageOrderValue),
      "Bumps (%)": ({ attachRate }) => attachRate,
      "Upsells (%)": ({ acceptRate }) => acceptRate,
      "Coupons (%)": ({ usageRate }) => usageRate,
    }),
  products: soldList("products"),
  bumps: soldList("bumps"),
  upsells: soldList("upsells"),
  coupons: soldList("coupons"),
  visits: async (needs, ownerId, wanted) =>
    tableOf((await getTraffic(needs, ownerId, wanted)).days, {
      ...days,
      Visits: ({ visits }) => visits,
      Paid: ({ paid }) => paid,
    }),
  sources: async (needs, ownerId, wanted) =>
    tableOf((await getTraffic(needs, ownerId, wanted)).sources, {
      Source: ({ source }) => source,
      Kind: ({ channel }) => channel,
      ...funnel,
    }),
  "viewed-products": async (needs, ownerId, wanted) =>
    tableOf((await getTraffic(needs, ownerId, wanted)).products, {
      Product: ({ title }) => title,
      ...funnel,
    }),
  "order-sources": async (needs, ownerId, wanted) =>
    tableOf((await getTraffic(needs, ownerId, wanted)).origins, {
      From: ({ source }) => source,
      Kind: ({ channel }) => channel,
      Orders: ({ orders }) => orders,
      "Revenue (USD)": ({ revenue }) => dollars(revenue),
    }),
  memberships: async (needs, ownerId, wanted) =>
    tableOf((await getMembershipFigures(needs, ownerId, wanted)).days, {
      ...days,
      "New (USD)": ({ newCents }) => dollars(newCents),
      "Expansion (USD)": ({ expansionCents }) => dollars(expansionCents),
      "Came back (USD)": ({ reactivationCents }) => dollars(reactivationCents),
      "Contraction (USD)": ({ contractionCents }) => dollars(contractionCents),
      "Lost (USD)": ({ churnCents }) => dollars(churnCents),
      "MRR at the end (USD)": ({ mrrCents }) => dollars(mrrCents),
      Members: ({ members }) => members,
      Trials: ({ trials }) => trials,
    }),
  cohorts: async (needs, ownerId, wanted) => {
    const { cohorts } = await getMembershipFigures(needs, ownerId, wanted);
    const later = Math.max(0, ...cohorts.map(({ stayed }) => stayed.length));
    return tableOf(cohorts, {
      "First paid in": ({ month }) => month,
      Joined: ({ joined }) => joined,
      ...Object.fromEntries(
        Array.from({ length: later }, (_, months) => [
          `Members after ${months} months`,
          ({ stayed }: (typeof cohorts)[number]) => stayed[months] ?? null,
        ]),
      ),
    });
  },
  customers: async (needs, ownerId, wanted) =>
    tableOf((await getCustomerFigures(needs, ownerId, wanted)).days, {
      ...days,
      "New customers": ({ newCustomers }) => newCustomers,
      "Orders of earlier customers": ({ repeatOrders }) => repeatOrders,
    }),
  "customer-worth": async (needs, ownerId, wanted) =>
    tableOf((await getCustomerFigures(needs, ownerId, wanted)).distribution, {
      "From (USD)": ({ fromCents }) => dollars(fromCents),
      "Below (USD)": ({ belowCents }) => dollars(belowCents),
      Customers: ({ customers }) => customers,
      "Spent in all (USD)": ({ cents }) => dollars(cents),
    }),
  "top-customers": async (needs, ownerId, wanted) =>
    tableOf((await getCustomerFigures(needs, ownerId, wanted)).top, {
      Name: ({ name }) => name,
      Email: ({ email }) => email,
      Orders: ({ orders }) => orders,
      "Paid in the period (USD)": ({ paidCents }) => dollars(paidCents),
      "Spent in all (USD)": ({ lifetimeCents }) => dollars(lifetimeCents),
      "First order": ({ firstPaidAt }) => firstPaidAt,
    }),
  courses: async (needs, ownerId, wanted) =>
    tableOf((await getCourseFigures(needs, ownerId, wanted)).courses, {
      Course: ({ title }) => title,
      Lessons: ({ lessons }) => lessons,
      Learners: ({ learners }) => learners,
      Started: ({ started }) => started,
      Finished: ({ finished }) => finished,
      "Finished (%)": ({ finishRate }) => finishRate,
      "Average progress (%)": ({ averageProgress }) => averageProgress,
      "Median days to finish": ({ medianDays }) => medianDays,
    }),
  lessons: async (needs, ownerId, wanted) =>
    tableOf((await getCourseFigures(needs, ownerId, wanted)).lessons?.rows ?? [], {
      Module: ({ module }) => module,
      Lesson: ({ title }) => title,
      Started: ({ started }) => started,
      Completed: ({ completed }) => completed,
      "Stopped here": ({ stopped }) => stopped,
    }),
  refunds: async (needs, ownerId, wanted) =>
    tableOf((await getRefundFigures(needs, ownerId, wanted)).days, {
      ...days,
      "Refunded (USD)": ({ refundedCents }) => dollars(refundedCents),
      "Lost to disputes (USD)": ({ lostCents }) => dollars(lostCents),
    }),
  "refunded-products": async (needs, ownerId, wanted) =>
    tableOf((await getRefundFigures(needs, ownerId, wanted)).products, {
      Product: ({ name }) => name,
      Refunds: ({ refunds }) => refunds,
      "Refunded (USD)": ({ refundedCents }) => dollars(refundedCents),
      "Lost to disputes (USD)": ({ lostCents }) => dollars(lostCents),
      "Paid (USD)": ({ paidCents }) => dollars(paidCents),
      "Rate (%)": ({ rate }) => rate,
    }),
  "refund-reasons": async (needs, ownerId, wanted) =>
    tableOf((await getRefundFigures(needs, ownerId, wanted)).reasons, {
      Reason: ({ reason }) => reason,
      Words: ({ words }) => words,
      Refunds: ({ refunds }) => refunds,
      "Amount (USD)": ({ cents }) => dollars(cents),
    }),
  rows: async (needs, ownerId, wanted) => ({
    heads: ["When", "Kind", "What", "Order", "Amount (USD)"],
    rows: allRows(needs, ownerId, wanted),
  }),
};

/** Page after page, so that however many there are, few of them are held at once. */
async function* allRows(needs: Needs, ownerId: string, wanted: Wanted): AsyncGenerator<Cells> {
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await listAnalyticsRows(needs, ownerId, { ...wanted, cursor, perPage: 2_000 });
    for (const { at, kind, title, orderNumber, cents } of page.rows satisfies FigureRow[])
      yield { When: at, Kind: kind, What: title, Order: orderNumber, "Amount (USD)": dollars(cents) };
    cursor = page.nextCursor;
  }
}
