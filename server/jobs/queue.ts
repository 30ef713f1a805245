import { randomUUID } from "node:crypto";
import { type ConstructorOptions, type JobResult, PgBoss } from "pg-boss";
import { isConnectionLost, openDatabase } from "#server/database/client.ts";
import type { DatabaseAccess } from "#server/database/database-access.ts";
import { unlimitedSessionAt } from "#server/database/session-settings.ts";
import { slowStatements } from "#server/database/slow-statements.ts";
import { statementsIn } from "#server/operation/traces/trace-statements.ts";
import { retryOnLostConnection } from "#server/database/retry-on-lost-connection.ts";
import type { Services } from "#server/services.ts";
import type { Job } from "./job.ts";
import { joinWorkers } from "./only-worker.ts";
import type { Outcomes } from "./outcomes.ts";
import { startMinuteLook } from "./minute-look.ts";
import { startRelay } from "./outbox-relay.ts";
import { prepareRepeated } from "./prepare-repeated.ts";
import { dueJobs, watchDueWork } from "./due-work.ts";

export type Queue = { stop(): Promise<void> };

/** A worker is woken for its jobs, by a notification or by `watchDueWork`, and as good as never asks. */
const working = {
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 3_600,
  notifyPollingIntervalSeconds: 3_600,
  perJobResults: true,
} as const;

/** What runs by itself looks through everything: a second run beside it would find the same. */
const oneAtATime = { workers: 1, batchSize: 1 };
const severalAtATime = { workers: 2, batchSize: 20 };

/** What somebody waits for is short, and begun again soon; what runs by itself may go through much. */
const limitSecondsOf = ({ limitSeconds, schedule }: Job) => limitSeconds ?? (schedule ? 300 : 25);
/** The end of a job's time is told to it while some is left to finish its step. */
const warningShare = 0.8;

/** Within the time that a stop has for jobs, after their own 13 seconds. */
const unwrittenMs = 4_000;

/**
 * Runs jobs: moves them from the outbox to the queue, works them off, and starts the scheduled ones. Several
 * processes may do so at once. `stop` lets the jobs under way finish (13 s at most; what is cut off then runs again).
 */
export async function startQueue(shared: Services, jobs: readonly Job[]): Promise<Queue> {
  const stopping = new AbortController();
  const { access, outcomes } = shared;
  const pools = openJobPools(shared);
  const services = { ...shared, ...pools.queued };
  const servicesOf = (job: Job): Services => (job.schedule ? { ...shared, ...pools.scheduled } : services);
  const boss = openBoss(access, {
    useListenNotify: access.listens,
    // Jobs of a worker that was killed while others live are given to those a minute after their time at the latest.
    superviseIntervalSeconds: 60,
    monitorIntervalSeconds: 60,
    maintenanceIntervalSeconds: 300,
    // Jobs here wait for no other.
    flowIntervalSeconds: 3_600,
    // Indexes that an upgrade of the library wants are made by it in the end; nothing waits for them.
    bamIntervalSeconds: 600,
    // What the hour causes may wait for half a minute: it is looked at twice a minute as it is.
    cronWorkerIntervalSeconds: 30,
    queueCacheIntervalSeconds: 300,
    // What a listener that was cut off in silence has missed is found by the look each second.
    notifyHeartbeatIntervalMs: 60_000,
    outcomes,
  });
  boss.on("error", (error) => services.log.error({ err: asError(error) }, "job queue"));
  const workerIds = new Map<string, string[]>();
  let workers: Awaited<ReturnType<typeof joinWorkers>> | undefined;
  try {
    await boss.start();
    workers = await joinWorkers(access.directUrl, async () => {
      await failAbandonedJobs(services, boss, jobs);
      for (const job of jobs) await job.resume?.(services);
    });
    await declareQueues(boss, jobs);
    await Promise.all(
      jobs.map(async (job) => {
        const { workers: count, batchSize } = job.schedule ? oneAtATime : severalAtATime;
        const begin = () =>
          boss.work(job.name, { ...working, batchSize }, (batch) =>
            Promise.all(batch.map((queued) => handleOne(servicesOf(job), job, queued, stopping.signal))),
          );
        // A call for each, since of workers that one call begins only the first can be woken by its id.
        workerIds.set(job.name, await Promise.all(Array.from({ length: count }, begin)));
      }),
    );
    await declareSchedules(boss, jobs);
  } catch (error) {
    // Nothing of a start that failed works on, or holds the place of the only worker.
    await boss.stop({ graceful: false }).catch(() => {});
    await workers?.leave();
    await pools.close();
    throw error;
  }

  const relay = startRelay(services, boss, [...workerIds.keys()], shared);
  const due = watchDueWork(shared, {
    text: dueJobs([...workerIds.keys()]),
    wake: (names) => {
      for (const name of names) workerIds.get(name)?.forEach((id) => boss.notifyWorker(id));
    },
  });
  const look = startMinuteLook({ ...shared, ...pools.scheduled }, boss, jobs);
  let stopped: Promise<void> | undefined;
  async function stop() {
    await Promise.all([relay.stop(), due.stop(), look.stop()]);
    stopping.abort(new Error("the worker stops"));
    await boss.stop({ graceful: true, timeout: 13_000 });
    const unwritten = await outcomes.settle(unwrittenMs);
    if (unwritten > 0)
      services.log.error({ unwritten }, "stopped before the database took the results of these sends");
    await workers?.leave();
    await pools.close();
  }
  return { stop: () => (stopped ??= stop()) };
}

/** Makes the queue's tables where they are missing, for a process that runs no jobs. */
export async function createQueueTables(access: DatabaseAccess): Promise<void> {
  const boss = openBoss(access, { supervise: false, schedule: false });
  boss.on("error", () => {});
  await boss.start();
  await boss.stop({ graceful: false });
}

