import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Logger, pino } from "pino";
import type { z } from "zod";
import type { Endpoint, Input } from "#contract/endpoint.ts";
import { buildApp } from "#server/app.ts";
import { loadConfig } from "#server/config.ts";
import { createSession, sessionCookieName } from "#server/features/accounts/sessions.ts";
import { processNow } from "#server/features/social/engine/social-worker.ts";
import type { App } from "#server/http/http.ts";
import { allJobs } from "#server/jobs/all-jobs.ts";
import { databaseAccessOf } from "#server/database/database-access.ts";
import { openServices } from "#server/start/open-services.ts";
import { afterFile } from "./after-file.ts";
import { bringUpToDate } from "#server/start/prepare-database.ts";
import type { Services } from "#server/services.ts";
import { type TestClock, testClock } from "./test-clock.ts";
import { createTestDatabase } from "./test-database.ts";

/** As it travels: moments are ISO text. */
type Body<E extends Endpoint> = E["schema"] extends { response: infer R extends Record<number, z.ZodType> }
  ? z.input<R[keyof R]>
  : never;

export type Answer<E extends Endpoint> = {
  status: number;
  body: Body<E>;
  text: string;
  headers: Record<string, string | string[] | number | undefined>;
  cookies: Record<string, string>;
};
type CallOptions = { cookies?: Record<string, string>; headers?: Record<string, string> };

/** Calls the API with the contract's own objects; answers are returned, whatever their status. */
export type Caller = {
  call<E extends Endpoint>(
    endpoint: E,
    input?: unknown extends Input<E> ? object : Input<E>,
    options?: CallOptions,
  ): Promise<Answer<E>>;
};

export type TestApp = Caller & {
  app: App;
  services: Services;
  clock: TestClock;
  /** Signed in as this creator. */
  as(creator: { id: string }): Caller;
  /** A browser of its own, at this machine's address unless one is given: keeps the cookies it is given. */
  browser(address?: string): Caller & { cookies: Record<string, string> };
  /** Runs what the reconciler does every minute. */
  reconcile(): Promise<void>;
  /** Works off every queued job that is due in this process, until there is none. */
  runJobs(): Promise<void>;
  /** Does what the worker does about messages: decides on what came in, and sends what is due. */
  answerMessages(): Promise<void>;
};

type Options = {
  /** Where its log goes, for tests that read it. */
  log?: Logger;
  /** Puts something between the app and its world: faults, for example. `TestApp.services` stays as it was. */
  between?: (services: Services) => Services;
  /** Adds routes before the app is ready. */
  prepare?: (app: App, services: Services) => Promise<void>;
};

/** The API on a database of its own, with stand-ins and a movable clock. Closes itself after the test file. */
export async function testApp(environment: NodeJS.ProcessEnv = {}, options: Options = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "openstall-test-"));
  const clock = testClock();
  const config = loadConfig({
    ...database.environment,
    DATA_DIR: dataDir,
    LOG_LEVEL: "silent",
    RATE_LIMIT_FACTOR: "1000",
    // A call that is asked for whole has an end.
    NEWS_STREAM_SECONDS: "0",
    ...environment,
  });
  // Elsewhere somebody does it before the start.
  if (config.mode === "live") await bringUpToDate(config, databaseAccessOf(config));
  const { services, close } = await openServices(
    config,
    options.log ?? pino({ level: process.env["TEST_LOG_LEVEL"] ?? "silent" }),
    clock,
  );
  const faced = options.between?.(services) ?? services;
  const app = await buildApp(faced);
  await options.prepare?.(app, services);
  await app.ready();
  afterFile(async () => {
    await app.close();
    await close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const caller = (
    cookies: () => Record<string, string> | Promise<Record<string, string>>,
    remember?: (set: Record<string, string>) => void,
    remoteAddress?: string,
  ): Caller => ({
    async call(endpoint, input, options = {}) {
      const {
        params = {},
        querystring,
        body,
      } = (input ?? {}) as {
        params?: Record<string, string>;
        querystring?: Record<string, unknown>;
        body?: unknown;
      };
      const response = await app.inject({
        method: endpoint.method,
        url: endpoint.url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? "")),
        ...(querystring && {
          query: Object.fromEntries(
            Object.entries(querystring)
              .filter(([, value]) => value !== undefined)
              .map(([key, value]) => [key, String(value)]),
          ),
        }),
        ...(body !== undefined && { payload: JSON.stringify(body) }),
        headers: { ...(body !== undefined && { "content-type": "application/json" }), ...options.headers },
        cookies: { ...(await cookies()), ...options.cookies },
        ...(remoteAddress !== undefined && { remoteAddress }),
      });
      const set = Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));
      remember?.(set);
      return {
        status: response.statusCode,
        body: jsonOf(response.body),
        text: response.body,
        headers: response.headers,
        cookies: set,
      } as never;
    },
  });

  return {
    app,
    services,
    clock,
    ...caller(() => ({})),
    as: (creator) => {
      const session = createSession(services, {
        userId: creator.id,
        method: "CODE",
        userAgent: "test",
        ip: "127.0.0.1",
      });
      return caller(async () => ({ [sessionCookieName(config)]: (await session).token }));
    },
    browser: (address) => {
      const cookies: Record<string, string> = {};
      return {
        ...caller(
          () => cookies,
          (set) => void Object.assign(cookies, set),
          address,
        ),
        cookies,
      };
    },
    async reconcile() {
      await runJob(faced, "reconcile-payments", {});
      await runJob(faced, "requeue-payment-events", {});
    },
    runJobs: () => workOff(faced),
    answerMessages: () => processNow(faced),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function workOff(services: Services): Promise<void> {
  for (;;) {
    const { rows } = await services.pool.query<{ name: string; data: unknown }>(
      "delete from job_outbox where start_after is null or start_after <= $1 returning name, data",
      [services.clock.now()],
    );
    if (rows.length === 0) return;
    for (const { name, data } of rows) {
      await runJob(services, name, data);
    }
  }
}

async function runJob(services: Services, name: string, data: unknown): Promise<void> {
  const job = allJobs.find((candidate) => candidate.name === name);
  if (!job) throw new Error(`There is no job called ${name}`);
  await job.handle(services, job.data.parse(data));
}
