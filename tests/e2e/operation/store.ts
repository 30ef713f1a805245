import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { copySeededStore } from "#tests/e2e/support/seeded-store.ts";
import { fastFolder } from "#tests/support/fast-folder.mjs";

/** A data folder of one's own with the seeded demo store. */
export async function newStore(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(fastFolder(), "openstall-store-"));
  await copySeededStore(dataDir);
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }) };
}

export type ExternalDatabase = {
  url: string;
  /** As after a crash or `pg_ctl restart -m immediate`: every connection breaks, and it comes back on the same port. */
  restartHard(): Promise<void>;
  stop(): Promise<void>;
};

/** The PostgreSQL of a store, run by this test: to the servers that are given its URL it is somebody else's. */
export async function runDatabase(dataDir: string): Promise<ExternalDatabase> {
  const options = { dataDir: join(dataDir, "postgres") };
  let server = await startEmbeddedPostgres(options);
  const { url } = server;
  return {
    url,
    async restartHard() {
      const { stop } = server;
      process.kill(server.pid, "SIGQUIT");
      while (isAlive(server.pid)) await sleep(10);
      // It has forgotten its port.
      server = await startEmbeddedPostgres({ ...options, settings: { port: new URL(url).port } });
      await stop();
      if (server.url !== url) throw new Error("The database came back elsewhere");
    },
    stop: () => server.stop(),
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
