import type pg from "pg";
import type { Config } from "#server/config.ts";
import { connectWith } from "#server/database/connect-directly.ts";
import { describeBudget, readRoom, type Room } from "#server/database/connection-budget.ts";
import { type DatabaseAccess, databaseAccessOf } from "#server/database/database-access.ts";
import { probeEngine } from "#server/database/probe-engine.ts";
import { probePooler } from "#server/database/probe-pooler.ts";
import { seenByNobody } from "#server/database/seen-by-nobody.ts";
import { requireVersion } from "#server/database/migrate.ts";
import { howToMakeAnew, readMigrated } from "#server/database/migration-journal.ts";
import { sessionAt } from "#server/database/session-settings.ts";
import { countWorkers } from "#server/operation/system-state.ts";
import { openDatabaseTransport } from "#server/start/transport-security.ts";
import { readLoginRetry, wantedLoginRetry } from "#server/database/probe-pgbouncer.ts";
import { probeReplica, requireSameDatabase } from "#server/database/probe-same-database.ts";
import { type Finding, fine, problem, question, warning } from "./finding.ts";
import { statement } from "#server/database/statement.ts";

/** Whether the database answers, is new enough, and has the tables of this version. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { databaseUrl, plans, mode } = config;
  if (!databaseUrl) return [fine("The database is the embedded PostgreSQL in DATA_DIR")];
  const access = databaseAccessOf(config);
  const variable = access.pooler ? "DATABASE_DIRECT_URL" : "DATABASE_URL";
  const { notifies } = await probeEngine(access.directUrl, variable);
  const unread = config.databaseReadUrl && (await probeReplica(config.databaseReadUrl, access.directUrl));
  const client = await connectWith(access.directUrl, variable, (url) => ({
    ...sessionAt(url),
    query_timeout: 5_000,
  }));
  try {
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    );
    const [server] = rows;
    requireVersion(server?.version ?? 0, variable);
    const { isOfBeforeTheFirstRelease, isEmpty, pending } = await readMigrated(client);
    const behind = pending.length;
    if (isOfBeforeTheFirstRelease) return [problem(howToMakeAnew)];
    if (!isEmpty) await requireSameDatabase(access);
    const open = openDatabaseTransport(databaseUrl);
    return [
      ...(open ? [warning(open)] : []),
      ...(unread ? [warning(unread)] : []),
      fine(`The database answers (PostgreSQL ${Math.floor((server?.version ?? 0) / 10_000)})`),
      isEmpty
        ? emptyFinding(mode)
        : behind === 0
          ? fine("Its tables are those of this version")
          : warning(
              `${behind === 1 ? "1 migration waits" : `${behind} migrations wait`}: ${mode === "live" ? "`npm run migrate` runs them" : "the server runs them at its next start"}. Make a backup first`,
            ),
      ...(notifies
        ? []
        : [warning("Its notifications do not arrive: what they would tell is looked for once a second")]),
      ...(await checkClock(client)),
      ...(mode === "live" && behind === 0 ? [await checkWorkers(client)] : []),
      connectionsFinding(access, await readRoom(client)),
      ...(access.pooler && behind === 0 ? await checkPooler(access.url) : []),
      ...(behind === 0 ? [await checkKeptPayments(client)] : []),
      ...(behind === 0 ? await (plans ? checkPlans(client) : checkSoldPlans(client)) : []),
    ];
  } finally {
    await client.end();
  }
}

const emptyFinding = (mode: Config["mode"]): Finding =>
  mode === "live"
    ? problem("The database is empty. Run `npm run migrate` to create its tables")
    : warning("The database is empty. The next start creates its tables");

/** Beyond this codes end too early or too late, and signatures of others are refused. */
const mostSkewSeconds = 5;

async function checkClock(client: pg.Client): Promise<Finding[]> {
  const before = Date.now();
  const { rows } = await client.query<{ now: string }>(
    "select extract(epoch from clock_timestamp())::text as now",
  );
  const middle = (before + Date.now()) / 2;
  const skew = Math.round(Number(rows[0]?.now ?? 0) - middle / 1_000);
  return Math.abs(skew) <= mostSkewSeconds
    ? []
    : [
        problem(
          `The clock of this machine and that of the database differ by ${Math.abs(skew)} seconds: let both be set by the network (NTP)`,
        ),
      ];
}

