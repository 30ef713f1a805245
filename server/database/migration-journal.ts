import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type pg from "pg";
import { z } from "zod";

const Journal = z.object({ entries: z.array(z.looseObject({ when: z.number(), tag: z.string() })).min(1) });

/** One file of `migrations/`. */
export type Migration = {
  name: string;
  /** When it was made, in milliseconds since 1970: what a database remembers it by. */
  when: number;
  hash: string;
  statements: string[];
  /** What cannot be in a transaction, such as an index that is made while the shop sells. */
  isOutside: boolean;
};

const folder = new URL("./migrations/", import.meta.url);
const outside = "-- outside a transaction";

/** Every migration of this version, the oldest first. */
export function listMigrations(): Migration[] {
  const { entries } = Journal.parse(JSON.parse(readFileSync(new URL("meta/_journal.json", folder), "utf8")));
  return entries.map(({ when, tag }) =>
    readMigration(tag, when, readFileSync(new URL(`${tag}.sql`, folder), "utf8")),
  );
}

/** What a file says, by its text. Its first line says so where it is to run outside a transaction. */
export const readMigration = (name: string, when: number, text: string): Migration => ({
  name,
  when,
  hash: createHash("sha256").update(text).digest("hex"),
  statements: text.split("--> statement-breakpoint").filter((statement) => statement.trim() !== ""),
  isOutside: text.startsWith(outside),
});

/** What stands in a database of which it is not known yet whether anything does. */
export type Migrated = {
  /** Until the first release stores were made by other migrations, which are no more: theirs cannot be gone on from. */
  isOfBeforeTheFirstRelease: boolean;
  /** Nothing has run here yet. */
  isEmpty: boolean;
  /** Those that wait for it, in their order. */
  pending: Migration[];
  /** How many it has that came after this version. */
  ahead: number;
  /** Those that ran here and say something else by now. */
  changed: string[];
  /** Those that wait although later ones have run. */
  skipped: string[];
};

/** Compares what a database remembers with `migrations`. */
export async function readMigrated(client: pg.Client, migrations = listMigrations()): Promise<Migrated> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as exists",
  );
  const { rows } = found[0]?.exists
    ? await client.query<{ hash: string; when: string }>(
        "select hash, created_at::text as when from drizzle.__drizzle_migrations order by created_at",
      )
    : { rows: [] };
  const hashes = new Map(rows.map(({ hash, when }) => [Number(when), hash]));
  const applied = [...hashes.keys()];
  const latest = Math.max(...applied);
  const pending = migrations.filter(({ when }) => !hashes.has(when));
  return {
    isOfBeforeTheFirstRelease: Math.min(...applied) < Math.min(...migrations.map(({ when }) => when)),
    isEmpty: applied.length === 0,
    pending,
    ahead: applied.filter((when) => when > Math.max(...migrations.map((one) => one.when))).length,
    changed: migrations
      .filter(({ when, hash }) => (hashes.get(when) ?? hash) !== hash)
      .map(({ name }) => name),
    skipped: pending.filter(({ when }) => when < latest).map(({ name }) => name),
  };
}

/** Says how to go on where a store is of before the first release. */
export const howToMakeAnew =
  "This store was made by a version of before the first release, and cannot be brought up to date. Take your exports out with the version that made it; then name an empty database in DATABASE_URL or, where the built-in PostgreSQL is used, remove the data folder (DATA_DIR, .data by default)";
