import { eq } from "drizzle-orm";
import { bookComparisons, type comparisonParts } from "#server/database/schema/ledger.ts";
import type { Services } from "#server/services.ts";
import { compareAgain, compareBooks, graceMs, type Span } from "./compare-books.ts";

const dayMs = 86_400_000;
/** Compared every night: most of what happens to a payment happens in its first days. */
const recentDays = 3;
/** A payment may be refunded or disputed long after it was made, and the news of it be lost. */
const progressDays = 400;
const olderDaysEachNight = 14;

/**
 * Compares our books with the provider's: everything since the last time (three days at least), two more weeks of the
 * past 400 days, one after the other, and whatever differed when it was looked at last, however old. Returns how many
 * payments differ.
 */
export async function compareNightly(services: Services): Promise<number> {
  const { payments, clock, log } = services;
  if (payments.provider === "none") return 0;
  const now = clock.now().getTime();
  const recent = new Date(now - recentDays * dayMs);
  const newest = new Date(now - graceMs);
  let differences = 0;
  const compare = async (part: (typeof comparisonParts)[number], span: Span) => {
    // A day at a time, and remembered: a night that was cut short is gone on with.
    for (let { from } = span; from < span.to;) {
      const to = new Date(Math.min(from.getTime() + dayMs, span.to.getTime()));
      differences += await compareBooks(services, { from, to });
      await saveProgress(services, part, to);
      from = to;
    }
  };
  const last = await comparedUntil(services, "RECENT");
  await compare("RECENT", { from: last && last < recent ? last : recent, to: newest });

  const reached = await comparedUntil(services, "OLDER");
  const oldest = new Date(now - progressDays * dayMs);
  const from = reached && reached > oldest && reached < recent ? reached : oldest;
  const to = new Date(Math.min(from.getTime() + olderDaysEachNight * dayMs, recent.getTime()));
  await compare("OLDER", { from, to });
  differences += await compareAgain(services, new Date(now));
  if (differences > 0) log.error({ count: differences }, "our books differ from the payment provider's");
  return differences;
}

async function comparedUntil(
  { db }: Services,
  part: (typeof comparisonParts)[number],
): Promise<Date | undefined> {
  const [row] = await db.select().from(bookComparisons).where(eq(bookComparisons.part, part));
  return row?.comparedUntil;
}

async function saveProgress({ db }: Services, part: (typeof comparisonParts)[number], until: Date) {
  await db
    .insert(bookComparisons)
    .values({ part, comparedUntil: until })
    .onConflictDoUpdate({ target: bookComparisons.part, set: { comparedUntil: until } });
}
