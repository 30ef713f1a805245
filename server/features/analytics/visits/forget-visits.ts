import { deleteInBatches } from "#server/database/delete-in-batches.ts";
import { dropMonths, makeMonthsAhead } from "#server/database/months.ts";
import type { Services } from "#server/services.ts";

/** What is kept how long, by table; `$1` is the moment of the run, and `$2` how many rows go at once. */
const ended = [
  ["visit_salts", "day", "day < ($1::timestamptz at time zone 'UTC')::date - 1"],
  ["open_visits", "(owner_id, visitor)", "last_at < $1::timestamptz - interval '2 days'"],
  // Their products and checkouts go with them; what an order came from stays with the order.
  ["visits", "id", "started_at < $1::timestamptz - interval '90 days'"],
  // Of before there were months, which one partition holds for all of them; those that have one go with it.
  [
    "traffic_quarters",
    "(owner_id, bucket, kind, channel, name)",
    "bucket < date_trunc('month', $1::timestamptz - interval '13 months', 'UTC')",
  ],
] as const;

const monthsOfQuarters = 13;

/**
 * Forgets visits after 90 days, and who is who of them after two; days are kept as numbers. Quarters go by the month, when all of
 * it is older than 13; and the months to come are made.
 */
export async function deleteVisits(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  stopping?: AbortSignal,
): Promise<void> {
  const now = clock.now();
  await makeMonthsAhead(pool, now);
  const kept = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsOfQuarters));
  await dropMonths(pool, "traffic_quarters", kept);
  for (const [table, key, when] of ended) {
    const columns = key.replace(/[()]/g, "");
    const some = `delete from ${table} where ${key} in (select ${columns} from ${table} where ${when} limit $2)`;
    await deleteInBatches(pool, some, [now], stopping);
  }
}
