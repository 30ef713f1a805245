import * as contract from "#contract/health.ts";
import { Unavailable } from "#server/errors.ts";
import { watchSystem } from "#server/operation/system-state.ts";
import { whatIsWrong } from "#server/operation/what-is-wrong.ts";
import type { App } from "./http.ts";
import type { Services } from "#server/services.ts";

export function healthRoutes(app: App, services: Services): void {
  const { pool, ending } = services;
  const read = watchSystem(services);
  let asking: Promise<void> | undefined;
  /** Once however many ask: nobody is limited here, and whoever floods it takes one connection, not all of them. */
  const requireTables = () => (asking ??= findTables(pool).finally(() => (asking = undefined)));
  app.route({ ...contract.getHealth, handler: async () => ({ status: "up" as const }) });
  app.route({
    ...contract.getReadiness,
    handler: async ({ query }) => {
      if (ending.hasBegun) throw Unavailable("Not ready: this process is stopping", "NOT_READY");
      try {
        await requireTables();
      } catch {
        throw Unavailable(
          "Not ready: the database, its migrations or the job queue are missing",
          "NOT_READY",
        );
      }
      // What is wrong elsewhere is said, and keeps nobody from pages that do without.
      const problems = await read().then(whatIsWrong, () => [
        "What waits could not be read: the database is busy",
      ]);
      if (query.strict === "true" && problems.length > 0) throw Unavailable(problems.join(". "), "DEGRADED");
      return { status: problems.length === 0 ? ("ready" as const) : ("degraded" as const), problems };
    },
  });
}

/** Ends well only when the database is reachable, migrated, and the job queue's tables are there. */
async function findTables(pool: Services["pool"]): Promise<void> {
  const { rows } = await pool.query<{ migrated: boolean; jobs: boolean }>(
    "select to_regclass('public.orders') is not null as migrated, to_regclass('pgboss.job') is not null as jobs",
  );
  if (!rows[0]?.migrated || !rows[0].jobs) throw new Error("not there");
}
