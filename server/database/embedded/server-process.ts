import { closeSync, openSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { clusterArgument } from "./cluster-argument.ts";
import type { DataFolder } from "./data-folder.ts";
import { externalDatabaseHint } from "./external-database-hint.ts";
import { limitLog, logTail } from "./log-tail.ts";
import {
  clusterName,
  findPostmaster,
  healLockFile,
  isPostmasterOf,
  lastPort,
  type Postmaster,
} from "./postmaster.ts";
import { runProgram } from "./run-program.ts";
import { serverArguments } from "./server-settings.ts";

export type RunningServer = Postmaster & { adopted: boolean };

/** How long a start is repeated while backends of a crashed server are still ending, or ports are snatched. */
const retryMs = 10_000;
/** The same for all other failures, which seldom pass. */
const otherRetryMs = 1_000;
/** Replaying the log after a power cut takes as long as it takes; a server that hangs is another matter. */
const readyMs = 300_000;

/** Returns the server on the cluster once it is ready: the one already running (adopted), else a new one. */
export async function runServer(
  folder: DataFolder,
  binaries: string,
  settings: Record<string, string>,
  log: (line: string) => void,
): Promise<RunningServer> {
  const begun = performance.now();
  let port = lastPort(folder.cluster) ?? 0;
  for (;;) {
    const running = await waitWhileBusy(folder);
    if (running) return { ...running, adopted: true };
    if (await healLockFile(folder.cluster, folder.user)) log("replaced a stale lock of PostgreSQL");
    const started = await launch(folder, binaries, await freePort(port), settings);
    if (started) return { ...started, adopted: false };
    const reason = logTail(folder.logFile);
    const willPass = /shared memory block|lock file|could not create any TCP/.test(reason);
    if (performance.now() - begun > (willPass ? retryMs : otherRetryMs)) {
      throw new Error(`PostgreSQL did not start in ${folder.path}. ${reason} ${externalDatabaseHint}`);
    }
    port = 0;
    await sleep(50);
  }
}

/** Shuts the server down in good order, by force if it does not heed that in time. */
export async function stopServer(folder: DataFolder, binaries: string): Promise<void> {
  const server = findPostmaster(folder.cluster);
  if (!server) return;
  for (const [signal, patienceMs] of [
    ["SIGINT", 20_000],
    ["SIGQUIT", 5_000],
    ["SIGKILL", 5_000],
  ] as const) {
    await signalServer(server.pid, signal, folder, binaries);
    const deadline = performance.now() + patienceMs;
    while (performance.now() < deadline) {
      if (!isPostmasterOf(server.pid, folder.cluster)) return;
      await sleep(10);
    }
  }
  throw new Error(`PostgreSQL (process ${server.pid}) in ${folder.path} does not stop.`);
}

/** A server found starting is awaited until ready, one found stopping until gone (undefined). */
async function waitWhileBusy(folder: DataFolder): Promise<Postmaster | undefined> {
  const deadline = performance.now() + readyMs;
  for (;;) {
    const server = findPostmaster(folder.cluster);
    if (!server || server.isReady) return server;
    if (performance.now() > deadline) throw new Error(hangs(folder, server.pid));
    await sleep(10);
  }
}

/** Undefined when the new server ended before it was ready. */
async function launch(
  folder: DataFolder,
  binaries: string,
  port: number,
  settings: Record<string, string>,
): Promise<Postmaster | undefined> {
  limitLog(folder.logFile);
  const output = openSync(folder.logFile, "a");
  const args = serverArguments(
    clusterArgument(folder, folder.cluster),
    port,
    clusterName(folder.cluster),
    settings,
  );
  const { child, ended } = runProgram(join(binaries, "bin", "postgres"), args, {
    cwd: folder.cluster,
    user: folder.user,
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  const exit = ended.then(() => "exited" as const);
  exit.catch(() => {});
  const deadline = performance.now() + readyMs;
  for (;;) {
    if ((await Promise.race([exit, sleep(5)])) === "exited") return undefined;
    const server = findPostmaster(folder.cluster);
    if (server?.isReady && server.pid === child.pid) {
      child.unref();
      return server;
    }
    if (performance.now() > deadline) throw new Error(hangs(folder, child.pid));
  }
}

async function signalServer(
  pid: number,
  signal: "SIGINT" | "SIGQUIT" | "SIGKILL",
  folder: DataFolder,
  binaries: string,
): Promise<void> {
  if (process.platform === "win32" && signal !== "SIGKILL") {
    // Windows knows no signals; PostgreSQL listens on a pipe that pg_ctl knows.
    const args = ["stop", "-D", folder.cluster, "-m", signal === "SIGINT" ? "fast" : "immediate"];
    const { ended } = runProgram(join(binaries, "bin", "pg_ctl"), args, {
      cwd: folder.path,
      user: undefined,
      stdio: "ignore",
    });
    await ended;
    return;
  }
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** `wanted` if it is free (clients of a crashed server then find the new one), else any free port. */
function freePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => (wanted ? resolve(freePort(0)) : reject(error)));
    probe.listen({ port: wanted, host: "127.0.0.1", exclusive: true }, () => {
      const address = probe.address();
      const port = typeof address === "object" && address ? address.port : wanted;
      probe.close(() => resolve(port));
    });
  });
}

function hangs(folder: DataFolder, pid: number | undefined): string {
  return `PostgreSQL (process ${pid}) in ${folder.path} is not ready after ${readyMs / 1000} s. ${logTail(folder.logFile)}`;
}
