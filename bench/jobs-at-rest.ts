import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { loadConfig } from "#server/config.ts";
import { allJobs } from "#server/jobs/all-jobs.ts";
import { openServices } from "#server/start/open-services.ts";
import { residentMegabytes } from "./processes.ts";

/** A job that has more to do than this is never at rest. */
const mostWorkMs = 120_000;

/**
 * Runs every job that runs by itself until there is nothing left to do, and says how long it takes then, the longest first:
 * infinitely long where it found something to do for two minutes.
 */
export async function jobsAtRest(env: NodeJS.ProcessEnv): Promise<{ name: string; ms: number }[]> {
  const config = loadConfig({ ...process.env, ...env, LOG_LEVEL: "error" });
  const { services, close } = await openServices(config, pino({ level: "error" }));
  const figures: { name: string; ms: number }[] = [];
  try {
    // The audit and the comparison of books are no work at rest: they go through all there is.
    for (const job of allJobs.filter(({ schedule, name }) => schedule && !name.endsWith("-books"))) {
      const end = AbortSignal.timeout(mostWorkMs);
      const run = async () => {
        const began = performance.now();
        await job.handle(services, {}, end);
        return performance.now() - began;
      };
      const toRest = async () => {
        // A job that has much to do takes a piece at a time: its next run goes on.
        while ((await run()) > 1_000) end.throwIfAborted();
        return Math.min(await run(), await run(), await run());
      };
      const ms = await toRest().catch((error: unknown) => {
        if (!end.aborted) throw error;
        return Number.POSITIVE_INFINITY;
      });
      figures.push({ name: job.name, ms });
    }
  } finally {
    await close();
  }
  return figures.toSorted((a, b) => b.ms - a.ms);
}

/** Runs `npm run audit` as an operator does: how long it takes, its greatest memory, and whether every rule holds. */
export async function auditFigures(
  env: NodeJS.ProcessEnv,
): Promise<{ seconds: number; megabytes: number; holds: boolean }> {
  const began = performance.now();
  const child = spawn(process.execPath, ["server/start/audit.ts"], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
  let megabytes = 0;
  while (child.exitCode === null) {
    megabytes = Math.max(megabytes, residentMegabytes(child.pid ?? 0));
    await sleep(100);
  }
  return { seconds: (performance.now() - began) / 1_000, megabytes, holds: (await ended) === 0 };
}
