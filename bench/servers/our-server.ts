// Usage: our-server.ts <port> [uncached]; DATABASE_URL, of an embedded server, and DATA_DIR in the environment.
import { pino } from "pino";
import { buildApp } from "#server/app.ts";
import { systemClock } from "#server/clock.ts";
import { loadConfig } from "#server/config.ts";
import { allJobs } from "#server/jobs/all-jobs.ts";
import { startQueue } from "#server/jobs/queue.ts";
import { openServices } from "#server/start/open-services.ts";
import { servePages } from "#server/pages/serve-pages.ts";
import { startSandboxDeliverer } from "#server/payments/sandbox/deliverer.ts";

const [port = "0", variant] = process.argv.slice(2);
const config = loadConfig({
  ...process.env,
  PORT: port,
  TRUSTED_PROXIES: "1",
  LOCAL_MODE_OPEN_TO_NETWORK: "true",
  RATE_LIMIT_FACTOR: "1000000",
  LOG_LEVEL: "error",
});

// Every look at this clock is two minutes later than the one before: nothing in a cache is ever young enough.
let skipped = 0;
const hurried = { now: () => new Date(Date.now() + (skipped += 120_000)) };

const embedded = { url: config.databaseUrl ?? "", port: 0, pid: 0, adopted: true, stop: async () => {} };
const { services } = await openServices(
  config,
  pino({ level: "error" }),
  variant === "uncached" ? hurried : systemClock,
  Promise.resolve(embedded),
);
const app = await buildApp(services);
await servePages(app, services);
await app.listen({ host: "127.0.0.1", port: config.port });
if (variant === "worker") {
  // Receipts are queued and taken from the queue, but not rendered: the sale ends with the receipt queued.
  const jobs = allJobs.map((job) => (job.name === "send-mail" ? { ...job, handle: async () => {} } : job));
  await startQueue(services, jobs);
  startSandboxDeliverer(services, `http://127.0.0.1:${config.port}/webhook/sandbox`);
}
process.stdout.write("up\n");
