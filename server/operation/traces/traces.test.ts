import { randomBytes } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import { afterAll, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { z } from "zod";
import { getCurrentUser, requestSignInCode } from "#contract/accounts/accounts.ts";
import { listCreatorProducts } from "#contract/catalog/catalog.ts";
import { defineJob, enqueue } from "#server/jobs/job.ts";
import { startQueue } from "#server/jobs/queue.ts";
import { createLog } from "#server/start/log.ts";
import { originOf } from "#tests/house/raw-request.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { startLocalS3 } from "#tests/support/local-s3.ts";
import { testApp } from "#tests/support/test-app.ts";
import { startTraceReceiver } from "#tests/support/trace-receiver.ts";

const receiver = await startTraceReceiver();
const s3 = await startLocalS3();
afterAll(async () => void (await Promise.all([receiver.close(), s3.close()])));

const lines: Record<string, unknown>[] = [];
const log = createLog("info", {
  write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
});
const app = await testApp(
  {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: "x-key=of%20ours",
    OTEL_BSP_SCHEDULE_DELAY: "5",
    OTEL_SERVICE_NAME: "shop",
    DATABASE_POOL: "2",
    S3_BUCKET: s3.bucket,
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  },
  {
    log,
    prepare: async (inside) =>
      void inside.get(
        "/page",
        { schema: {} as never },
        async () =>
          (await inside.inject({ url: "/api/health", headers: { traceparent: newCaller().traceparent } }))
            .body,
      ),
  },
);
const { services } = app;
// Lines from here on; what is kept is still answered before anything is done that could write one.
services.config.requestLog = true;
const { origin } = await originOf(app);

const hex = (bytes: number) => randomBytes(bytes).toString("hex");
const newCaller = () => {
  const [traceId, spanId] = [hex(16), hex(8)];
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-01` };
};
/** What was received of a trace, once its root has come: parts end before it. */
async function received(traceId: string, root: string) {
  const ofTrace = () => receiver.spans().filter((span) => span.traceId === traceId);
  await eventually(() => expect(ofTrace().map(({ name }) => name)).toContain(root));
  const spans = ofTrace();
  const whole = spans.find(({ name }) => name === root);
  return { whole, parts: spans.filter((span) => span !== whole) };
}

test("a request and what it asks the database are one tree, under whoever calls, with nothing that was sent", async () => {
  const caller = newCaller();
  const secrets = [
    "maya@example.com",
    "tok_of_the_address",
    "of_a_cookie",
    "of-a-header",
    "of-a-state",
    "of ours",
  ];
  const request = http.request(`${origin}${requestSignInCode.url}?token=tok_of_the_address`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: services.config.publicUrl.origin,
      cookie: "session=of_a_cookie",
      traceparent: caller.traceparent,
      tracestate: "vendor=of-a-state",
      "x-other": "of-a-header",
      "transfer-encoding": "chunked",
    },
  });
  // The body comes later, by the connection and not by who reads it.
  request.flushHeaders();
  setTimeout(() => request.end(JSON.stringify({ email: "maya@example.com" })), 50);
  const [answer] = (await once(request, "response")) as [http.IncomingMessage];
  expect(answer.resume().statusCode).toBe(200);
  const { whole, parts } = await received(caller.traceId, `POST ${requestSignInCode.url}`);
  expect(whole).toMatchObject({
    parentSpanId: caller.spanId,
    facts: {
      "http.request.method": "POST",
      "http.route": requestSignInCode.url,
      "http.response.status_code": 200,
    },
  });
  // The transaction that keeps the code comes after the body was read.
  expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining(["begin", "commit"]));
  for (const part of parts) {
    expect(part.parentSpanId).toBe(whole?.spanId);
    expect(part.name).toMatch(/^[a-z_]+([ :][a-z_-]+)?$/);
  }
  for (const secret of secrets) expect(receiver.text()).not.toContain(secret);
  expect(receiver.resource()).toMatchObject({ "service.name": "shop" });
  expect(receiver.headers[0]).toMatchObject({ "x-key": "of ours" });
  const logged = lines.filter(({ traceId }) => traceId === caller.traceId);
  expect(logged).toEqual([expect.objectContaining({ msg: "request", route: requestSignInCode.url })]);
});

test("who waits for a connection that another gives back is still asked for in their own name", async () => {
  const creator = await makeCreator(app);
  const browser = app.as(creator);
  const callers = Array.from({ length: 12 }, newCaller);
  await Promise.all(
    callers.map(({ traceparent }) => browser.call(getCurrentUser, {}, { headers: { traceparent } })),
  );
  const parts = await Promise.all(
    callers.map(async ({ traceId }) => {
      const trace = await received(traceId, `GET ${getCurrentUser.url}`);
      return trace.parts.map(({ name }) => name).toSorted();
    }),
  );
  expect(parts[0]).not.toEqual([]);
  for (const each of parts) expect(each).toEqual(parts[0]);
  expect(receiver.text()).not.toContain(creator.handle);
});

test("what a page asks the API for while it is drawn is a part of its request", async () => {
  const caller = newCaller();
  await (await fetch(`${origin}/page`, { headers: { traceparent: caller.traceparent } })).text();
  const { whole, parts } = await received(caller.traceId, "GET /page");
  expect(whole?.parentSpanId).toBe(caller.spanId);
  expect(parts).toEqual([expect.objectContaining({ name: "GET /api/health", parentSpanId: whole?.spanId })]);
});

test("what is answered from memory is a span, too, and what fails says so without its words", async () => {
  const { handle } = await makeCreator(app);
  const url = origin + listCreatorProducts.url.replace(":handle", handle);
  const [first, again] = [newCaller(), newCaller()];
  const ask = async ({ traceparent }: typeof first) =>
    (await fetch(url, { headers: { traceparent } })).text();
  await ask(first);
  await received(first.traceId, `GET ${listCreatorProducts.url}`);
  // News of the store's making may still come, after which it is made once more.
  await eventually(async () => {
    await ask(again);
    expect(receiver.spans().map(({ name }) => name)).toContain("GET (kept)");
  });
  const kept = await received(again.traceId, "GET (kept)");
  expect(kept.whole).toMatchObject({
    parentSpanId: again.spanId,
    facts: { "http.response.status_code": 200 },
  });
  const caller = newCaller();
  services.ending.hasBegun = true;
  await fetch(`${origin}/api/ready`, { headers: { traceparent: caller.traceparent } });
  services.ending.hasBegun = false;
  const { whole } = await received(caller.traceId, "GET /api/ready");
  expect(whole).toMatchObject({ status: { code: 2 }, facts: { "error.type": "503" } });
});

test("a job and its calls to the outside are a tree of their own, and say of a failure what kind it is", async () => {
  const job = defineJob({
    name: "keep-a-file",
    data: z.object({ name: z.string() }),
    retries: 0,
    async handle({ files, pool }, { name }) {
      await files.put(`images/${name}`, Buffer.from("hello"), "text/plain");
      await pool.query("select from users where email = $1", ["maya@example.com"]);
      for await (const { key } of files.list("images/")) if (key) break;
      await pool.query(`select 'maya@example.com'::int`);
    },
  });
  const queue = await startQueue(services, [job]);
  await enqueue(services.db, job, { name: "of-maya" });
  await eventually(() => expect(receiver.text()).toContain('"job keep-a-file"'));
  await queue.stop();
  const whole = receiver.spans().find(({ name }) => name === "job keep-a-file");
  expect(whole).toMatchObject({ status: { code: 2 }, facts: { "error.type": "22P02" } });
  expect(whole?.parentSpanId).toBeUndefined();
  const parts = receiver.spans().filter(({ parentSpanId }) => parentSpanId === whole?.spanId);
  expect(parts.map(({ name, status }) => [name, status.code])).toEqual([
    ["s3 put", 0],
    ["select users", 0],
    ["s3 list", 0],
    ["select", 2],
  ]);
  for (const secret of ["maya@example.com", "of-maya"]) expect(receiver.text()).not.toContain(secret);
});

test("a caller that keeps nothing has nothing kept here, and one that says something odd begins no trace of theirs", async () => {
  const { traceId, spanId } = newCaller();
  await fetch(`${origin}/api/health`, { headers: { traceparent: `00-${traceId}-${spanId}-00` } });
  await fetch(`${origin}/api/health`, { headers: { traceparent: "odd maya@example.com" } });
  await eventually(() =>
    expect(receiver.spans().filter(({ name }) => name === "GET /api/health")).toHaveLength(1),
  );
  expect(receiver.text()).not.toContain(traceId);
  expect(receiver.text()).not.toContain("maya@example.com");
});

test("a collector that takes nothing costs the shop one line, and one when it takes them again", async () => {
  const said = () => lines.map(({ msg }) => msg).filter((msg) => String(msg).startsWith("traces"));
  receiver.status = 400;
  for (let round = 0; round < 3; round++) {
    expect((await fetch(`${origin}/api/health`)).status).toBe(200);
    await new Promise((done) => setTimeout(done, 20));
  }
  await eventually(() => expect(said()).toEqual(["traces are not taken where they are sent"]));
  receiver.status = 200;
  await eventually(async () => {
    await fetch(`${origin}/api/health`);
    expect(said()).toEqual(["traces are not taken where they are sent", "traces are taken again"]);
  });
});
