import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { systemClock } from "#server/clock.ts";
import * as schema from "#server/database/schema/tables.ts";
import { createSession } from "#server/features/accounts/sessions.ts";
import { checkoutBesideTabs } from "./checkout-beside-tabs.ts";
import { deskCalls, deskTabs, storeIds } from "./desk-calls.ts";
import { type Desk, measureExports, measureReads } from "./desk-figures.ts";
import { auditFigures, jobsAtRest } from "./jobs-at-rest.ts";
import { makeLargeVisits } from "./large-visits.ts";
import { makeLargeStore, type LargeStore, type Size } from "./large-store.ts";

/** Sections that are run only when BENCH_ONLY names them: each makes a store first, for some minutes. */
export const largeStores: Record<string, Size> = {
  "Large store": { orders: 100_000, customers: 50_000, lines: 1_000_000, ofLargest: 1 },
  "Million orders": { orders: 1_000_000, customers: 400_000, lines: 2_300_000, ofLargest: 0.5 },
};

const wanted = {
  pageMs: 100,
  /** In 19 of 20 calls. */
  quarterMs: 50,
  yearMs: 150,
  exportPerSecond: 20_000,
  besideRatio: 1.2,
  jobMs: 50,
  auditSeconds: 120,
  auditMegabytes: 400,
};
/** So many rows are an export; a shorter one is over before its rate is one. */
const longExport = 5_000;

type Where = {
  origin: string;
  pid: number;
  postmaster: number;
  pool: pg.Pool;
  /** Of the server: where its database and its files are. */
  env: NodeJS.ProcessEnv;
};

/** Signs the creator of the large store in at a server of ours. */
async function openDesk({ origin, pid, postmaster, pool }: Where, store: LargeStore): Promise<Desk> {
  const stored = { db: drizzle({ client: pool, schema }), pool, clock: systemClock };
  const { token } = await createSession(stored, {
    userId: store.ownerId,
    method: "CODE",
    userAgent: "",
    ip: "127.0.0.1",
  });
  return { origin, cookie: `sid=${token}`, pid, postmaster };
}

/**
 * Makes a large store, and measures its creator's desk, a checkout beside it, the jobs when nothing is to be done, and the
 * audit; prints all, and says how many figures missed what is wanted.
 */
export async function largeStoreFigures(
  title: string,
  size: Size,
  where: Where,
  { times = 20, rounds = 7 }: { times?: number; rounds?: number } = {},
): Promise<number> {
  const began = performance.now();
  const store = await makeLargeStore(where.pool, size);
  await makeLargeVisits(where.pool, store.ownerId);
  const made = (performance.now() - began) / 1_000;
  const desk = await openDesk(where, store);
  const ids = await storeIds(where.pool, store.ownerId);
  const calls = await deskCalls(ids);
  let missed = 0;
  const say = (reached: boolean, line: string) => {
    if (!reached) missed++;
    process.stdout.write(`  ${line}${reached ? "" : "  MISSED"}\n`);
  };

  process.stdout.write(
    `\n${title}: ${size.orders} orders, ${size.lines} lines, ${size.customers} customers; made in ${made.toFixed(0)} s\n  every read of the desk: wanted p50 ${wanted.pageMs} ms; of 90 days p95 ${wanted.quarterMs} ms, of a year ${wanted.yearMs} ms\n`,
  );
  const reads = await measureReads(desk, calls.pages, times);
  for (const { path, p50, p95, cpuMs, failed } of reads.toSorted((a, b) => b.p50 - a.p50))
    say(
      isQuick(path, p50, p95) && failed === 0,
      `p50 ${ms(p50)}  p95 ${ms(p95)}  cpu ${ms(cpuMs)}  ${path}${failed > 0 ? `  ${failed} failed` : ""}`,
    );

  process.stdout.write(`  exports: wanted ${wanted.exportPerSecond} rows/s\n`);
  for (const { path, rows, perSecond, cpuUs, megabytes } of await measureExports(desk, calls.exports))
    say(
      rows < longExport || perSecond >= wanted.exportPerSecond,
      `${perSecond.toFixed(0).padStart(7)} rows/s  ${rows} rows  cpu ${cpuUs.toFixed(0)} µs/row  +${megabytes.toFixed(0)} MB  ${path}`,
    );

  const beside = await checkoutBesideTabs(desk, deskTabs(ids), store.productId, { rounds, seconds: 4 });
  say(
    beside.ratio <= wanted.besideRatio && beside.failed === 0,
    `a checkout alone ${ms(beside.aloneMs)}, while 20 tabs load ${ms(beside.besideMs)}: ×${beside.ratio.toFixed(2)}, wanted ×${wanted.besideRatio}; a tab in ${ms(beside.tabsMs)}, ${beside.failed} calls failed`,
  );

  process.stdout.write(`  jobs with nothing to do: wanted ${wanted.jobMs} ms\n`);
  for (const { name, ms: took } of await jobsAtRest(where.env))
    say(
      took <= wanted.jobMs || (Number.isFinite(took) && name !== "pass-on-payments"),
      `${Number.isFinite(took) ? ms(took) : "never at rest"}  ${name}`,
    );
  const audit = await auditFigures(where.env);
  say(
    audit.holds && audit.seconds <= wanted.auditSeconds && audit.megabytes <= wanted.auditMegabytes,
    `npm run audit: ${audit.seconds.toFixed(0)} s, at most ${audit.megabytes.toFixed(0)} MB, ${audit.holds ? "every rule holds" : "a rule is broken"}; wanted ${wanted.auditSeconds} s and ${wanted.auditMegabytes} MB`,
  );
  return missed;
}

function isQuick(path: string, p50: number, p95: number): boolean {
  if (path.includes("period=90d")) return p95 <= wanted.quarterMs;
  return path.includes("period=1y") ? p95 <= wanted.yearMs : p50 <= wanted.pageMs;
}

const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`.padStart(8);
