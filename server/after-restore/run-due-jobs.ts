import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { ConfigError } from "#server/config.ts";
import { allJobs } from "#server/jobs/all-jobs.ts";
import { startQueue } from "#server/jobs/queue.ts";
import type { OpenServices } from "#server/start/open-services.ts";
import { sendingJobs } from "./after-restore.ts";

const lookEveryMs = 500;
const mostMs = 30 * 60_000;

/**
 * Works off every job that waits, and each that runs by itself once, but for those that send something. Throws `ConfigError`
 * where that does not end within half an hour.
 */
export async function runDueJobs({ services }: OpenServices): Promise<void> {
  const jobs = allJobs.filter(({ name }) => !sendingJobs.has(name));
  const { pool } = services;
  await pool.query(
    "insert into job_outbox (name, data) select name, '{}'::jsonb from unnest($1::text[]) as name",
    [jobs.filter(({ schedule }) => schedule).map(({ name }) => name)],
  );
  const queue = await startQueue(services, jobs);
  try {
    const end = performance.now() + mostMs;
    for (;;) {
      const { rows } = await pool.query<{ left: number }>(
        `select ((select count(*) from job_outbox where name = any($1) and (start_after is null or start_after <= shop_now()))
               + (select count(*) from pgboss.job where name = any($1)
                     and (state = 'active' or state < 'active' and not blocked and start_after <= now())))::int as left`,
        [jobs.map(({ name }) => name)],
      );
      if (rows[0]?.left === 0) return;
      if (performance.now() > end)
        throw new ConfigError([`${rows[0]?.left} jobs are not done after half an hour: run this again`]);
      await sleep(lookEveryMs);
    }
  } finally {
    await queue.stop();
  }
}

/** Removes what would show something in browsers once more; the queue's own tables, where there are any. */
export async function removeQueuedPushes({ pool }: OpenServices["services"]): Promise<void> {
  const { rows } = await pool.query("select where to_regclass('pgboss.job') is not null");
  if (rows.length > 0)
    await pool.query("delete from pgboss.job where name = 'push-news' and state < 'active'");
}

/**
 * Throws `ConfigError` while a worker runs, which could send what is about to be held, or another process, which could give
 * back what was given back already. Whoever calls it has opened what the server opens.
 */
export async function requireStopped(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ alone: boolean }>(
      "select pg_try_advisory_lock(hashtext('openstall workers')) as alone",
    );
    // Each process listens by one connection, this one as well.
    const others = await client.query(
      "select from pg_stat_activity where datname = current_database() and application_name = 'openstall notifications' offset 1",
    );
    if (!rows[0]?.alone || others.rows.length > 0)
      throw new ConfigError(["Openstall is running on this database: stop it first"]);
  } finally {
    await client.end().catch(() => {});
  }
}
