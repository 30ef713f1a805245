import type pg from "pg";
import { coalesce } from "./coalesce.ts";

const lookEveryMs = 1_000;

/**
 * Looks once a second, in one statement for all queues, which of `names` have jobs that are due, and calls `wake` with each:
 * for tries that come after a delay, and for wake-ups that were lost. Workers that asked for themselves would send a hundred
 * statements a second to a database at rest.
 */
export function watchDueJobs(
  pool: pg.Pool,
  names: readonly string[],
  wake: (name: string) => void,
  failed: (error: unknown) => void,
): { stop(): Promise<void> } {
  const looking = coalesce(async () => {
    for (const name of await listDue(pool, names)) wake(name);
  }, failed);
  const timer = setInterval(() => looking.run(), lookEveryMs);
  return {
    async stop() {
      clearInterval(timer);
      await looking.ended();
    },
  };
}

/** Prepared by its name, since it is asked all day. */
async function listDue(pool: pg.Pool, names: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>({
    name: "list_due_jobs",
    text: `select asked.name from unnest($1::text[]) as asked (name)
           where exists (select from pgboss.job where job.name = asked.name and job.state < 'active' and not job.blocked and job.start_after <= now())`,
    values: [names],
  });
  return rows.map(({ name }) => name);
}
