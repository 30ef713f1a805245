import { readFileSync } from "node:fs";
import pg from "pg";
import { z } from "zod";
import type { Config } from "#server/config.ts";
import { requireVersion } from "#server/database/migrate.ts";
import { openDatabaseTransport } from "#server/transport-security.ts";
import { checkKeptPayments } from "./check-kept-payments.ts";
import { type Finding, fine, warning } from "./finding.ts";

const Journal = z.object({ entries: z.array(z.looseObject({ when: z.number() })) });

/** Whether the database answers, is new enough, and has the tables of this version. */
export async function checkDatabase({ databaseUrl }: Config): Promise<Finding[]> {
  if (!databaseUrl) return [fine("The database is the embedded PostgreSQL in DATA_DIR")];
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number; migrated: string | null }>(
      "select current_setting('server_version_num')::int as version, to_regclass('drizzle.__drizzle_migrations') as migrated",
    );
    const [server] = rows;
    requireVersion(server?.version ?? 0);
    const behind = server?.migrated ? await countMissing(client) : migrationTimes().length;
    const open = openDatabaseTransport(databaseUrl);
    return [
      ...(open ? [warning(open)] : []),
      fine(`The database answers (PostgreSQL ${Math.floor((server?.version ?? 0) / 10_000)})`),
      behind === 0
        ? fine("Its tables are those of this version")
        : warning(
            `${behind === 1 ? "1 migration waits" : `${behind} migrations wait`}: the server runs them at its next start. Make a backup first`,
          ),
      ...(behind === 0 ? [await checkKeptPayments(client)] : []),
    ];
  } finally {
    await client.end();
  }
}

async function countMissing(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ last: string | null }>(
    "select max(created_at)::text as last from drizzle.__drizzle_migrations",
  );
  const last = Number(rows[0]?.last ?? 0);
  return migrationTimes().filter((when) => when > last).length;
}

function migrationTimes(): number[] {
  const file = new URL("../database/migrations/meta/_journal.json", import.meta.url);
  return Journal.parse(JSON.parse(readFileSync(file, "utf8"))).entries.map(({ when }) => when);
}
