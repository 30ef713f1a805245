import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { z } from "zod";
import { testApp } from "#tests/support/test-app.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { defineJob, enqueue } from "./job.ts";
import { prepareRepeated } from "./prepare-repeated.ts";
import { startQueue } from "./queue.ts";

const { services } = await testApp();

const times = (count: number, send: () => unknown) => Array.from({ length: count }, send).at(-1);

test("a statement of the queue's that comes again and again is prepared under a name of its text", () => {
  const named = prepareRepeated();
  expect(times(20, () => named("select $1", [1]))).toEqual({ text: "select $1", values: [1] });
  const first = named("select $1", [2]);
  expect(first).toEqual({
    name: expect.stringMatching(/^queue_[0-9a-f]{16}$/),
    text: "select $1",
    values: [2],
  });
  expect(named("select $1", [3]).name).toBe(first.name);
  expect(times(21, () => named("select $1 + 1", [1]))).not.toMatchObject({ name: first.name });
});

test("what may be several statements in one is never prepared", () => {
  const named = prepareRepeated();
  expect(times(50, () => named("begin; select 1; commit"))).toEqual({ text: "begin; select 1; commit" });
  expect(times(50, () => named("select 1", []))).toEqual({ text: "select 1" });
});

test("texts that come once each are not remembered without end", () => {
  const named = prepareRepeated();
  for (let text = 0; text < 200; text++) named(`select $1 + ${text}`, [1]);
  expect(times(50, () => named("select $1 + 200", [1]))).not.toHaveProperty("name");
  expect(times(50, () => named("select $1 + 199", [1]))).toHaveProperty("name");
});

test("what the queue sends for each job is prepared: by the relay, and by the library's own connections", async () => {
  const clients = vi.spyOn(pg.Client.prototype, "query");
  onTestFinished(() => clients.mockRestore());
  let runs = 0;
  const job = defineJob({
    name: `prepared-${randomUUID()}`,
    data: z.object({}),
    handle: async () => void runs++,
  });
  const queue = await startQueue(services, [job]);
  onTestFinished(() => queue.stop());
  for (let sent = 1; sent <= 25; sent++) {
    await enqueue(services.db, job, {});
    wakeListeners(services.pool, "job_outbox");
    await eventually(() => expect(runs).toBe(sent));
  }
  const prepared = clients.mock.calls
    .map(([query]) => query as unknown as pg.QueryConfig)
    .filter(({ name }) => name?.startsWith("queue_"))
    .map(({ text }) => text);
  expect(prepared).toContainEqual(expect.stringMatching(/INSERT INTO \S+\.job/));
  expect(prepared).toContainEqual(expect.stringMatching(/SET\s+completed_on/));
});
