/** The moment `months` months after `anchor`, in UTC; where that month is too short, its last day. */
export function addMonths(anchor: Date, months: number): Date {
  const day = anchor.getUTCDate();
  const moved = new Date(anchor);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(day, lastDay));
  return moved;
}

/** The end of the nth period since `anchor`, counted from 1. */
export const periodEnd = (anchor: Date, periods: number, interval: "month" | "year"): Date =>
  addMonths(anchor, periods * (interval === "year" ? 12 : 1));

/** Days after its first failure on which a bill is tried again. */
const retryDays = [2, 7, 14, 21];
const dayMs = 86_400_000;

/** When a bill that failed first at `failedAt` is tried again after `now`; undefined when that was the last time. */
export const nextRetry = (failedAt: Date, now: Date): Date | undefined =>
  retryDays.map((days) => new Date(failedAt.getTime() + days * dayMs)).find((retry) => retry > now);

/** How long a new membership waits for its first payment. */
export const waitsForPaymentMs = 23 * 3_600_000;
