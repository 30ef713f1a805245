import { execFile } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { mkdtemp, rename } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { startServer } from "#tests/e2e/operation/server-process.ts";
import { fastFolder } from "#tests/support/fast-folder.mjs";

const run = promisify(execFile);
/**
 * Names the folder of the seeded store. `npm test` sets it, so that journeys and budgets share one; else the process that makes
 * the store does, and those that run journeys inherit it.
 */
const variable = "E2E_SEEDED_STORE";

/** Makes the demo store that the others of this run are copies of, by a first start; drawing it takes some seconds. */
export async function makeSeededStore(): Promise<void> {
  const shared = process.env[variable];
  if (shared && existsSync(shared)) return;
  const folder = await mkdtemp(shared ? `${shared}-` : join(fastFolder(), "openstall-seed-"));
  if (!shared) process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const first = await startServer({ env: { DATA_DIR: folder } });
  await first.ready();
  const { status } = await first.end();
  if (status !== 0) throw new Error(`The first server ended with ${status}:\n${first.output()}`);
  // Renamed once it is complete: what has this name can be copied.
  if (shared) await rename(folder, shared);
  process.env[variable] = shared ?? folder;
}

/** Fills an empty data folder with a store as the first start left it: its database at rest, its files and its secret. */
export async function copySeededStore(dataDir: string): Promise<void> {
  const source = process.env[variable];
  if (!source) throw new Error("The global setup has made no store to copy");
  // Unlike Node's own copying this keeps the owner, which PostgreSQL insists on.
  await run("cp", ["-a", `${source}/.`, dataDir]);
}
