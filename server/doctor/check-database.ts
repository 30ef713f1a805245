import pg from "pg";
import type { Config } from "#server/config.ts";
import { seenByNobody } from "#server/database/seen-by-nobody.ts";
import { requireVersion } from "#server/database/migrate.ts";
import { howToMakeAnew, readMigrated } from "#server/database/migration-journal.ts";
import { openDatabaseTransport } from "#server/start/transport-security.ts";
import { type Finding, fine, problem, warning } from "./finding.ts";
import { statement } from "#server/database/statement.ts";

/** Whether the database answers, is new enough, and has the tables of this version. */
export async function checkDatabase({ databaseUrl, plans }: Config): Promise<Finding[]> {
  if (!databaseUrl) return [fine("The database is the embedded PostgreSQL in DATA_DIR")];
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    );
    const [server] = rows;
    requireVersion(server?.version ?? 0);
    const { isOfBeforeTheFirstRelease, behind } = await readMigrated(client);
    if (isOfBeforeTheFirstRelease) return [problem(howToMakeAnew)];
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
      ...(behind === 0 ? await (plans ? checkPlans(client) : checkSoldPlans(client)) : []),
    ];
  } finally {
    await client.end();
  }
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
