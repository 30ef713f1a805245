import type pg from "pg";
import type { Services } from "#server/services.ts";
import { DEMO_CREATOR } from "./content/demo-creator.ts";

/**
 * Makes the demo store where there is none; a look at one row otherwise. Several processes may call it at once: one
 * seeds, the others wait. All rows are one transaction, so that a process that is killed leaves nothing half done.
 */
export async function seedDemoStore(
  services: Services,
  say: (line: string) => void = console.log,
): Promise<void> {
  if (await exists(services.pool, "handle", DEMO_CREATOR.handle)) return;
  await aloneWithDemoStore(services, async (client) => {
    if (await exists(client, "handle", DEMO_CREATOR.handle)) return;
    if (await exists(client, "lower(email)", DEMO_CREATOR.email)) {
      return say(`There is no demo store: ${DEMO_CREATOR.email} belongs to another account.`);
    }
    say("Seeding the demo store…");
    const startedAt = performance.now();
    // Its pictures and documents need what no other start does.
    const { fillDemoStore } = await import("./fill-demo-store.ts");
    await fillDemoStore(services, client, say);
    say(`The demo store is ready (${((performance.now() - startedAt) / 1000).toFixed(1)} s).`);
  });
}

/** Runs `work` on a connection of its own, one process after the other. The lock ends with the process, however it ends. */
export async function aloneWithDemoStore(
  { sessions }: Pick<Services, "sessions">,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await sessions.connect();
  try {
    // Waiting for another process may take longer than a request ever may.
    await client.query(
      "set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0",
    );
    await client.query("select pg_advisory_lock(hashtext('openstall demo store'))");
    await work(client);
  } finally {
    // Closed, not returned: this gives the lock back and forgets the settings.
    client.release(true);
  }
}

async function exists(on: pg.Pool | pg.PoolClient, expression: "handle" | "lower(email)", value: string) {
  const { rowCount } = await on.query(`select from users where ${expression} = $1`, [value]);
  return rowCount === 1;
}