async function checkWorkers(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ workers: number }>(`select ${countWorkers} as workers`);
  return (rows[0]?.workers ?? 0) > 0
    ? fine("A worker runs")
    : warning("No worker runs at the moment: start one before anybody buys");
}

/** All roles in one process, which is the most that one process holds. */
function connectionsFinding(access: DatabaseAccess, room: Room): Finding {
  const { line, warning: wrong } = describeBudget(access, new Set(["web", "worker"]), room);
  return wrong ? warning(wrong) : fine(`Connections of one process: ${line}`);
}

async function checkPooler(url: string): Promise<Finding[]> {
  const { pooler, missingLimits } = await probePooler(url);
  return [
    fine("DATABASE_URL leads through a pooler, and DATABASE_DIRECT_URL past it"),
    loginRetryFinding(await readLoginRetry(url)),
    ...(pooler.keepsNames
      ? []
      : [
          warning(
            "The pooler keeps no prepared statements, so each is planned anew: with PgBouncer 1.21 or later set max_prepared_statements to 500",
          ),
        ]),
    ...(missingLimits.length > 0
      ? [
          warning(
            `The pooler's connections lack limits that their role has (${missingLimits.join(", ")}): let it make them anew (PgBouncer: RECONNECT)`,
          ),
        ]
      : []),
  ];
}

function loginRetryFinding(seconds: number | undefined): Finding {
  if (seconds === undefined)
    return question(
      `Is the pooler PgBouncer, with server_login_retry = ${wantedLoginRetry}? Its settings can't be read with this user (stats_users). The default of 15 turns a short restart of PostgreSQL into 15 seconds of errors`,
    );
  return seconds <= wantedLoginRetry
    ? fine(`PgBouncer tries PostgreSQL again after ${seconds} s`)
    : warning(
        `PgBouncer's server_login_retry is ${seconds}: after a restart of PostgreSQL, even one of a second, requests fail for up to ${seconds} seconds. Set server_login_retry = ${wantedLoginRetry}`,
      );
}

const shown = 5;

/** Payments that were kept aside and name nobody's sale: no creator sees them, so the operator has to. */
async function checkKeptPayments(client: pg.Client): Promise<Finding> {
  const rows = await selectOwnerless(client);
  if (rows.length === 0) return fine("Every payment that was kept aside has a creator who sees it");
  const some = rows.slice(0, shown).map(({ paymentIntentId }) => paymentIntentId);
  const named = rows.length > shown ? `${some.join(", ")}, …` : some.join(", ");
  const [name, them] =
    rows.length === 1 ? ["1 payment names", "it"] : [`${rows.length} payments name`, "them"];
  return problem(
    `${name} no sale of ours (${named}): give ${them} back at the provider. What went back is gone from here after the next night`,
  );
}

/** Where there are no plans nobody can see, change or cancel the one that they pay for. */
async function checkSoldPlans(client: pg.Client): Promise<Finding[]> {
  const [running] = await countRunningPlans(client);
  const count = running?.count ?? 0;
  if (count === 0) return [];
  return [
    warning(
      `PLANS is off, and ${count === 1 ? "1 account pays" : `${count} accounts pay`} for a plan: the provider bills on. Cancel ${count === 1 ? "its membership" : "their memberships"} at the provider, or take PLANS=off away`,
    ),
  ];
}

const countRunningPlans = statement("doctor_count_running_plans")<{ count: number }, []>(
  `select count(*)::int as count from subscriptions
    where plan_for is not null and status in ('trialing', 'active', 'paused', 'past_due') and not cancel_at_period_end`,
);

/** Limits are enforced, and what lifts them is to be for sale. */
async function checkPlans(client: pg.Client): Promise<Finding[]> {
  const sold = await selectPlans(client);
  if (sold.length === 2) return [fine("Both plans can be bought")];
  return [warning("No plan can be bought: run `npm run plans`, or set PLANS=off to open everything")];
}

const selectPlans = statement("doctor_plans")<never, []>(
  "select from products where plan is not null and state = 'PUBLISHED'",
);

const selectOwnerless = statement("doctor_kept_payments")<{ paymentIntentId: string }, []>(
  `select payment_intent_id as "paymentIntentId" from quarantined_payments
    where ${seenByNobody} order by created_at`,
);
