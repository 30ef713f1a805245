import { createServer } from "node:http";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Registry } from "prom-client";
import type pg from "pg";
import { ConfigError } from "#server/config.ts";
import type { AnswerAtOnce } from "#server/http/answer-at-once.ts";
import { securityCounts } from "#server/http/security-events.ts";
import { onKeptAnswered } from "#server/pages/answer-kept.ts";
import type { Services } from "#server/services.ts";
import { watchSystem } from "./system-state.ts";
import { whatIsWrong } from "./what-is-wrong.ts";

/** What is counted where it happens; without METRICS_PORT by nobody. */
export type Meter = {
  /** The route's template, never an address: that may carry a person's. */
  request(method: string, route: string, status: number, seconds: number): void;
  job(name: string, result: "completed" | "failed", seconds: number): void;
};

export const silentMeter: Meter = { request: () => {}, job: () => {} };

export type Metrics = { meter: Meter; registry: Registry };

/** Bounds in seconds: below what anybody notices, up to what everybody leaves. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Loads the library only where somebody asks for figures: it costs every process memory. */
export async function openMetrics(): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Histogram, Registry } = await import("prom-client");
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: "openstall_http_request_seconds",
    help: "Time to answer, by the route's template",
    labelNames: ["method", "route", "status"],
    buckets,
    registers,
  });
  const jobSeconds = new Histogram({
    name: "openstall_job_seconds",
    help: "Time that one run of a job takes",
    labelNames: ["job", "result"],
    buckets: [...buckets, 60, 300],
    registers,
  });
  const security = new Counter({
    name: "openstall_security_events_total",
    help: "What SECURITY.md lists, by kind",
    labelNames: ["event"],
    registers,
    collect() {
      this.reset();
      for (const [event, total] of Object.entries(securityCounts())) this.inc({ event }, total);
    },
  });
  void security;
  return {
    registry,
    meter: {
      // A class of status: 200 and 201 are answered alike.
      request: (method, route, status, seconds) =>
        requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds),
      job: (job, result, seconds) => jobSeconds.observe({ job, result }, seconds),
    },
  };
}

/** Adds what is read when it is asked for: the installation's state, and this process's connections. */
export async function measureSystem(
  { registry }: Metrics,
  services: Services,
  pools: Readonly<Record<string, pg.Pool>>,
): Promise<void> {
  const { Gauge } = await import("prom-client");
  const registers = [registry];
  const read = watchSystem(services);
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `openstall_${name}`, help, labelNames, registers });
  const up = gauge("database_up", "Whether the database answered when it was asked for these figures");
  const workers = gauge("workers", "Processes that work off jobs");
  const problems = gauge("problems", "What GET /api/ready says is wrong");
  const files = gauge("file_store_up", "Whether the file store answers");
  const free = gauge("data_folder_free_bytes", "What may still be written to the disk of the data folder");
  const waiting = gauge(
    "waiting",
    "What waits: in the outbox of jobs, mails that are due, news of payments",
    ["what"],
  );
  const oldest = gauge("oldest_seconds", "For how long the oldest of them has waited", ["what"]);
  const failedMails = gauge("mails_failed", "Mails that failed for good and wait for a decision");
  const possibleDuplicates = gauge(
    "emails_possibly_duplicated",
    "Attempts of the last 30 days that may have delivered an email which was then sent again",
  );
  const quarantined = gauge("quarantined_payments", "Payments that fit nothing that was asked for");
  const due = gauge("queue_due", "Jobs that are due, by queue", ["queue"]);
  const oldestJob = gauge("queue_oldest_seconds", "For how long the oldest of them has been due", ["queue"]);
  const failing = gauge("queue_failing", "Jobs that failed three times or more and are tried again", [
    "queue",
  ]);
  const failed = gauge("queue_failed", "Jobs that failed for good and wait for a decision", ["queue"]);
  const held = gauge("database_connections", "Connections of this process", ["pool", "state"]);

  const collect = async (): Promise<void> => {
    for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
      held.set({ pool, state: "used" }, totalCount - idleCount);
      held.set({ pool, state: "idle" }, idleCount);
      held.set({ pool, state: "awaited" }, waitingCount);
    }
    const state = await read().catch(() => undefined);
    up.set(state ? 1 : 0);
    if (!state) return;
    workers.set(state.workers);
    problems.set(whatIsWrong(state).length);
    files.set(state.files ? 1 : 0);
    if (state.freeBytes !== undefined) free.set(state.freeBytes);
    for (const what of ["outbox", "mails", "webhooks"] as const) {
      waiting.set({ what }, state[what].waiting);
      oldest.set({ what }, state[what].oldestSeconds);
    }
    failedMails.set(state.mails.failed);
    possibleDuplicates.set(state.mails.possibleDuplicates);
    quarantined.set(state.quarantinedPayments);
    for (const each of [due, oldestJob, failing, failed]) each.reset();
    for (const queue of state.queues) {
      due.set({ queue: queue.name }, queue.due);
      oldestJob.set({ queue: queue.name }, queue.oldestSeconds);
      failing.set({ queue: queue.name }, queue.failing);
      failed.set({ queue: queue.name }, queue.failed);
    }
  };
  const metrics = registry.metrics.bind(registry);
  registry.metrics = async () => {
    await collect();
    return metrics();
  };
}

/**
 * Answers `GET /metrics` on a port of its own, which no visitor reaches. `GET /health` there says that the process responds,
 * without asking the database: the probe of a worker, which has no other port.
 */
export async function serveMetrics(
  { registry }: Metrics,
  { host, port }: { host: string; port: number },
  log: FastifyBaseLogger,
  isRefused: AnswerAtOnce,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (isRefused(request, response)) return;
    if (request.url === "/health") return void response.writeHead(200).end("ok\n");
    if (request.url !== "/metrics") return void response.writeHead(404).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, "metrics");
        response.writeHead(500).end();
      },
    );
  });
  await new Promise<void>((done, fail) => server.once("error", fail).listen({ host, port }, done)).catch(
    (error: NodeJS.ErrnoException) => {
      throw new ConfigError(
        [`METRICS_PORT: port ${port} of ${host} cannot be listened on (${error.code})`],
        error,
      );
    },
  );
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : port,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Tells the meter of each answer of a server. */
export function measureRequests(app: FastifyInstance, meter: Meter): void {
  app.addHook("onResponse", (request, reply, done) => {
    meter.request(
      request.method,
      request.routeOptions.url ?? "(none)",
      reply.statusCode,
      reply.elapsedTime / 1_000,
    );
    done();
  });
  // Which of its routes an address is of is not looked up for these: it would take longer than the answer.
  onKeptAnswered(app, ({ method }, { status }, seconds) => meter.request(method, "(kept)", status, seconds));
}
