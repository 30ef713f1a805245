import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";

import type { TestProject } from "vitest/node";

import { type EmbeddedPostgres, startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";

import { fastFolder } from "./fast-folder.mjs";
import { startPgBouncer } from "./pgbouncer.ts";
import { dropTemplateDatabase, makeTemplateDatabase, onServer } from "./template-database.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The PostgreSQL server of this test run; its user may create databases. */
    testDatabaseServer: string;
    /** The migrated database on it that test databases are copies of. */
    testDatabaseTemplate: string;
    /** PgBouncer before it, where the tests run through one; else empty. */
    testPooler: string;
  }
}

let teardownServer: () => Promise<void> = async () => {};
let dropTemplate: () => Promise<void> = async () => {};
let stopPooler: () => Promise<void> = async () => {};

/** Starts one PostgreSQL for the whole run, or takes TEST_DATABASE_URL, and makes the migrated template on it. */
export async function setup(project: TestProject): Promise<void> {
  const url = process.env["TEST_DATABASE_URL"] || (await startTemporaryPostgres());
  const template = await makeTemplateDatabase(url);
  dropTemplate = () => dropTemplateDatabase(url, template);
  project.provide("testDatabaseServer", url);
  project.provide("testDatabaseTemplate", template);
  const program = process.env["TEST_PGBOUNCER"];
  const pooler = program ? await startPgBouncer(program, url) : undefined;
  stopPooler = async () => pooler?.stop();
  project.provide("testPooler", pooler?.url ?? "");
}

/** Drops what `setup` made, stops what it started and removes its folder. */
export async function teardown(): Promise<void> {
  await stopPooler();
  await dropTemplate();
  await teardownServer();
}

async function startTemporaryPostgres(): Promise<string> {
  const folder = await mkdtemp(join(fastFolder(), "openstall-test-"));
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, "postgres"),
    // Nothing here outlives the run, so nothing has to reach the disk.
    settings: {
      fsync: "off",
      full_page_writes: "off",
      synchronous_commit: "off",
      autovacuum: "off",
      // Some tests run several servers at once, each with a pool of its own.
      max_connections: "300",
    },
  });
  const stopAtExit = (): void => abandon(server, folder);
  process.once("exit", stopAtExit);
  teardownServer = async () => {
    process.off("exit", stopAtExit);
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  await hashPasswordOnce(server.url);
  return server.url;
}

/** A run opens thousands of connections, and each would hash the password 4,096 times to show that it knows it. */
async function hashPasswordOnce(url: string): Promise<void> {
  const { username, password } = new URL(url);
  await onServer(url, async (client) => {
    await client.query("set scram_iterations = 1");
    await client.query(
      `alter role ${client.escapeIdentifier(username)} password ${client.escapeLiteral(decodeURIComponent(password))}`,
    );
  });
}

/** A second Ctrl-C ends vitest without teardown. */
function abandon(server: EmbeddedPostgres, folder: string): void {
  try {
    process.kill(server.pid, "SIGQUIT");
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  } catch {
    // It has ended already, or its last files appear while we remove them: the system clears its temporary folder.
  }
}
