import { createHash } from "node:crypto";
import type { PgBoss } from "pg-boss";
import { isConnectionLost } from "#server/database/client.ts";
import type { Queryable } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { coalesce } from "./coalesce.ts";
import type { Job } from "./job.ts";

const lookEveryMs = 60_000;
/** Of several processes that look at about the same time, one queues the job. */
const leastPauseSeconds = 30;

/**
 * Has a process ask once a minute, in one statement for all jobs that say when they are `due`, which of them have anything to
 * do, and queues those. A job for each of them each minute would be queued, fetched and noted as done, hundreds of statements
 * a minute, to find nothing.
 */
export function startMinuteLook(
  { pool, clock, payments, log }: Pick<Services, "pool" | "clock" | "payments" | "log">,
  boss: PgBoss,
  jobs: readonly Job[],
): { stop(): Promise<void> } {
  const asked = jobs.flatMap(({ name, due, pauseSeconds }) => (due ? [{ name, due, pauseSeconds }] : []));
  if (asked.length === 0) return { stop: async () => {} };
  const find = (jobs: typeof asked) => selectDueJobs(pool, jobs, clock.now(), payments.provider);
  const looking = coalesce(
    async () => {
      const due = await find(asked).catch(async (error: unknown) => {
        if (isConnectionLost(error)) throw error;
        log.error({ err: error }, "looking for the jobs that have something to do, all at once");
        return dueOneByOne(asked, find);
      });
      for (const { name, pauseSeconds } of due)
        await boss.send(name, {}, { singletonSeconds: pauseSeconds ?? leastPauseSeconds });
    },
    (error) => log.error({ err: error }, "looking for the jobs that have something to do"),
  );
  const timer = setInterval(() => looking.run(), lookEveryMs);
  looking.run();
  return {
    async stop() {
      clearInterval(timer);
      await looking.ended();
    },
  };
}

/** One condition that fails, or takes too long, keeps no other job from running: its own job runs, and says what it is. */
async function dueOneByOne<Asked>(asked: readonly Asked[], find: (jobs: Asked[]) => Promise<Asked[]>) {
  const due: Asked[] = [];
  for (const job of asked) due.push(...(await find([job]).catch(() => [job])));
  return due;
}

/** Those that are due at `now`, with this provider of payments. Prepared under a name, since it is asked all day. */
export async function selectDueJobs<Asked extends { due: string }>(
  pool: Queryable,
  asked: readonly Asked[],
  now: Date,
  provider: string,
): Promise<Asked[]> {
  const text = `select ${asked.map(({ due }) => `(${due})`).join(",\n       ")}, $1::timestamptz, $2::text`;
  const name = `minute_look_${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
  const { rows } = await pool.query<unknown[]>({ name, text, values: [now, provider], rowMode: "array" });
  return asked.filter((_, index) => rows[0]?.[index] === true);
}
