import * as contract from "#contract/health.ts";
import { Unavailable } from "#server/errors.ts";
import type { App } from "./http.ts";
import type { Services } from "#server/services.ts";

export function healthRoutes(app: App, { pool }: Services): void {
  app.route({ ...contract.getHealth, handler: async () => ({ status: "up" as const }) });
  app.route({
    ...contract.getReadiness,
    handler: async () => {
      try {
        // Answers only when the database is reachable, migrated, and the job queue's tables are there.
        const { rows } = await pool.query<{ migrated: boolean; jobs: boolean }>(
          "select to_regclass('public.orders') is not null as migrated, to_regclass('pgboss.job') is not null as jobs",
        );
        if (rows[0]?.migrated && rows[0].jobs) return { status: "ready" as const };
      } catch {
        // Answered below.
      }
      throw Unavailable("Not ready: the database, its migrations or the job queue are missing", "NOT_READY");
    },
  });
}
