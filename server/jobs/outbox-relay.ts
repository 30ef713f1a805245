import pg from "pg";
import type { PgBoss } from "pg-boss";
import { coalesce } from "./coalesce.ts";
import { dueWhere, watchDueWork } from "./due-work.ts";
import { prepareRepeated } from "./prepare-repeated.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { hotStatement } from "#server/database/statement.ts";
import { traceRound } from "#server/operation/traces/trace-work.ts";
import type { Services } from "#server/services.ts";

type OutboxRow = {
  id: string;
  name: string;
  data: Record<string, unknown>;
  singleton_key: string | null;
  start_after: Date | null;
};

/**
 * Moves outbox rows to the queue in batches: woken by each commit that wrote one, and by the look for what is due where that was
 * lost. Those of other jobs than `names`, of a newer version or held back after a restore, wait for who runs these.
 */
export function startRelay(
  { pool, notifications, log, tracer }: Pick<Services, "pool" | "notifications" | "log" | "tracer">,
  boss: PgBoss,
  names: readonly string[],
  shared: Pick<Services, "pool" | "clock" | "log">,
): { stop(): Promise<void> } {
  let stopped = false;
  const relaying = coalesce(
    async () => {
      const relay = () => relayBatch(pool, boss, [...names]);
      while ((await traceRound(tracer, "relay-jobs", relay)) === batchSize);
    },
    (error) => log.error({ err: error }, "job relay"),
  );
  const wake = () => {
    if (!stopped) relaying.run();
  };
  void notifications.listen("job_outbox", wake);
  // Written into the text, as the queue's own look is: rows left for others must not wake it each second.
  const quoted = names.map((name) => pg.escapeLiteral(name)).join(", ");
  const due = watchDueWork(shared, {
    text: dueWhere(`exists (select from job_outbox where name = any(array[${quoted}]::text[]))`),
    wake,
  });
  wake();
  return {
    async stop() {
      stopped = true;
      await due.stop();
      await relaying.ended();
    },
  };
}

const batchSize = 200;
const prepared = prepareRepeated();

/** One transaction: rows leave the outbox exactly when the queue has them. */
function relayBatch(pool: pg.Pool, boss: PgBoss, names: string[]): Promise<number> {
  return inTransaction(pool, async (client) => {
    const rows = await takeRows(client, names);
    const byName = Map.groupBy(rows, (row) => row.name);
    for (const [name, group] of byName) {
      const jobs = group.map((row) => ({
        data: row.data,
        ...(row.singleton_key !== null && { singletonKey: row.singleton_key }),
        ...(row.start_after !== null && { startAfter: row.start_after }),
      }));
      await boss.insert(name, jobs, {
        db: { executeSql: (text, values) => client.query(prepared(text, values)) },
      });
    }
    return rows.length;
  });
}

const takeRows = hotStatement("relay_outbox")<OutboxRow, [names: string[]]>(
  `delete from job_outbox where id in (select id from job_outbox where name = any($1) order by id limit ${batchSize} for update skip locked)
   returning id, name, data, singleton_key, start_after - (shop_now() - now()) as start_after`,
);
