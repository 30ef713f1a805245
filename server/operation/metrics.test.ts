import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { getCreator } from "#contract/accounts/accounts.ts";
import { listCreatorProducts } from "#contract/catalog/catalog.ts";
import { logSecurityEvent } from "#server/http/security-events.ts";
import { defineJob } from "#server/jobs/job.ts";
import { startQueue } from "#server/jobs/queue.ts";
import { originOf } from "#tests/house/raw-request.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";
import { measureRequests, measureSystem, openMetrics, serveMetrics } from "./metrics.ts";

const metrics = await openMetrics();
const app = await testApp(
  {},
  {
    prepare: async (inside) => measureRequests(inside, metrics.meter),
  },
);
const { services } = app;

async function scrape(): Promise<string> {
  const { port, close } = await serveMetrics(
    metrics,
    { host: "127.0.0.1", port: 0 },
    pino({ level: "silent" }),
    ({ headers }, response) => headers.authorization === "refused" && Boolean(response.writeHead(403).end()),
  );
  onTestFinished(close);
  const refused = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization: "refused" } });
  expect(refused.status).toBe(403);
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(404);
  const probe = await fetch(`http://127.0.0.1:${port}/health`);
  expect([probe.status, await probe.text()]).toEqual([200, "ok\n"]);
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);
  return answer.text();
}

test("figures are there of requests, jobs, connections and what waits, and name nobody", async () => {
  await measureSystem(metrics, services, { requests: services.pool });
  const creator = await makeCreator(app);
  await app.call(getCreator, { params: { handle: creator.handle } });
  const list = listCreatorProducts.url.replace(":handle", creator.handle);
  for (let round = 0; round < 3; round++) await (await fetch((await originOf(app)).origin + list)).text();
  metrics.meter.job("send-mail", "completed", 0.02);
  logSecurityEvent(services, "SIGN_IN_FAILED", { account: creator.email });
  await services.pool.query(
    `insert into mail_outbox (event, recipient, template, data, state, possible_duplicates, created_at)
     values ('lost', 'someone@example.com', 'receipt', '{}', 'FAILED', 0, now()),
            ('repeated', 'someone@example.com', 'receipt', '{}', 'SENT', 2, now()),
            ('long ago', 'someone@example.com', 'receipt', '{}', 'SENT', 2, now() - interval '31 days')`,
  );
  const watched = defineJob({ name: "watched", data: z.object({}), handle: async () => {} });
  await (await startQueue(services, [watched])).stop();
  await services.pool.query("update pgboss.queue set failed_count = 2 where name = 'watched'");
  const text = await scrape();
  expect(text).toMatch(
    /openstall_http_request_seconds_count\{method="GET",route="\/api\/creators\/:handle",status="2xx"\} 1/,
  );
  // The first is made, and the others come from memory.
  expect(text).toMatch(
    /openstall_http_request_seconds_count\{method="GET",route="\(kept\)",status="2xx"\} 2/,
  );
  expect(text).toContain('openstall_job_seconds_count{job="send-mail",result="completed"} 1');
  expect(text).toMatch(/openstall_database_connections\{pool="requests",state="idle"\} \d/);
  expect(text).toContain("openstall_workers 0");
  expect(text).toContain("openstall_mails_failed 1");
  expect(text).toContain("openstall_emails_possibly_duplicated 2");
  expect(text).toContain('openstall_queue_failed{queue="watched"} 2');
  expect(text).toContain('openstall_security_events_total{event="SIGN_IN_FAILED"}');
  for (const secret of [creator.handle, creator.email, creator.id, "someone@example.com"])
    expect(text).not.toContain(secret);

  // Every figure that the dashboard and the alerts ask for is there.
  const there = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = ""]) => name));
  for (const file of ["dashboard.json", "alerts.yml"]) {
    const asked = readFileSync(join(import.meta.dirname, "../../deploy/monitoring", file), "utf8");
    const names = new Set(
      [...asked.matchAll(/\b((?:openstall|nodejs|process)_\w+)/g)].map(([, name = ""]) => name),
    );
    expect(names.size).toBeGreaterThan(8);
    const base = (name: string) => name.replace(/_(count|sum|bucket)$/, "");
    expect([...names].filter((name) => !there.has(name) && !there.has(base(name)))).toEqual([]);
  }
});
