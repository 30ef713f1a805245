import type { FastifyInstance } from "fastify";
import { buildApp } from "#server/app.ts";
import { watchChangedStores } from "#server/cdn/purge-cdn.ts";
import { startSocialWorker } from "#server/features/social/engine/social-worker.ts";
import { seedDemoStore } from "#server/demo-store/seed-demo-store.ts";
import { savePlans } from "#server/features/plans/save-plans.ts";
import { allJobs } from "#server/jobs/all-jobs.ts";
import { createQueueTables, startQueue } from "#server/jobs/queue.ts";
import type { OpenServices } from "./open-services.ts";
import { servePages } from "#server/pages/serve-pages.ts";
import { startSandboxDeliverer } from "#server/payments/sandbox/deliverer.ts";

/**
 * Gives a local store, or a public demo, that is started for the first time something to show. Before anything else is started: drawing takes
 * every thread there is, also those in which connections to the database are made.
 */
export async function prepareStore({ services }: OpenServices): Promise<void> {
  const { demo, plans } = services.config;
  if (!demo) return;
  await seedDemoStore(services);
  if (plans) await savePlans(services);
}

/** The web server, complete but not listening yet. */
export async function startWeb({ services }: OpenServices): Promise<FastifyInstance> {
  const app = await buildApp(services);
  await servePages(app, services);
  return app;
}

/**
 * Brings the sandbox's events to this process's own web server, once that listens. A worker by itself doesn't: it can't know
 * where a web server listens.
 */
export function deliverSandboxEvents({ services }: OpenServices): { stop(): Promise<void> } | undefined {
  const { payments, host, port } = services.config;
  if (payments.provider !== "sandbox") return undefined;
  return startSandboxDeliverer(services, `http://${loopbackHost(host)}:${port}/webhook/sandbox`);
}

/** Starts working off jobs. */
export async function startWorker({ services }: OpenServices) {
  const queue = await startQueue(services, allJobs);
  const social = startSocialWorker(services);
  const changedStores = watchChangedStores(services);
  return {
    async stop() {
      await Promise.all([queue.stop(), social.stop(), changedStores.stop()]);
      // Of messages, which are sent over connections that are still open.
      await services.outcomes.settle(1_000);
    },
  };
}

/** Lets a web server without a worker beside it be ready before the first worker has ever run. */
export async function prepareQueue({ services }: OpenServices): Promise<undefined> {
  await createQueueTables(services.access);
}

/** Where this machine reaches a server that listens on `host`. */
const loopbackHost = (host: string) =>
  host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
