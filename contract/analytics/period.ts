import { z } from "zod";
import { Day, Id } from "#contract/values.ts";

/** The last days of the creator's zone, today included; `all` begins with the first sale. */
export const AnalyticsPeriod = z.enum(["7d", "30d", "90d", "1y", "all"]);
export type AnalyticsPeriod = z.infer<typeof AnalyticsPeriod>;

export const Granularity = z.enum(["day", "week", "month"]);
export type Granularity = z.infer<typeof Granularity>;

/** The longest time that may be asked for by its own dates. */
export const mostDays = 3_660;

const AskedDay = Day.refine(
  (day) => day >= "2000-01-01" && day < "2200-01-01",
  "Use a day from 2000 to 2199",
);

/** Whose days are meant and what is counted; shared by all figures. */
export const analyticsQuery = {
  period: AnalyticsPeriod.default("30d"),
  /** Another name of the period. */
  timeframe: z.enum(["7d", "30d", "90d", "1y"]).optional(),
  /** The first day; with the last one, in place of the period. */
  startDate: AskedDay.optional(),
  /** The last day; today unless given. */
  endDate: AskedDay.optional(),
  /** Orders that began with this product, with what was added to them. */
  productId: Id.optional(),
};

/** The time that was counted, in days of the creator's zone. */
export const CountedRange = z.object({
  zone: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  /** The last day is not over: what it is compared with is cut at the same time of day. */
  isSoFar: z.boolean(),
  /** As many days before; null where there is nothing to compare with. */
  previousStartDate: z.string().nullable(),
  previousEndDate: z.string().nullable(),
});
export type CountedRange = z.infer<typeof CountedRange>;

/** In percent, with one decimal; null: there is nothing to divide by. */
export const Percent = z.number().nullable();
/** How it differs from the time before: money and counts in percent of it, rates in points; null: nothing to compare with. */
export const Change = z.number().nullable();
