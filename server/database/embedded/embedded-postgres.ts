import { setTimeout as sleep } from "node:timers/promises";

import { runnableBinaries } from "./binaries.ts";
import { isLocked, lockAlone, lockShared, type Release } from "./data-folder-lock.ts";
import { type DataFolder, openDataFolder } from "./data-folder.ts";
import { ensureDatabase } from "./ensure-database.ts";
import { databaseName, initialiseCluster, readPassword } from "./initialise-cluster.ts";
import { findPostgresPackage } from "./postgres-package.ts";
import { findPostmaster, isPostmasterOf } from "./postmaster.ts";
import { recordHost, requireSameHost } from "./same-host.ts";
import { runServer, type RunningServer, stopServer } from "./server-process.ts";

export type EmbeddedPostgresOptions = {
  /** Holds the database and all that belongs to it; made when missing. See data-folder.ts. */
  dataDir: string;
  log?: (line: string) => void;
  /** Added to the server's settings, e.g. `{ fsync: "off" }`; without effect on a server already running. */
  settings?: Record<string, string>;
  /** Where the package with the PostgreSQL programs lies; default: the installed one. */
  packageFolder?: string;
  /** Where the programs are copied to when they cannot be run in place; default: this system's cache folder. */
  cacheFolder?: string;
};

export type EmbeddedPostgres = {
  /** postgres://openstall:…@127.0.0.1:port/openstall */
  url: string;
  port: number;
  /** Process id of the server (the postmaster). */
  pid: number;
  /** Whether the server was running already: started by another process, or left over from one that was killed. */
  adopted: boolean;
  /** Gives the server up; it shuts down when no other process uses it. */
  stop(): Promise<void>;
};

const startingTimeoutMs = 330_000;

/**
 * Starts PostgreSQL on `dataDir`, or joins the one that runs there. Any number of processes may do so at once and share
 * one server; the last to call `stop` shuts it down. A server whose processes were all killed is taken over by the
 * next start. Throws an Error whose message tells the operator what is missing and what helps.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {});
  const source = findPostgresPackage(options.packageFolder);
  const folder = openDataFolder(options.dataDir);
  const binaries = runnableBinaries(source, folder.user, options.cacheFolder, log);

  const releaseStarting = await lockAlone(folder.startingLock, startingTimeoutMs);
  let leave: Release | undefined;
  try {
    const isShared = isLocked(folder.clientsLock);
    leave = lockShared(folder.clientsLock);
    if (await initialiseCluster(folder, binaries, source.version))
      log(`created the database in ${folder.path}`);
    const { pid, port, adopted } = await runUsableServer(folder, isShared, () =>
      runServer(folder, binaries, options.settings ?? {}, log),
    );
    log(`PostgreSQL ${adopted ? "found running" : "started"} on port ${port} (process ${pid})`);
    return {
      url: urlOf(folder, port, databaseName),
      port,
      pid,
      adopted,
      stop: stopOnce(folder, binaries, leave),
    };
  } catch (error) {
    leave?.();
    if (!isLocked(folder.clientsLock)) await stopServer(folder, binaries).catch(() => {});
    throw error;
  } finally {
    releaseStarting();
  }
}

/** Sees that the server answers and has our database; a server found just as it crashed is replaced. */
async function runUsableServer(
  folder: DataFolder,
  isShared: boolean,
  run: () => Promise<RunningServer>,
): Promise<RunningServer> {
  for (let attempt = 1; ; attempt += 1) {
    if (!findPostmaster(folder.cluster)) {
      if (isShared) requireSameHost(folder);
      recordHost(folder);
    }
    const server = await run();
    try {
      await ensureDatabase(urlOf(folder, server.port, "postgres"), databaseName);
      return server;
    } catch (error) {
      await sleep(100);
      if (attempt === 3 || isPostmasterOf(server.pid, folder.cluster)) throw error;
    }
  }
}

function urlOf(folder: DataFolder, port: number, database: string): string {
  return `postgres://${databaseName}:${encodeURIComponent(readPassword(folder))}@127.0.0.1:${port}/${database}`;
}

function stopOnce(folder: DataFolder, binaries: string, leave: Release): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    const releaseStarting = await lockAlone(folder.startingLock, startingTimeoutMs);
    try {
      leave();
      if (!isLocked(folder.clientsLock)) await stopServer(folder, binaries);
    } finally {
      releaseStarting();
    }
  };
  return () => (stopping ??= stop());
}
