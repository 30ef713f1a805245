import { readFileSync } from "node:fs";
import type pg from "pg";
import { z } from "zod";

const Journal = z.object({ entries: z.array(z.looseObject({ when: z.number() })).min(1) });

/** When each migration was made, in milliseconds since 1970, the oldest first: what a database remembers it by. */
export const migrationTimes = (): number[] =>
  Journal.parse(
    JSON.parse(readFileSync(new URL("./migrations/meta/_journal.json", import.meta.url), "utf8")),
  ).entries.map(({ when }) => when);

/** What stands in a database of which it is not known yet whether anything does. */
export type Migrated = {
  /** Until the first release stores were made by other migrations, which are no more: theirs cannot be gone on from. */
  isOfBeforeTheFirstRelease: boolean;
  /** How many migrations wait for it. */
  behind: number;
  /** The newest migration that it has, by when that was made (milliseconds since 1970); null where it has none. */
  newest: number | null;
};

/** Compares what a database remembers with the migrations of this version. */
export async function readMigrated(client: pg.Client): Promise<Migrated> {
  const times = migrationTimes();
  const { rows: found } = await client.query<{ exists: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as exists",
  );
  if (!found[0]?.exists) return { isOfBeforeTheFirstRelease: false, behind: times.length, newest: null };
  const { rows } = await client.query<{ first: string | null; last: string | null }>(
    "select min(created_at)::text as first, max(created_at)::text as last from drizzle.__drizzle_migrations",
  );
  const { first = null, last = null } = rows[0] ?? {};
  return {
    isOfBeforeTheFirstRelease: first !== null && Number(first) < Math.min(...times),
    behind: times.filter((when) => when > Number(last ?? 0)).length,
    newest: last === null ? null : Number(last),
  };
}

/** Says how to go on where a store is of before the first release. */
export const howToMakeAnew =
  "This store was made by a version of before the first release, and cannot be brought up to date. Take your exports out with the version that made it; then name an empty database in DATABASE_URL or, where the built-in PostgreSQL is used, remove the data folder (DATA_DIR, .data by default)";
