import { aheadHeader } from "#contract/dev/ahead-header.ts";
import * as contract from "#contract/dev/dev-clock.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import type { App } from "#server/http/http.ts";
import { allJobs } from "#server/jobs/all-jobs.ts";
import { queueWhatFallsDue } from "#server/jobs/queue-what-falls-due.ts";
import type { Services } from "#server/services.ts";
import type { DevClock } from "./dev-clock.ts";

/** The shop's clock, for people, tests and scripts. Nothing where time is the machine's. */
export function devClockRoutes(app: App, { devClock, pool }: Services): void {
  if (!devClock) return;

  // Pages count down by the shop's time, also those that were open when it was moved.
  app.addHook("onSend", async ({ url }, reply) => {
    const ahead = devClock.aheadMinutes();
    if (ahead > 0 && url.startsWith("/api/")) reply.header(aheadHeader, ahead);
  });

  app.route({ ...contract.getDevClock, handler: async () => timeOf(devClock) });

  app.route({
    ...contract.advanceDevClock,
    async handler({ body: { advanceMinutes } }) {
      await devClock.advance(advanceMinutes, (tx) => queueWhatFallsDue(tx, advanceMinutes, allJobs));
      wakeListeners(pool, "job_outbox");
      return timeOf(devClock);
    },
  });
}

const timeOf = (clock: DevClock) => ({ now: clock.now(), aheadMinutes: clock.aheadMinutes() });
