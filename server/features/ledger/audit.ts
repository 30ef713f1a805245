import type pg from "pg";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import type { PaymentGateway } from "#server/payments/payment-gateway.ts";
import type { Check, Invariant } from "./invariant.ts";
import { invariants } from "./invariants.ts";

/** An invariant that does not hold, with the first of the rows that break it. */
export type Finding = { name: string; rule: string; count: number; examples: Record<string, unknown>[] };

/** How far an audit is: so many of its rules are checked, and of the next one this part. */
export type AuditProgress = { rule: string; checked: number; rules: number; part: number };

type Options = {
  provider: PaymentGateway["provider"];
  /** False leaves out what may lag while payments are on their way. */
  quiet?: boolean;
  /** How much of a table one statement goes through, in pages of 8 kB: 800 MB, where nothing else is said. */
  pagesAtOnce?: number;
  onProgress?: (progress: AuditProgress) => void;
  /** Ends the audit with its reason between two statements. */
  stopping?: AbortSignal | undefined;
};

const shownExamples = 5;

/**
 * Every statement has this long by itself, and this much memory for each of its tables; one core is enough. What belongs to
 * so many rows is found by reading its table once, and not by fetching it in the order of an index.
 */
const settings = `set local statement_timeout = '120s'; set local idle_in_transaction_session_timeout = '60s'; set local work_mem = '32MB';
  set local enable_mergejoin = off; set local max_parallel_workers_per_gather = 0; set local jit = off`;

/**
 * Checks the books: every invariant, range by range of the table it goes through, all in one read-only snapshot. So what is
 * sold meanwhile is no part of it, and a row that was looked at is not there twice. Empty when all hold.
 */
export async function auditBooks(pool: pg.Pool, options: Options): Promise<Finding[]> {
  const { provider, quiet = true, onProgress, stopping } = options;
  const chosen = invariants.filter((one) => applies(one, provider, quiet));
  const check = async (client: pg.PoolClient): Promise<Finding[]> => {
    await client.query(settings);
    const findings: Finding[] = [];
    for (const [checked, invariant] of chosen.entries()) {
      const { name, rule, checks } = invariant;
      const finding: Finding = { name, rule, count: 0, examples: [] };
      for (const [index, check] of checks.entries())
        for await (const { count, examples, part } of breaches(client, check, options)) {
          finding.count += count;
          finding.examples.push(...examples.slice(0, shownExamples - finding.examples.length));
          onProgress?.({ rule, checked, rules: chosen.length, part: (index + part) / checks.length });
          stopping?.throwIfAborted();
        }
      if (finding.count > 0) findings.push(finding);
    }
    return findings;
  };
  return inTransaction(pool, check, { isSnapshot: true });
}

/** How many invariants an audit of this provider's books checks. */
export const countInvariants = (provider: PaymentGateway["provider"]): number =>
  invariants.filter((one) => applies(one, provider, true)).length;

const applies = (invariant: Invariant, provider: string, quiet: boolean): boolean =>
  (quiet || !invariant.atQuiet) && (provider === "sandbox" || !invariant.sandboxOnly);

/**
 * How many rows break a rule, and the first of them: a range of pages at a time, with the part of the table that is behind.
 * Every row of the snapshot stays on the page that it is on, and no page is added that has one.
 */
async function* breaches(client: pg.PoolClient, { through, sql }: Check, options: Options) {
  const { pagesAtOnce = 100_000 } = options;
  const sought = `with broken as materialized (${sql})
    select (select count(*)::int from broken) as count,
           (select coalesce(jsonb_agg(one), '[]') from (select * from broken limit ${shownExamples}) as one) as examples`;
  const seek = async (range: string[], part: number) => {
    const { rows } = await client.query<Pick<Finding, "count" | "examples">>(sought, range);
    return rows.map((found) => ({ ...found, part }));
  };
  if (!through) {
    yield* await seek([], 1);
    return;
  }
  const [{ pages } = { pages: 0 }] = await countPages(client, through);
  for (let page = 0; page < pages; page += pagesAtOnce)
    yield* await seek(
      [`(${page},0)`, `(${page + pagesAtOnce},0)`],
      Math.min(1, (page + pagesAtOnce) / pages),
    );
}

const countPages = statement("ledger_count_pages")<{ pages: number }, [table: string]>(
  "select coalesce(pg_relation_size($1::text::regclass) / current_setting('block_size')::int, 0)::int as pages",
);
