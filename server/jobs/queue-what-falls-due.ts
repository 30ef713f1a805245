import { sql } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { jobOutbox } from "#server/database/schema/delivery.ts";
import type { Job } from "./job.ts";

/**
 * For the transaction that moves the shop's clock on by `minutes`: jobs that wait wait so much less, and what runs by itself
 * runs once, whatever its hour, since any hour may have been passed. The queue goes by the machine's time, and the relay
 * translates (`relay_outbox`): it waits here, so that no job is handed over by the time before the move.
 */
export async function queueWhatFallsDue(tx: Db, minutes: number, jobs: readonly Job[]): Promise<void> {
  await tx.execute(sql`lock table ${jobOutbox} in share row exclusive mode`);
  const { rows } = await tx.execute(sql`select where to_regclass('pgboss.job') is not null`);
  // Missing until the first worker has started.
  if (rows.length > 0)
    await tx.execute(
      sql`update pgboss.job set start_after = start_after - make_interval(mins => ${minutes}::int)
           where state in ('created', 'retry') and start_after > now()`,
    );
  const byThemselves = jobs.filter(({ schedule }) => schedule);
  if (byThemselves.length > 0)
    await tx.insert(jobOutbox).values(byThemselves.map(({ name }) => ({ name, data: {} })));
}
