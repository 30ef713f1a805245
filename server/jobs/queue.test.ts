import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { PgBoss } from "pg-boss";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { z } from "zod";
import { awaitDatabase } from "#server/start/await-database.ts";
import { testApp } from "#tests/support/test-app.ts";
import { defineJob, enqueue, type Job } from "./job.ts";
import { createQueueTables, type Queue, startQueue } from "./queue.ts";

const { services } = await testApp();
const { access } = services;
const data = z.object({ id: z.string() });

const queues: Queue[] = [];
async function start(...jobs: Job[]): Promise<Queue> {
  const queue = await startQueue(services, jobs);
  queues.push(queue);
  return queue;
}
afterEach(async () => void (await Promise.all(queues.splice(0).map((queue) => queue.stop()))));

/** A job of its own name that notes what it was given. */
function notingJob(work: (id: string) => Promise<void> = async () => {}, options: Partial<Job> = {}) {
  const seen: string[] = [];
  const job = defineJob({
    name: `test-${randomUUID()}`,
    data,
    async handle(_, { id }) {
      seen.push(id);
      await work(id);
    },
    ...options,
  });
  return { job, seen };
}

test("a job runs when the transaction that queued it commits, and not when it is rolled back", async () => {
  const { job, seen } = notingJob();
  await start(job);
  await services.db.transaction((tx) => enqueue(tx, job, { id: "kept" }));
  await services.db
    .transaction(async (tx) => {
      await enqueue(tx, job, { id: "dropped" });
      throw new Error("rolled back");
    })
    .catch(() => {});
  await eventually(() => expect(seen).toEqual(["kept"]));
  await sleep(1_500);
  expect(seen).toEqual(["kept"]);
});

test("a job of a newer version waits for a worker that knows it, and keeps no other from running", async () => {
  const [known, newer] = [notingJob(), notingJob()];
  const old = await start(known.job);
  await services.db.transaction(async (tx) => {
    await enqueue(tx, newer.job, { id: "of a newer version" });
    await enqueue(tx, known.job, { id: "of this one" });
  });
  await eventually(() => expect(known.seen).toEqual(["of this one"]));
  expect(newer.seen).toEqual([]);
  await old.stop();
  await start(known.job, newer.job);
  await eventually(() => expect(newer.seen).toEqual(["of a newer version"]));
  expect(known.seen).toEqual(["of this one"]);
});

test("a start that fails half-way leaves nothing behind, and one that is begun again is whole", async () => {
  const { job, seen } = notingJob();
  let failures = 0;
  const resume = async () => {
    failures += 1;
    if (failures <= 2) throw new Error("timeout exceeded when trying to connect");
  };
  const connections = async () => {
    const { rows } = await services.pool.query<{ open: number }>(
      "select count(*)::int as open from pg_stat_activity where datname = current_database() and application_name like 'openstall %'",
    );
    return rows[0]?.open ?? 0;
  };
  const before = await connections();
  const resuming = { ...job, resume };
  await expect(startQueue(services, [resuming])).rejects.toThrow("timeout exceeded");
  // One that rested in the pool may have closed by itself meanwhile.
  await expect.poll(connections).toBeLessThanOrEqual(before);
  const log = { warn: vi.fn<(about: object, words: string) => void>() };
  queues.push(
    await awaitDatabase("starting the jobs", () => startQueue(services, [resuming]), {
      log,
      pauseMs: 10,
    }),
  );
  expect(failures).toBe(3);
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ waitedSeconds: expect.any(Number) }),
    "waiting for PostgreSQL: starting the jobs",
  );
  await services.db.transaction((tx) => enqueue(tx, job, { id: "one" }));
  await eventually(() => expect(seen).toEqual(["one"]));
});

test("two workers share the jobs: each runs once", async () => {
  const { job, seen } = notingJob(() => sleep(5));
  await start(job);
  await start(job);
  const ids = Array.from({ length: 200 }, (_, index) => `${index}`);
  await services.db.transaction(async (tx) => {
    for (const id of ids) await enqueue(tx, job, { id });
  });
  await eventually(() => expect(seen).toHaveLength(200));
  await sleep(500);
  expect(new Set(seen).size).toBe(200);
  expect(seen).toHaveLength(200);
});

test("a job that fails is tried again, alone of its batch", async () => {
  const { job, seen } = notingJob(async (id) => {
    if (id === "bad" && seen.filter((one) => one === "bad").length === 1) throw new Error("not now");
  });
  await start(job);
  await services.db.transaction(async (tx) => {
    for (const id of ["good", "bad", "fine"]) await enqueue(tx, job, { id });
  });
  await eventually(() => expect(seen.toSorted()).toEqual(["bad", "bad", "fine", "good"]));
});

test("a job that no notification announces begins, also of a queue that an earlier version made", async () => {
  const [job, old] = [notingJob(), notingJob()];
  await createQueueTables(access);
  const earlier = new PgBoss({ connectionString: access.directUrl, supervise: false, schedule: false });
  await earlier.start();
  await earlier.createQueue(old.job.name, { partition: true });
  await earlier.stop({ graceful: false });
  await start(job.job, old.job);
  for (const { name } of [job.job, old.job])
    await services.pool.query("insert into pgboss.job (name, data) values ($1, $2)", [
      name,
      { id: "unheard" },
    ]);
  await eventually(() => expect([job.seen, old.seen]).toEqual([["unheard"], ["unheard"]]));
});

