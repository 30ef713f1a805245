import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { Client } from "pg";
import { afterAll, afterEach, expect, onTestFinished, test } from "vitest";

import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { chooseRunAsUser } from "./run-as-user.ts";
import { startInAnotherProcess } from "./starter-process.ts";
import {
  removeAllFolders,
  removeTemporaryFolders,
  sharedDataFolder,
  temporaryFolder,
} from "./test-folders.ts";

const dataDir = sharedDataFolder();

afterEach(removeTemporaryFolders);
afterAll(removeAllFolders);

test("a server whose process was killed is taken over by the next start", async () => {
  const killed = await startInAnotherProcess(dataDir);
  await killed.kill();
  const next = await startEmbeddedPostgres({ dataDir });
  expect(next).toMatchObject({ adopted: true, pid: killed.pid, url: killed.url });
  await next.stop();
  await expect(connect(killed.url)).rejects.toThrow("ECONNREFUSED");
});

test("a killed server is replaced on the same port, with every acknowledged row, while clients were busy", async () => {
  const first = await startEmbeddedPostgres({ dataDir });
  const acknowledged = await insertUntilKilled(first);
  expect(acknowledged).toBeGreaterThan(0);
  const second = await startEmbeddedPostgres({ dataDir });
  expect(second).toMatchObject({ adopted: false, port: first.port });
  const client = await connect(second.url);
  const { rows } = await client.query<{ count: number }>("select count(*)::int from rows");
  expect(rows[0]?.count).toBeGreaterThanOrEqual(acknowledged);
  await client.end();
  await second.stop();
  await first.stop();
});

test("a start that was killed while it made the database is started over", async () => {
  const dataDir = join(temporaryFolder(), "postgres");
  const half = startInAnotherProcess(dataDir, { killAfterMs: 250 });
  await expect(half).rejects.toThrow("ended before PostgreSQL was ready");
  const next = await startEmbeddedPostgres({ dataDir });
  const client = await connect(next.url);
  expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await client.end();
  await next.stop();
});

test("a lock file with the number of a stranger's process is healed", async () => {
  await (await startEmbeddedPostgres({ dataDir })).stop();
  const stranger = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], {
    ...chooseRunAsUser(dataDir, join(dataDir, "cluster")),
    cwd: "/",
    stdio: "ignore",
  });
  onTestFinished(() => void stranger.kill("SIGKILL"));
  expect(await startWithLockFile(dataDir, `${stranger.pid}\n/old\n1700000000\n1\n\n\n\nready\n`)).toContain(
    "stale lock",
  );
});

test("a lock file of a dead process, and one left empty by a power cut, do no harm", async () => {
  await (await startEmbeddedPostgres({ dataDir })).stop();
  await startWithLockFile(dataDir, "2147483646\n/old\n1700000000\n1\n\n\n\nready\n");
  expect(await startWithLockFile(dataDir, "")).toContain("stale lock");
});

test("while another container uses the data, no second server is started on it", async () => {
  const other = await startEmbeddedPostgres({ dataDir });
  process.kill(other.pid, "SIGKILL");
  writeFileSync(join(dataDir, "host"), "web-1 pid:[1]");
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
    /in use by another machine.*web-1.*DATABASE_URL/s,
  );
  await other.stop();
  const alone = await startEmbeddedPostgres({ dataDir });
  await alone.stop();
});

test("a server that cannot start is reported with the end of its log", async () => {
  const dataDir = join(temporaryFolder(), "postgres");
  await (await startEmbeddedPostgres({ dataDir })).stop();
  writeFileSync(join(dataDir, "cluster", "PG_VERSION"), "11\n");
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
    "made by PostgreSQL 11, and PostgreSQL 18",
  );
  writeFileSync(join(dataDir, "cluster", "PG_VERSION"), "18\n");
  writeFileSync(join(dataDir, "cluster", "postgresql.auto.conf"), "nonsense = 1\n");
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/did not start.*nonsense.*DATABASE_URL/s);
});

async function startWithLockFile(dataDir: string, content: string): Promise<string> {
  writeFileSync(join(dataDir, "cluster", "postmaster.pid"), content);
  const lines: string[] = [];
  const server = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) });
  expect(server.adopted).toBe(false);
  expect(readFileSync(join(dataDir, "cluster", "postmaster.pid"), "utf8")).toMatch(
    new RegExp(`^${server.pid}\n`),
  );
  const client = await connect(server.url);
  await client.end();
  await server.stop();
  return lines.join("\n");
}

/** Eight clients insert rows until the server is killed under them; returns how many rows were acknowledged. */
async function insertUntilKilled(server: EmbeddedPostgres): Promise<number> {
  const clients = await Promise.all(Array.from({ length: 8 }, () => connect(server.url)));
  await clients[0]?.query("create table rows (id bigint generated always as identity)");
  let acknowledged = 0;
  const inserting = clients.map(async (client) => {
    for (;;) {
      await client.query("insert into rows default values");
      acknowledged += 1;
      if (acknowledged === 200) process.kill(server.pid, "SIGKILL");
      if (acknowledged >= 300) return;
    }
  });
  await Promise.allSettled(inserting);
  await Promise.allSettled(clients.map((client) => client.end()));
  return acknowledged;
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  return client;
}
