import pg from "pg";
import { ConfigError } from "#server/config.ts";
import { connectWith } from "./connect-directly.ts";
import type { Pooler } from "./database-access.ts";
import { pooledAt, sessionLimits, sessionSettings } from "./session-settings.ts";

const named = { name: "openstall_probe", text: "select pg_backend_pid() as pid" };
const tries = 5;
const patienceMs = 3_000;

/**
 * Finds out what a pooler keeps, and whether the connections that it gives out have the settings that the role was given.
 * Throws `ConfigError` where they have not, or where it pools by statement. Also answers what would cut nothing off.
 */
export async function probePooler(url: string): Promise<{ pooler: Pooler; missingLimits: string[] }> {
  const settingsAt = (address: string) => ({ ...pooledAt(address), query_timeout: patienceMs });
  const one = await connectWith(url, "DATABASE_URL", settingsAt);
  try {
    const other = await connectWith(url, "DATABASE_URL", settingsAt);
    try {
      const wrong = await differingSettings(one, sessionSettings);
      if (wrong.length > 0)
        throw new ConfigError([
          `DATABASE_URL leads through a pooler whose connections have other settings than their role (${wrong.join(", ")}). \`npm run migrate\` gives the role its settings; then let the pooler make its connections anew (PgBouncer: RECONNECT, or a restart)`,
        ]);
      return {
        pooler: { keepsNames: await keepsNames(one, other) },
        missingLimits: await differingSettings(one, sessionLimits),
      };
    } finally {
      await other.end().catch(() => {});
    }
  } finally {
    await one.end().catch(() => {});
  }
}

/**
 * Prepares a statement under a name on a connection of the server's that somebody else is given next: is it found again on
 * another? Where that cannot be seen, because the pooler is busy, names are believed not to be kept: that costs time alone.
 */
async function keepsNames(one: pg.Client, other: pg.Client): Promise<boolean> {
  for (let attempt = 0; attempt < tries; attempt++) {
    try {
      const before = await pidOf(one, named);
      await other.query("begin");
      const taken = await pidOf(other, named.text);
      if (taken !== before) continue;
      return (await pidOf(one, named)) !== before;
    } catch (error) {
      if (error instanceof pg.DatabaseError && /statement pool/i.test(error.message))
        throw new ConfigError([
          `DATABASE_URL leads through a pooler that pools by statement: have it pool by transaction (${error.message})`,
        ]);
      return false;
    } finally {
      await other.query("rollback").catch(() => {});
    }
  }
  return false;
}

async function pidOf(client: pg.Client, asked: string | typeof named): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(asked);
  return rows[0]?.pid ?? 0;
}

/** Those that are not as wanted, as `name is value`. */
async function differingSettings(
  client: pg.Client,
  wanted: Readonly<Record<string, string>>,
): Promise<string[]> {
  const { rows } = await client.query<{ name: string; value: string }>({
    text: "select name, current_setting(name) as value from unnest($1::text[]) as asked (name)",
    values: [Object.keys(wanted)],
  });
  return rows
    .filter(({ name, value }) => value.split(",")[0] !== wanted[name])
    .map(({ name, value }) => `${name} is ${value || "nothing"}`);
}
