import { pino } from "pino";
import { acceptEvents } from "#server/features/social/engine/inbox/accept-events.ts";
import { processNow } from "#server/features/social/engine/social-worker.ts";
import type { Services } from "#server/services.ts";
import { createFaults } from "#tests/money/faults.ts";
import { testApp } from "#tests/support/test-app.ts";
import type { Afternoon } from "./schedule.ts";
import { unreliablePlatform } from "./unreliable-platform.ts";

/** An inbox with two processes that work on it, each with faults of its own, so that it can be killed by itself. */
export async function twoProcesses(): Promise<Afternoon> {
  const logged: string[] = [];
  const log = pino(
    { level: "error" },
    { write: (line: string) => void logged.push(String(JSON.parse(line).err?.message ?? line)) },
  );
  const app = await testApp({}, { log });
  const platform = unreliablePlatform(app.clock);
  const processes = [createFaults(), createFaults()].map((faults) => {
    const services: Services = faults.between(app.services);
    services.platforms = platform.reachedFrom(faults, app.services.platforms, async (echo) => {
      await acceptEvents(app.services, [echo]);
      await processNow(app.services);
    });
    return { faults, services };
  });
  return { app, processes, platform, errors: () => logged.splice(0) };
}