/**
 * Connections of their own for jobs, so that a flood of them or a slow one never keeps a request waiting; and others for
 * what runs by itself, which may read much, than for what somebody waits for: a mail with a code, a payment's news.
 */
function openJobPools({ access: { url, pooler, pools }, config, log, tracer }: Services) {
  const options = { pooler, slow: slowStatements(config, log), traced: tracer && statementsIn(tracer) };
  const queued = openDatabase(url, pools.jobs, options);
  // Kept from one minute's look to the next.
  const scheduled = openDatabase(url, pools.scheduled, { ...options, statementSeconds: 20, idleSeconds: 90 });
  return {
    queued: { db: queued.db, pool: queued.pool },
    scheduled: { db: scheduled.db, pool: scheduled.pool },
    close: async () => void (await Promise.all([queued.close(), scheduled.close()])),
  };
}

type BossOptions = ConstructorOptions & { outcomes?: Outcomes };

/** Past a pooler: the library listens, and its own migrations take locks. */
function openBoss({ directUrl, pools }: DatabaseAccess, { outcomes, ...options }: BossOptions): PgBoss {
  const settings = {
    ...unlimitedSessionAt(directUrl),
    max: pools.queue,
    connectionTimeoutMillis: 5_000,
    // The library asks twice a minute: a connection of its own each time would cost more than what is asked.
    idleTimeoutMillis: 45_000,
    application_name: "openstall jobs",
    ...options,
  };
  const boss = new PgBoss(settings);
  const db = boss.getDb();
  const send = db.executeSql.bind(db);
  const prepared = prepareRepeated();
  // The library hands both to `pg`, which takes a statement with its name in place of the text.
  db.executeSql = async (text, values) => {
    const execute = () => send(prepared(text, values) as never, values);
    if (!outcomes || !completesJobs.test(text)) return execute();
    // Otherwise the job would run again after an outage, and send its code or push message twice.
    return (await outcomes.write(`completed jobs ${randomUUID()}`, execute)) ?? { rows: [], rowCount: 0 };
  };
  return boss;
}

/** The library's statement that marks jobs of a worker as done; it changes nothing when it is repeated. */
const completesJobs = /\bset completed_on = .*'completed'/is;

/** Begins again at once what nobody works on any more: its worker was killed. Only for the only worker there is. */
async function failAbandonedJobs({ pool, log }: Services, boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const { rows } = await pool.query<{ name: string; ids: string[] }>(
    "select name, array_agg(id) as ids from pgboss.job where state = 'active' and name = any($1) group by name",
    [jobs.map(({ name }) => name)],
  );
  for (const { name, ids } of rows) {
    log.warn({ job: name, jobs: ids.length }, "failing the jobs of a worker that was killed");
    await boss.fail(name, ids, { message: "its worker was killed" });
  }
}

/** Queues that are there already are left alone, or given the settings of this version. */
async function declareQueues(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const job of jobs) {
    const settings = {
      retryLimit: job.retries ?? 5,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 300,
      expireInSeconds: limitSecondsOf(job),
      deleteAfterSeconds: 86_400,
      notify: true,
    };
    const queue = existing.get(job.name);
    // In one table: supervision goes through each table that there is.
    if (!queue) await boss.createQueue(job.name, settings);
    else if (Object.entries(settings).some(([name, value]) => queue[name as keyof typeof settings] !== value))
      await boss.updateQueue(job.name, settings);
  }
}

/** A schedule whose job is gone would fill its queue for ever. */
async function declareSchedules(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const existing = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]));
  for (const { name, schedule } of jobs) {
    if (schedule && existing.get(name) !== schedule) await boss.schedule(name, schedule, {}, { tz: "UTC" });
  }
  const scheduled = new Set(jobs.filter(({ schedule }) => schedule).map(({ name }) => name));
  for (const name of existing.keys()) if (!scheduled.has(name)) await boss.unschedule(name);
}

/** What pg-boss reports of its workers looks like an error and is none. */
const asError = (error: Error): Error =>
  error instanceof Error ? error : Object.assign(new Error(String(Reflect.get(error, "message"))), error);

/** Each job of a batch succeeds or fails by itself. */
async function handleOne(
  services: Services,
  job: Job,
  { id, data }: { id: string; data: unknown },
  workerStops: AbortSignal,
): Promise<JobResult> {
  const { log, pool, meter, tracer } = services;
  const begun = performance.now();
  const span = tracer?.begin({ name: `job ${job.name}`, kind: "job" });
  const measure = (result: "completed" | "failed", failure?: unknown) => {
    meter.job(job.name, result, (performance.now() - begun) / 1_000);
    span?.end(failure === undefined ? {} : { failure });
  };
  const limit = AbortSignal.timeout(limitSecondsOf(job) * 1_000 * warningShare);
  limit.addEventListener("abort", warn);
  function warn() {
    log.warn({ job: job.name, jobId: id }, "a job has reached its limit; its next run goes on from here");
  }
  try {
    const stopping = AbortSignal.any([limit, workerStops]);
    const work = () => job.handle(services, job.data.parse(data ?? {}), stopping);
    await (span ? span.run(work) : work());
    measure("completed");
    return { id, status: "completed" };
  } catch (error) {
    measure("failed", error);
    if (!limit.aborted) log.error({ err: error, job: job.name, jobId: id }, "job failed");
    // Told while the database is away, the queue would learn of it only when the job expires.
    if (isConnectionLost(error)) await retryOnLostConnection(() => pool.query("select 1")).catch(() => {});
    return {
      id,
      status: "failed",
      output: { message: error instanceof Error ? error.message : String(error) },
    };
  } finally {
    limit.removeEventListener("abort", warn);
  }
}
