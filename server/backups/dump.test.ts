import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { buyOrder } from "#tests/support/paid-order.ts";
import { databaseUrl, onServer } from "#tests/support/template-database.ts";
import { testApp } from "#tests/support/test-app.ts";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { checkDump, forPrograms, settingsForAnyServer } from "./dump-database.ts";
import { makeBackup } from "./make-backup.ts";
import { restoreBackup } from "./restore-backup.ts";

const folder = mkdtempSync(join(tmpdir(), "openstall-test-dump-"));
const server = inject("testDatabaseServer");
const name = `openstall_restored_${randomBytes(6).toString("hex")}`;
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await onServer(server, (client) => client.query(`drop database if exists ${name} with (force)`));
});

const app = await testApp();

/** PostgreSQL's own programs read servers that are as old as they are, or older. */
async function isNewEnough(): Promise<boolean> {
  const { stdout } = spawnSync("pg_dump", ["--version"], { encoding: "utf8" });
  const { rows } = await app.services.pool.query<{ major: number }>(
    "select current_setting('server_version_num')::int / 10000 as major",
  );
  return Number(/\) (\d+)/.exec(stdout ?? "")?.[1] ?? 0) >= (rows[0]?.major ?? 0);
}

const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  return error instanceof Error ? error.message : "nothing was refused";
};

test("a database that DATABASE_URL names is dumped and restored into an empty one; where pg_dump cannot, it is said why", async () => {
  await buyOrder(app);
  const { config } = app.services;
  if (!(await isNewEnough())) {
    expect(await refusalOf(makeBackup(config, folder))).toMatch(/pg_dump (is missing|ended with 1)/);
    expect(readdirSync(folder)).toEqual([]);
    return;
  }
  const { folder: backup } = await makeBackup(config, folder);
  expect(await refusalOf(restoreBackup(config, backup, { overwrite: true }))).toContain("make an empty one");
  await onServer(server, (client) => client.query(`create database ${name}`));
  const restored = { ...config, dataDir: join(folder, "data"), databaseUrl: databaseUrl(server, name) };
  expect(await restoreBackup(restored, backup, { overwrite: false })).toMatchObject({ missingFiles: [] });
  const count = (url: string) =>
    onServer(
      url,
      async (client) => (await client.query("select total_cents, status from orders order by id")).rows,
    );
  expect(await count(restored.databaseUrl)).toEqual(await count(config.databaseUrl ?? ""));
});

test("where the program is missing, it is said which; and a database's password is on no command line", async () => {
  const path = process.env["PATH"];
  process.env["PATH"] = "/nowhere";
  try {
    expect(await refusalOf(checkDump(join(folder, "none")))).toContain("pg_restore is missing");
  } finally {
    process.env["PATH"] = path;
  }
  expect(forPrograms("postgres://shop:s%40crt@db.example.com:5432/shop?sslmode=verify-full")).toEqual({
    address: "postgres://shop@db.example.com:5432/shop?sslmode=verify-full&sslrootcert=system",
    environment: { PGPASSWORD: "s@crt" },
  });
  expect(forPrograms("postgres://db/shop?user=shop&password=s%40crt&sslmode=no-verify")).toEqual({
    address: "postgres://db/shop?user=shop&sslmode=require",
    environment: { PGPASSWORD: "s@crt" },
  });
  expect(forPrograms("postgres://shop:s@/shop?host=/run/postgresql")).toEqual({
    address: "postgres://shop@localhost/shop?host=%2Frun%2Fpostgresql",
    environment: { PGPASSWORD: "s" },
  });
});

test("an older server is not asked for a setting of newer programs, and data that reads like it stays as it is", async () => {
  const setting = "SET transaction_timeout = 0;\n";
  const data = `COPY notes FROM stdin;\n${setting}${"ü".repeat(5_000)}\n${setting}`;
  const passed = (chunks: string[]) =>
    text(Readable.from(chunks.map((one) => Buffer.from(one))).pipe(settingsForAnyServer()));
  const expected = `SET lock_timeout = 0;\nSELECT set_config('transaction_timeout', '0', false) WHERE current_setting('server_version_num')::int >= 170000;\n`;
  expect(await passed([`SET lock_timeout = 0;\n${setting}`])).toBe(expected);
  expect(await passed(["SET lock_timeout = 0;\nSET trans", "action_timeout = 0;\n", data])).toBe(
    expected + data,
  );
});
