import type pg from "pg";
import type { PgBoss } from "pg-boss";
import { coalesce } from "./coalesce.ts";
import { dueWhere, watchDueWork } from "./due-work.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { hotStatement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";

type OutboxRow = {
  id: string;
  name: string;
  data: Record<string, unknown>;
  singleton_key: string | null;
  start_after: Date | null;
};

/** Moves outbox rows to the queue in batches: woken by each commit that wrote one, and by the look for what is due where that was lost. */
export function startRelay(
  { pool, notifications, log }: Pick<Services, "pool" | "notifications" | "log">,
  boss: PgBoss,
  shared: Pick<Services, "pool" | "clock" | "log">,
): { stop(): Promise<void> } {
  let stopped = false;
  const relaying = coalesce(
    async () => {
      while ((await relayBatch(pool, boss)) === batchSize);
    },
    (error) => log.error({ err: error }, "job relay"),
  );
  const wake = () => {
    if (!stopped) relaying.run();
  };
  void notifications.listen("job_outbox", wake);
  const due = watchDueWork(shared, { text: dueWhere("exists (select from job_outbox)"), wake });
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

/** One transaction: rows leave the outbox exactly when the queue has them. */
function relayBatch(pool: pg.Pool, boss: PgBoss): Promise<number> {
  return inTransaction(pool, async (client) => {
    const rows = await takeRows(client);
    const byName = Map.groupBy(rows, (row) => row.name);
    for (const [name, group] of byName) {
      const jobs = group.map((row) => ({
        data: row.data,
        ...(row.singleton_key !== null && { singletonKey: row.singleton_key }),
        ...(row.start_after !== null && { startAfter: row.start_after }),
      }));
      await boss.insert(name, jobs, { db: { executeSql: (text, values) => client.query(text, values) } });
    }
    return rows.length;
  });
}

const takeRows = hotStatement("relay_outbox")<OutboxRow, []>(
  `delete from job_outbox where id in (select id from job_outbox order by id limit ${batchSize} for update skip locked)
   returning id, name, data, singleton_key, start_after - (shop_now() - now()) as start_after`,
);
