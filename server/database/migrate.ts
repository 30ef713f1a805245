import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { ConfigError } from "#server/config.ts";
import { applyRules, hasAppliedRules, type ShopTime } from "./apply-rules.ts";
import { connectWith } from "./connect-directly.ts";
import { makeMonthsAhead } from "./months.ts";
import { howToMakeAnew, type Migrated, readMigrated } from "./migration-journal.ts";
import { probeSchema } from "./probe-schema.ts";
import { writeRoleSettings } from "./role-settings.ts";
import { type Patience, runMigrations, whenFree } from "./run-migrations.ts";
import { unlimitedSessionAt } from "./session-settings.ts";

type Options = {
  /** What names the address, for what is said of it. */
  variable?: string;
  /** Others reach it through a pooler: then the role gets the settings that such connections would lack. */
  isPooled?: boolean;
  /** Whether a migration that was changed after it ran is an error; else it is as it was then. */
  isStrict?: boolean;
  patience?: Patience;
};

/**
 * Brings a database to the newest schema, for a shop that goes by `time`; one of a newer version stays as it is. Safe to call
 * from several processes at once: they take turns. Answers which migrations ran.
 * Throws `ConfigError` when the server cannot be reached, refuses us, is older than PostgreSQL 15 or lacks what it needs, or
 * holds migrations that are not ours; and the database's error when a migration fails (nothing of that one stays then).
 */
export async function migrateDatabase(
  databaseUrl: string,
  time: ShopTime,
  { variable = "DATABASE_URL", isPooled = false, isStrict = false, patience }: Options = {},
): Promise<string[]> {
  const client = await connectWith(databaseUrl, variable, unlimitedSessionAt);
  try {
    await requireNewServer(client, variable);
    await takeTurn(client);
    const migrated = await readMigrated(client);
    refuseForeign(migrated, isStrict);
    const { pending, ahead } = migrated;
    if (isPooled) await writeRoleSettings(client);
    if (ahead > 0) return [];
    if (pending.length > 0) {
      await probeSchema(client, variable);
      await runMigrations(client, pending, { isEmpty: migrated.isEmpty, ...(patience && { patience }) });
    }
    await whenFree("rules.sql", patience, () => applyRules(client, time));
    await whenFree("the months ahead", patience, async () =>
      makeMonthsAhead(client, await readShopTime(client)),
    );
    return pending.map(({ name }) => name);
  } catch (error) {
    throw mayNotCreate(error, variable) ?? error;
  } finally {
    await client.end();
  }
}

/**
 * Waits until no other process migrates this database. It asks again and again: an index that is made beside sales waits for
 * every statement that began before it, and one that waits for a lock would wait for that index in turn.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isOurs: boolean }>(
      `select pg_try_advisory_lock(hashtext('openstall migrations')) as "isOurs"`,
    );
    if (rows[0]?.isOurs) return;
    await sleep(100);
  }
}

/**
 * Refuses a database that is behind this version, for a start that leaves it as it is; one that is ahead is served, since
 * what a release takes away is used by none before it. Answers by how many migrations it is ahead. Throws as `migrateDatabase`.
 */
export async function requireMigrated(
  databaseUrl: string,
  time: ShopTime,
  { variable = "DATABASE_URL" }: Pick<Options, "variable"> = {},
): Promise<number> {
  const client = await connectWith(databaseUrl, variable, unlimitedSessionAt);
  try {
    await requireNewServer(client, variable);
    const migrated = await readMigrated(client);
    refuseForeign(migrated, true);
    const { pending, ahead } = migrated;
    const first = "make a backup, run `npm run migrate`, and start again";
    if (pending.length > 0)
      throw new ConfigError([
        `the database that ${variable} names ${pending.length === 1 ? "lacks 1 migration" : `lacks ${pending.length} migrations`} of this version: ${first}`,
      ]);
    if (!(await hasAppliedRules(client, time)))
      throw new ConfigError([
        `the database that ${variable} names lacks the rules of this version: ${first}`,
      ]);
    return ahead;
  } finally {
    await client.end();
  }
}

async function readShopTime(client: pg.Client): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>("select shop_now() as now");
  if (!rows[0]) throw new Error("the database did not say what time it is");
  return rows[0].now;
}

function refuseForeign({ isOfBeforeTheFirstRelease, skipped, changed }: Migrated, isStrict: boolean): void {
  if (isOfBeforeTheFirstRelease) throw new ConfigError([`${howToMakeAnew}.`]);
  if (skipped.length > 0)
    throw new ConfigError([
      `the database has run later migrations without ${skipped.join(", ")}: this version does not come after the one that made it`,
    ]);
  if (isStrict && changed.length > 0)
    throw new ConfigError([
      `${changed.join(", ")} ${changed.length === 1 ? "is not the migration" : "are not the migrations"} that ran here: released migrations are never edited. Install the files of the release again`,
    ]);
}

async function requireNewServer(client: pg.Client, variable: string): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  requireVersion(rows[0]?.version ?? 0, variable);
}

/** Refuses servers that lack what the migrations use. `version` as in `server_version_num`: 150018 is 15.18. */
export function requireVersion(version: number, variable = "DATABASE_URL"): void {
  if (version >= 150_000) return;
  throw new ConfigError([
    `${variable} names PostgreSQL ${Math.floor(version / 10_000)}. Openstall needs PostgreSQL 15 or later.`,
  ]);
}

function mayNotCreate(error: unknown, variable: string): ConfigError | undefined {
  const cause = error instanceof Error && error.cause instanceof pg.DatabaseError ? error.cause : error;
  if (!(cause instanceof pg.DatabaseError) || cause.code !== "42501") return undefined;
  return new ConfigError([
    `${variable}: its user may not make tables (${cause.message}). Make it the database's owner: ALTER DATABASE … OWNER TO …`,
  ]);
}
