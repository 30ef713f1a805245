import pg from "pg";
import { expect, inject, test, vi } from "vitest";
import { getCreator, getCurrentUser, requestSignInCode } from "#contract/accounts/accounts.ts";
import { checkHandle } from "#contract/accounts/check-handle.ts";
import { getHealth, getReadiness } from "#contract/health.ts";
import { createQueueTables } from "#server/jobs/queue.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { onServer } from "#tests/support/template-database.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;

test("the process is up, and ready once the jobs' tables are there", async () => {
  expect(await app.call(getHealth)).toMatchObject({ status: 200, body: { status: "up" } });
  expect(await app.call(getReadiness)).toMatchObject({ status: 503, body: { code: "NOT_READY" } });
  await createQueueTables(app.services.access);
  expect(await app.call(getReadiness)).toMatchObject({ status: 200 });
});

test("a process that has been told to stop is ready no more, and serves", async () => {
  const { ending } = app.services;
  ending.hasBegun = true;
  expect(await app.call(getReadiness)).toMatchObject({ status: 503, body: { code: "NOT_READY" } });
  expect((await app.call(getHealth)).status).toBe(200);
  ending.hasBegun = false;
  expect((await app.call(getReadiness)).status).toBe(200);
});

test("who floods it with that question takes one connection", async () => {
  const query = vi.spyOn(pool, "query");
  const answers = await Promise.all(Array.from({ length: 50 }, () => app.call(getReadiness)));
  const asked = query.mock.calls.filter(([sent]) => JSON.stringify(sent).includes("to_regclass"));
  query.mockRestore();
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(asked.length).toBeLessThan(10);
});

test("without its database the process is up and not ready, and says 503 with a time to come back", async () => {
  const creator = await makeCreator(app);
  const caller = app.as(creator);
  expect((await caller.call(getCurrentUser)).status).toBe(200);
  const { rows } = await pool.query<{ name: string }>("select current_database() as name");
  const name = rows[0]?.name ?? "";
  await onServer(inject("testDatabaseServer"), (client) =>
    client.query(`drop database ${name} with (force)`),
  );

  const connect = vi.spyOn(pg.Client.prototype, "connect");
  expect((await app.call(getHealth)).status).toBe(200);
  expect((await app.call(getReadiness)).body).toMatchObject({ code: "NOT_READY" });
  const failed = [
    await app.call(getReadiness),
    await app.call(getCreator, { params: { handle: creator.handle } }),
    await app.call(requestSignInCode, { body: { email: creator.email } }),
    await caller.call(checkHandle, { querystring: { handle: "abc" } }),
  ];
  for (const { status, body, headers } of failed) {
    expect(status).toBe(503);
    expect(headers["retry-after"]).toBe("5");
    expect(Object.keys(body as object).toSorted()).toEqual(["code", "message", "requestId"]);
  }
  expect((await app.call(getHealth)).status).toBe(200);
  // Nobody is kept waiting by tries in vain: each asks once, and the connection for notifications tries by itself.
  expect(connect.mock.calls.length).toBeLessThan(20);
});
