import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { loadConfig } from "#server/config.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { databaseAccessOf } from "./database-access.ts";
import { describeBudget, readRoom } from "./connection-budget.ts";
import { migrateDatabase } from "./migrate.ts";

const pools = {
  DATABASE_POOL: "5",
  DATABASE_DESK_POOL: "2",
  DATABASE_JOB_POOL: "4",
  DATABASE_SCHEDULE_POOL: "3",
  DATABASE_QUEUE_POOL: "2",
};
const access = databaseAccessOf(loadConfig({ DATABASE_URL: "postgres://one/store", ...pools }));
const pooled = databaseAccessOf(
  loadConfig({
    DATABASE_URL: "postgres://pool/store",
    DATABASE_DIRECT_URL: "postgres://one/store",
    ...pools,
  }),
);
const both = new Set(["web", "worker"] as const);

test("what a process may hold is counted by its roles, and apart for what goes through a pooler", () => {
  const room = { limit: 97, of: "the server", inUse: 3 };
  expect(describeBudget(access, new Set(["web"]), room)).toEqual({
    line: "up to 10 of 97 at PostgreSQL (5 requests, 2 desks, 1 notifications, 2 locks)",
    warning: undefined,
  });
  expect(describeBudget(access, both, room).line).toBe(
    "up to 21 of 97 at PostgreSQL (5 requests, 2 desks, 4 jobs, 3 schedules, 4 queue, 1 notifications, 2 locks)",
  );
  expect(describeBudget(pooled, both, room).line).toBe(
    "up to 14 through the pooler (5 requests, 2 desks, 4 jobs, 3 schedules), up to 7 of 97 at PostgreSQL (4 queue, 1 notifications, 2 locks)",
  );
});

test("more than there are, alone or with those in use, is said in a sentence", () => {
  expect(describeBudget(access, both, { limit: 20, of: "the role store", inUse: 0 }).warning).toBe(
    "This process may come to hold 21 connections, and the role store has 20: raise that limit, lower the pools, or put a pooler before it: docs/databases.md",
  );
  expect(describeBudget(access, both, { limit: 97, of: "the server", inUse: 80 }).warning).toMatch(
    /^This process may come to hold 21 connections, and of the 97 of the server 80 are in use: /,
  );
});

test("the narrowest limit counts: of the role, of the database, or of the server", async () => {
  const { url, asRole, owner } = await databaseWithRole(7);
  const client = await connect(asRole);
  expect(await readRoom(client)).toEqual({ limit: 7, of: `the role ${owner}`, inUse: 0 });
  const second = await connect(asRole);
  expect(await readRoom(client)).toMatchObject({ limit: 7, inUse: 1 });
  await second.end();
  const name = new URL(url).pathname.slice(1);
  await query(url, `alter database ${name} connection limit 5`);
  expect(await readRoom(client)).toMatchObject({ limit: 5, of: `the database ${name}` });
});

test("a role whose connections are all in use is told so, and not that nobody is there", async () => {
  const { asRole } = await databaseWithRole(1);
  await connect(asRole);
  await expect(migrateDatabase(asRole, "movable")).rejects.toThrow(
    /^Openstall cannot start:\n {2}- DATABASE_URL: 127\.0\.0\.1:\d+ answers, and has no connection left for this user \(too many connections for role "owner_\w+"\): raise that limit/,
  );
});

async function databaseWithRole(limit: number) {
  const { url, drop } = await createTestDatabase();
  const owner = `owner_${Math.random().toString(36).slice(2, 10)}`;
  const name = new URL(url).pathname.slice(1);
  await query(
    url,
    `create role ${owner} login password 'secret' connection limit ${limit}; alter database ${name} owner to ${owner}`,
  );
  onTestFinished(async () => {
    await query(url, `alter database ${name} owner to current_user; drop role ${owner}`);
    await drop();
  });
  return { url, owner, asRole: Object.assign(new URL(url), { username: owner, password: "secret" }).href };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  return client;
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
