import { randomInt } from "node:crypto";
import pg from "pg";
import { ConfigError } from "#server/config.ts";
import { connectDirectly } from "./connect-directly.ts";

/** What was found out about a server. */
export type Engine = {
  /** Whether a notification arrives. All works without, by looking once a second. */
  notifies: boolean;
};

/**
 * Tries on two connections what money and jobs rely on, whatever the server calls itself, and leaves nothing behind. Throws
 * `ConfigError` with what it does not do, and what that would cost. `variable` is what names `directUrl`.
 */
export async function probeEngine(directUrl: string, variable = "DATABASE_URL"): Promise<Engine> {
  const one = await connectDirectly(directUrl, variable);
  try {
    const other = await connectDirectly(directUrl, variable);
    try {
      const refuse = (what: string) =>
        new ConfigError([
          `${variable} names a server that ${what}. Openstall needs PostgreSQL 15 or later, or what behaves like it: docs/databases.md`,
        ]);
      if (await isPooled(one, other))
        throw new ConfigError([
          `${variable} leads through a pooler that keeps no session, so locks and notifications would be lost: name PostgreSQL itself in DATABASE_DIRECT_URL, and the pooler in DATABASE_URL (docs/databases.md)`,
        ]);
      for (const probe of probes) {
        const wrong = await probe(one, other).catch((error: unknown) => explainFailure(error));
        if (wrong) throw refuse(wrong);
      }
      return { notifies: await hasNotified(one, other) };
    } finally {
      await other.end().catch(() => {});
    }
  } finally {
    await one.end().catch(() => {});
  }
}

type Probe = (one: pg.Client, other: pg.Client) => Promise<string | undefined>;

/** Each says what is wrong, in words that go on from "a server that". */
const probes: readonly Probe[] = [canBeWritten, readsWhatIsCommitted, locksOut, skipsLockedRows];

/** A connection that was lost is no answer to what was asked. */
function explainFailure(error: unknown): string {
  if (!(error instanceof pg.DatabaseError)) throw error;
  return `refuses what the store relies on (${error.message})`;
}

/** A pooler by transaction gives both the connection that was used last. */
async function isPooled(one: pg.Client, other: pg.Client): Promise<boolean> {
  const seen = new Map<pg.Client, Set<number>>([
    [one, new Set()],
    [other, new Set()],
  ]);
  for (const client of [one, other, one, other]) {
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    seen.get(client)?.add(rows[0]?.pid ?? 0);
  }
  const [ofOne = new Set(), ofOther = new Set()] = [...seen.values()];
  return ofOne.size > 1 || ofOther.size > 1 || !ofOne.isDisjointFrom(ofOther);
}

async function canBeWritten(one: pg.Client): Promise<string | undefined> {
  const { rows } = await one.query<{ replica: boolean }>("select pg_is_in_recovery() as replica");
  return rows[0]?.replica ? "is a replica, which cannot be written" : undefined;
}

async function readsWhatIsCommitted(one: pg.Client): Promise<string | undefined> {
  const { rows } = await one.query<{ isolation: string }>(
    "select current_setting('default_transaction_isolation') as isolation",
  );
  const isolation = rows[0]?.isolation;
  return isolation === "read committed"
    ? undefined
    : `begins transactions as ${isolation}, in which sales at the same moment fail rather than wait for each other: its default_transaction_isolation has to be read committed`;
}

async function locksOut(one: pg.Client, other: pg.Client): Promise<string | undefined> {
  const key = randomInt(2 ** 40);
  const lock = async (client: pg.Client) => {
    const { rows } = await client.query<{ taken: boolean }>(
      "select pg_try_advisory_lock($1::bigint) as taken",
      [key],
    );
    return rows[0]?.taken ?? false;
  };
  // Both end with their connections.
  if (!(await lock(one))) return "gives nobody a lock that nobody has";
  return (await lock(other))
    ? "gives one lock to two connections: two workers would each believe that they are alone, and charge and send twice"
    : undefined;
}

/** Asked of the list of migrations, which has rows once there are any. */
async function skipsLockedRows(one: pg.Client, other: pg.Client): Promise<string | undefined> {
  const { rows } = await one.query<{ exists: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as exists",
  );
  if (!rows[0]?.exists) return undefined;
  const take = "select id from drizzle.__drizzle_migrations order by id limit 1 for update skip locked";
  try {
    await one.query("begin");
    await other.query("begin");
    const first = await one.query<{ id: number }>(take);
    const second = await other.query<{ id: number }>(take);
    return first.rows[0] && first.rows[0].id === second.rows[0]?.id
      ? "hands a row that is taken to a second connection: jobs would run twice"
      : undefined;
  } finally {
    await one.query("rollback");
    await other.query("rollback");
  }
}

/** What is to be heard at once is waited for so long. */
const patienceMs = 1_000;

async function hasNotified(one: pg.Client, other: pg.Client): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const heard = new Promise<boolean>((resolve) => {
    one.once("notification", () => resolve(true));
    timer = setTimeout(() => resolve(false), patienceMs);
  });
  try {
    await one.query("listen openstall_probe");
    await other.query("select pg_notify('openstall_probe', '')");
    return await heard;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
