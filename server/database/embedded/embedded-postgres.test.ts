import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { Client } from "pg";
import { afterEach, expect, test } from "vitest";

import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { ensureDatabase } from "./ensure-database.ts";
import { startInAnotherProcess } from "./starter-process.ts";
import { removeTemporaryFolders, temporaryFolder } from "./test-folders.ts";

afterEach(removeTemporaryFolders);

test("a first start makes the database and a second one finds what was written", async () => {
  const dataDir = join(temporaryFolder(), "postgres");
  const first = await startEmbeddedPostgres({ dataDir });
  expect(first).toMatchObject({ adopted: false, url: expect.stringMatching(/^postgres:\/\/openstall:/) });
  await query(first.url, "create table notes (text text)");
  await query(first.url, "insert into notes values ('Über')");
  await first.stop();
  await expect(query(first.url, "select 1")).rejects.toThrow("ECONNREFUSED");

  const second = await startEmbeddedPostgres({ dataDir });
  expect(await query(second.url, "select text from notes where text ilike 'über'")).toEqual([
    { text: "Über" },
  ]);
  await second.stop();
});

test("the database is UTF-8, durable, and open to this machine with the password alone", async () => {
  const dataDir = join(temporaryFolder(), "postgres");
  const server = await startEmbeddedPostgres({ dataDir });
  const [settings] = await query(
    server.url,
    `select current_database() as name, getdatabaseencoding() as encoding, current_setting('fsync') as fsync,
       current_setting('synchronous_commit') as commit, current_setting('listen_addresses') as listens,
       current_setting('unix_socket_directories') as sockets, 'Z' < 'a' as by_code_point`,
  );
  expect(settings).toEqual({
    name: "openstall",
    encoding: "UTF8",
    fsync: "on",
    commit: "on",
    listens: "127.0.0.1",
    sockets: "",
    by_code_point: true,
  });
  const wrongPassword = new URL(server.url);
  wrongPassword.password = "wrong";
  await expect(query(wrongPassword.href, "select 1")).rejects.toThrow("password authentication failed");
  expect(readFileSync(join(dataDir, "postgres.log"), "utf8")).not.toContain(new URL(server.url).password);
  await server.stop();
});

test.skipIf(process.platform === "win32")("the password and the data are for their owner alone", async () => {
  const dataDir = join(temporaryFolder(), "postgres");
  await (await startEmbeddedPostgres({ dataDir })).stop();
  expect(statSync(join(dataDir, "password")).mode & 0o777).toBe(0o600);
  expect(statSync(join(dataDir, "cluster")).mode & 0o777).toBe(0o700);
});

test("another process joins the running server, and only the last to stop ends it", async () => {
  const dataDir = join(temporaryFolder(), "postgres");
  const here = await startEmbeddedPostgres({ dataDir });
  const there = await startInAnotherProcess(dataDir);
  expect(there).toMatchObject({ adopted: true, pid: here.pid, url: here.url });
  await here.stop();
  await here.stop();
  expect(await query(there.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await there.stop();
  await expect(query(there.url, "select 1")).rejects.toThrow("ECONNREFUSED");
});

test("one process may start it twice and holds it until both have stopped", async () => {
  const dataDir = join(temporaryFolder(), "postgres");
  const [one, two] = await Promise.all([
    startEmbeddedPostgres({ dataDir }),
    startEmbeddedPostgres({ dataDir }),
  ]);
  expect(one.pid).toBe(two.pid);
  await one.stop();
  expect(await query(two.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await two.stop();
  await expect(query(two.url, "select 1")).rejects.toThrow("ECONNREFUSED");
});

test("three processes that start at once on a new folder share one server", async () => {
  const dataDir = join(temporaryFolder(), "postgres");
  const started = await Promise.all([1, 2, 3].map(() => startInAnotherProcess(dataDir)));
  expect(new Set(started.map((each) => each.url)).size).toBe(1);
  expect(started.filter((each) => !each.adopted)).toHaveLength(1);
  const [url = ""] = started.map((each) => each.url);
  await Promise.all(started.slice(1).map((each) => each.stop()));
  expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  await started[0]?.stop();
  await expect(query(url, "select 1")).rejects.toThrow("ECONNREFUSED");
});

test("a database is created once, however many ask for it", async () => {
  const server = await startEmbeddedPostgres({ dataDir: join(temporaryFolder(), "postgres") });
  await Promise.all([1, 2, 3].map(() => ensureDatabase(server.url, 'shop "two"')));
  const found = await query(server.url, `select count(*)::int from pg_database where datname = 'shop "two"'`);
  expect(found).toEqual([{ count: 1 }]);
  await server.stop();
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