test("stopping lets the jobs under way finish, and begins no other", async () => {
  const ended: string[] = [];
  const { job, seen } = notingJob(async (id) => {
    await sleep(1_000);
    ended.push(id);
  });
  const queue = await start(job);
  await enqueue(services.db, job, { id: "under way" });
  await eventually(() => expect(seen).toEqual(["under way"]));
  const stopping = queue.stop();
  await enqueue(services.db, job, { id: "later" });
  await stopping;
  expect(ended).toEqual(["under way"]);
  expect(seen).toEqual(["under way"]);
  await start(job);
  await eventually(() => expect(ended).toEqual(["under way", "later"]));
});

test("the only worker takes up at once what a killed one had begun; beside another one it does not", async () => {
  const { job, seen } = notingJob();
  let resumed = 0;
  const resuming = { ...job, resume: async () => void resumed++ };
  const first = await start(resuming);
  expect(resumed).toBe(1);
  await leaveBegun(job, "left behind");
  const second = await start(resuming);
  await sleep(2_500);
  expect(resumed).toBe(1);
  expect(seen).toEqual([]);

  await first.stop();
  await second.stop();
  await start(resuming);
  expect(resumed).toBe(2);
  await eventually(() => expect(seen).toEqual(["left behind"]));
});

test("a worker keeps its place when its connection breaks", async () => {
  const { job } = notingJob();
  let resumed = 0;
  const resuming = { ...job, resume: async () => void resumed++ };
  await start(resuming);
  const holders = `select pid from pg_locks where locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = current_database())`;
  const [place] = (await services.pool.query<{ pid: number }>(holders)).rows;
  await services.pool.query("select pg_terminate_backend($1)", [place?.pid]);
  await eventually(async () => {
    const { rows } = await services.pool.query<{ pid: number }>(holders);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.pid).not.toBe(place?.pid);
  });
  await start(resuming);
  expect(resumed).toBe(1);
});

test("a changed job changes its queue, and a job that is no longer there loses its schedule", async () => {
  const { job } = notingJob(async () => {}, { retries: 2, schedule: "0 3 * * *" });
  await (await start(job)).stop();
  const settings = "select retry_limit from pgboss.queue where name = $1";
  expect((await services.pool.query(settings, [job.name])).rows).toEqual([{ retry_limit: 2 }]);
  const schedules = "select cron from pgboss.schedule where name = $1";
  expect((await services.pool.query(schedules, [job.name])).rows).toEqual([{ cron: "0 3 * * *" }]);

  await (await start({ ...job, retries: 4, schedule: "0 4 * * *" })).stop();
  expect((await services.pool.query(settings, [job.name])).rows).toEqual([{ retry_limit: 4 }]);
  expect((await services.pool.query(schedules, [job.name])).rows).toEqual([{ cron: "0 4 * * *" }]);

  await start();
  expect((await services.pool.query(schedules, [job.name])).rows).toEqual([]);
});

test("the queue's tables can be made by several processes at once, and again", async () => {
  await Promise.all([1, 2, 3].map(() => createQueueTables(access)));
  const { rows } = await services.pool.query("select to_regclass('pgboss.job') is not null as made");
  expect(rows).toEqual([{ made: true }]);
});

/** What a killed worker leaves: a job that is queued, begun, and with nobody. */
async function leaveBegun(job: Job, id: string): Promise<void> {
  await services.pool.query(
    `insert into pgboss.job (name, data, state, started_on, retry_limit, expire_seconds)
     values ($1, $2, 'active', now(), 5, 900)`,
    [job.name, { id }],
  );
}

test("a job is told when its time is nearly over, says so in the log, and goes on with its next run", async () => {
  const warn = vi.spyOn(services.log, "warn");
  const steps: string[] = [];
  const job = defineJob({
    name: `test-${randomUUID()}`,
    data,
    limitSeconds: 2,
    async handle(_, { id }, stopping) {
      for (let step = 1; step <= 3; step++) {
        if (steps.includes(`${id} ${step}`)) continue;
        stopping?.throwIfAborted();
        steps.push(`${id} ${step}`);
        await sleep(1_000);
      }
    },
  });
  await start(job);
  await services.db.transaction((tx) => enqueue(tx, job, { id: "long" }));
  await eventually(() => expect(steps).toEqual(["long 1", "long 2", "long 3"]));
  expect(warn.mock.calls).toContainEqual([
    expect.objectContaining({ job: job.name }),
    expect.stringContaining("has reached its limit"),
  ]);
});

test("jobs that hold all their connections keep no request waiting", async () => {
  const { job, seen } = notingJob();
  const holder = await services.pool.connect();
  onTestFinished(() => holder.release(true));
  await holder.query("select pg_advisory_lock(34)");
  const waiting = "select pg_advisory_lock_shared(34)";
  const holding = defineJob({
    ...job,
    handle: async (own) => void (await Promise.all([1, 2, 3, 4].map(() => own.pool.query(waiting)))),
  });
  await start(holding);
  await services.db.transaction(async (tx) => {
    for (let n = 0; n < 4; n++) await enqueue(tx, holding, { id: `${n}` });
  });
  await eventually(async () => {
    const { rows } = await services.pool.query<{ busy: number }>(
      "select count(*)::int as busy from pg_stat_activity where query = $1 and state = 'active' and datname = current_database()",
      [waiting],
    );
    expect(rows[0]?.busy).toBe(8);
  });
  expect(services.pool.waitingCount).toBe(0);
  // None of the jobs ends before the lock is given back, so these do not wait for one.
  await Promise.all(Array.from({ length: 16 }, () => services.pool.query("select 1")));
  await holder.query("select pg_advisory_unlock(34)");
  expect(seen).toEqual([]);
});
