import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Services } from "#server/services.ts";

type Stoppable = { stop(): Promise<void> };
type Served = Pick<FastifyInstance, "server" | "close">;

/** What has been started so far. */
export type Started = {
  isStopping?: boolean;
  app?: Served;
  worker?: Stoppable | undefined;
  /** Brings the sandbox's events to `app`. */
  deliverer?: Stoppable | undefined;
  services?: { services: Pick<Services, "ending" | "config">; close(): Promise<void> };
  database?: Stoppable | undefined;
};

/** How long each part of a stop may take, at most. */
export const stopSeconds = {
  /** Requests under way are answered; what takes longer, such as an upload, goes on after the restart. */
  requests: 12,
  jobs: 13,
  /** What jobs and messages did is written, should the database be away. */
  results: 5,
  /** Beyond this something hangs. */
  all: 25,
};

/**
 * SIGTERM and Ctrl-C end the process with 0, at most 25 seconds later. First, for `drainSeconds` more, it is ready no more and
 * serves on, so that whoever shares requests out sends it no others; then no connection is taken any more, requests and jobs
 * under way are finished, and the database is closed, and stopped where it is ours and nobody else uses it.
 */
export function stopOnSignal(started: Started, log: FastifyBaseLogger): void {
  const onSignal = (signal: string) => {
    // The terminal and npm both pass Ctrl-C on.
    if (started.isStopping) return;
    started.isStopping = true;
    log.info({ signal }, "stopping: finishing what is under way");
    const drainSeconds = started.services?.services.config.drainSeconds ?? 0;
    setTimeout(() => process.exit(1), (stopSeconds.all + drainSeconds) * 1_000).unref();
    void stop(started, log).then(() => process.exit(0));
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => onSignal(signal));
  // Of `npm start`, which ended without a word.
  process.once("disconnect", () => onSignal("disconnect"));
}

async function stop(
  { app, worker, deliverer, services, database }: Started,
  log: FastifyBaseLogger,
): Promise<void> {
  const drainSeconds = services?.services.config.drainSeconds ?? 0;
  const step = (what: Promise<void> | undefined, limitSeconds: number) =>
    within(limitSeconds, what ?? Promise.resolve()).catch((error: unknown) =>
      log.error({ err: error }, "while stopping"),
    );

  if (services) services.services.ending.hasBegun = true;
  // The sandbox calls our own webhook, which must still answer.
  await step(deliverer?.stop(), 2);
  await Promise.all([
    step(app && drain(app, drainSeconds, log), drainSeconds + stopSeconds.requests + 1),
    step(worker?.stop(), stopSeconds.jobs + stopSeconds.results + 1),
  ]);
  await step(services?.close(), 3);
  await step(database?.stop(), stopSeconds.all);
}

/** Serves on until everybody has seen that it is not ready, then ends. */
async function drain(app: Served, drainSeconds: number, log: FastifyBaseLogger): Promise<void> {
  await sleep(drainSeconds * 1_000);
  await finishRequests(app, log);
}

/** Refuses new connections, answers what has been asked, and cuts off what is not answered in time. */
async function finishRequests(app: Served, log: FastifyBaseLogger): Promise<void> {
  // A connection that falls idle now would be kept open for a next request.
  const closeIdle = setInterval(() => app.server.closeIdleConnections(), 50);
  const cutOff = setTimeout(() => {
    log.warn({ afterSeconds: stopSeconds.requests }, "stopping: requests were cut off");
    app.server.closeAllConnections();
  }, stopSeconds.requests * 1_000);
  try {
    await app.close();
  } finally {
    clearInterval(closeIdle);
    clearTimeout(cutOff);
  }
}

async function within(limitSeconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`not done after ${limitSeconds} s`)), limitSeconds * 1_000);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
