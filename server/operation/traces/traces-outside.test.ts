import { randomBytes, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { addPushBrowser, listPushBrowsers } from "#contract/notifications/push.ts";
import { confirmSandboxPayment } from "#contract/dev/sandbox.ts";
import { purgeCdn, watchChangedStores } from "#server/cdn/purge-cdn.ts";
import { visitBuffer } from "#server/features/analytics/visits/visit-buffer.ts";
import { newsStreams } from "#server/features/notifications/news-streams.ts";
import { aloneWith } from "#server/features/social/accounts/alone-with.ts";
import { startSocialWorker } from "#server/features/social/engine/social-worker.ts";
import { allJobs } from "#server/jobs/all-jobs.ts";
import { defineJob, enqueue } from "#server/jobs/job.ts";
import { startQueue } from "#server/jobs/queue.ts";
import { startSandboxDeliverer } from "#server/payments/sandbox/deliverer.ts";
import { z } from "zod";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { startLocalCdn } from "#tests/support/local-cdn.ts";
import { localSes, sesBounce } from "#tests/support/local-ses.ts";
import { startOpenIdStub } from "#tests/support/openid-stub.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { openPushServer } from "#tests/support/push-server.ts";
import { makeKeywordResponse, makeSocialAccount } from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { startTraceReceiver } from "#tests/support/trace-receiver.ts";

const clientSecret = "secret-of-the-client";
const person = { email: "nadia.stern@example.com", given_name: "Nadia-of-the-provider" };
const receiver = await startTraceReceiver();
const cdn = await startLocalCdn();
const ses = await localSes();
const openId = await startOpenIdStub("openstall", person);
afterAll(async () => void (await Promise.all([receiver.close(), cdn.close(), ses.close(), openId.close()])));
const push = await openPushServer();
const app = await testApp({
  OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
  OTEL_BSP_SCHEDULE_DELAY: "5",
  WEB_PUSH_HOSTS: push.host,
  ...cdn.environment,
  SES_TOPIC_ARN: ses.topicArn,
  SES_SNS_BASE: ses.base,
  OIDC_ISSUER_URL: openId.issuer,
  OIDC_CLIENT_ID: "openstall",
  OIDC_CLIENT_SECRET: clientSecret,
});
const { services } = app;
const { pool, db } = services;

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** The spans of that name, each with the names of its parts; waits for the first. */
async function treesOf(name: string, part?: string) {
  const trees = () => {
    const spans = receiver.spans();
    return spans
      .filter((span) => span.name === name)
      .map((whole) => ({
        ...whole,
        parts: spans.filter(
          ({ parentSpanId, traceId }) => parentSpanId === whole.spanId && traceId === whole.traceId,
        ),
      }));
  };
  const wanted = () =>
    trees().find(({ parts }) => part === undefined || parts.some((one) => one.name === part));
  const found = await eventually(() => wanted() ?? expect.fail(`no ${name} with ${part} among ${names()}`));
  return { whole: found, parts: found.parts };
}
const names = () => [...new Set(receiver.spans().map((span) => span.name))].join(", ");
const newCaller = () => {
  const traceId = randomBytes(16).toString("hex");
  return { traceId, headers: { traceparent: `00-${traceId}-${randomBytes(8).toString("hex")}-01` } };
};
/** Nothing that anybody sent, was called, or has as a key; and no address of anybody. */
function expectNothingOf(...secrets: string[]) {
  for (const secret of secrets) expect(receiver.text()).not.toContain(secret);
  for (const { facts, name } of receiver.spans())
    for (const told of [name, ...Object.values(facts)])
      expect(String(told)).not.toMatch(/@|:\/\/|127\.0\.0|[?&]/);
}

test("what is asked of an OpenID provider is a part of the sign-in that asks", async () => {
  const away = newCaller();
  const left = await app.app.inject({ url: "/api/login?returnTo=%2Fof-the-address", headers: away.headers });
  const to = new URL(String(left.headers.location));
  const begun = await treesOf("GET /api/login", "openid discovery");
  expect(begun.whole.traceId).toBe(away.traceId);
  expect(begun.parts.find(({ name }) => name === "openid discovery")?.facts).toEqual({
    "http.response.status_code": 200,
  });
  openId.nonce = to.searchParams.get("nonce") ?? "";
  const state = to.searchParams.get("state") ?? "";
  const back = newCaller();
  const cookies = Object.fromEntries(left.cookies.map(({ name, value }) => [name, value]));
  const came = await app.app.inject({
    url: `/api/login/callback?code=code-of-theirs&state=${state}`,
    headers: back.headers,
    cookies,
  });
  expect(came.headers.location).toContain("/welcome");
  const { whole, parts } = await treesOf("GET /api/login/callback", "openid userinfo");
  expect(whole.traceId).toBe(back.traceId);
  const asked = parts.map(({ name }) => name).filter((name) => name.startsWith("openid"));
  expect(asked).toEqual(["openid token", "openid userinfo"]);
  expectNothingOf(person.email, person.given_name, clientSecret, "code-of-theirs", state, openId.nonce);
  expectNothingOf("tok_of_access", "of-the-address", ...Object.values(cookies));
});

test("what a push service is sent is a part of the job that sends it, and says where it was refused", async () => {
  const creator = await makeCreator(app);
  const { body: keys } = await app.as(creator).call(listPushBrowsers);
  const browsers = [push.subscribe(keys.publicKey), push.subscribe(keys.publicKey)];
  for (const body of browsers)
    expect((await app.as(creator).call(addPushBrowser, { body })).status).toBe(200);
  push.answer(browsers[1]?.endpoint ?? "", 410);
  const product = await makeProduct(app, {
    ownerId: creator.id,
    type: "DOWNLOAD",
    title: "Title of the thing",
  });
  await makeOrder(app, { items: [{ product }], email: "buyer-of-it@example.com" });
  const queue = await startQueue(
    services,
    allJobs.filter(({ name }) => /^(tell-creators|push-news)$/.test(name)),
  );
  stops.push(() => queue.stop());
  await pool.query("insert into job_outbox (name, data) values ('tell-creators', '{}')");
  const { whole, parts } = await treesOf("job push-news", "push send");
  expect(whole.parentSpanId).toBeUndefined();
  const sent = parts.filter(({ name }) => name === "push send");
  const told = sent.map(({ facts, status }) => [facts["http.response.status_code"], status.code]);
  expect(told.toSorted()).toEqual([
    [201, 0],
    [410, 2],
  ]);
  // How that job came to the worker: a round of its own.
  const relayed = await treesOf("round relay-jobs", "relay_outbox");
  expect(relayed.whole.parentSpanId).toBeUndefined();
  for (const { endpoint, keys } of browsers)
    expectNothingOf(new URL(endpoint).pathname, keys.auth, keys.p256dh);
  expectNothingOf("Title of the thing", "buyer-of-it@example.com");
});

test("a purge of the CDN is a part of its job, and queueing one is a round", async () => {
  const queue = await startQueue(services, [purgeCdn]);
  stops.push(() => queue.stop());
  const watch = watchChangedStores(services);
  stops.push(() => watch.stop());
  const { parts } = await treesOf("job purge-cdn", "cdn purge");
  expect(parts[0]?.facts).toEqual({ "http.response.status_code": 200 });
  expect((await treesOf("round queue-purges", "commit")).whole.parentSpanId).toBeUndefined();
  cdn.failNext(1);
  await enqueue(db, purgeCdn, { tags: ["store-of-somebody"] });
  await eventually(() => expect(receiver.spans()).toContainEqual(failedWith("cdn purge", "503")));
  expectNothingOf(cdn.environment.CDN_PURGE_TOKEN, "store-of-somebody", "purge_cache");
});
const failedWith = (name: string, type: string) =>
  expect.objectContaining({
    name,
    status: { code: 2 },
    facts: expect.objectContaining({ "error.type": type }),
  });

test("what is asked of Amazon's notification service is a part of the report that came by it", async () => {
  const post = (payload: object) =>
    app.app.inject({
      method: "POST",
      url: "/webhook/mail/ses",
      headers: { "content-type": "text/plain" },
      payload: JSON.stringify(payload),
    });
  const subscription = ses.subscription();
  expect((await post(subscription)).statusCode).toBe(200);
  const { parts } = await treesOf("POST /webhook/mail/ses", "sns confirm");
  expect(parts.map(({ name }) => name).filter((name) => name.startsWith("sns"))).toEqual([
    "sns certificate",
    "sns confirm",
  ]);
  expect((await post(ses.notification(sesBounce(randomUUID(), "gone-away@example.com")))).statusCode).toBe(
    200,
  );
  expectNothingOf("gone-away@example.com", subscription["Token"] ?? "", ".pem");
});

test("the worker of messages decides and sends in rounds of its own", async () => {
  const account = await makeSocialAccount(app);
  await makeKeywordResponse(app, account, { responseText: "Words of the creator" });
  await pool.query(
    `insert into social_events (user_id, social_account_id, kind, platform_event_id, person_id, text, occurred_at, received_at)
     values ($1, $2, 'MESSAGE', 'MESSAGE:of-a-fan', 'fan_of_hers', 'the guide please', $3, $3)`,
    [account.userId, account.id, services.clock.now()],
  );
  const worker = startSocialWorker(services);
  stops.push(() => worker.stop());
  const decided = await treesOf("round decide-on-messages", "social_select_open_events");
  const sent = await treesOf("round send-messages", "social_mark_sending");
  const named = await treesOf("round name-people", "social_select_nameless");
  for (const { whole } of [decided, sent, named]) expect(whole.parentSpanId).toBeUndefined();
  expectNothingOf(
    "fan_of_hers",
    "of-a-fan",
    "the guide please",
    "Words of the creator",
    account.platformUserId,
  );
});

test("visits are written, news looked for and events of the sandbox delivered in rounds of their own", async () => {
  const creator = await makeCreator(app);
  const arrival = {
    search: "utm_source=of-a-link",
    referrer: "",
    userAgent:
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
  };
  const seen = { at: services.clock.now(), ip: "192.0.2.77", step: 1 as const, isView: true, arrival };
  visitBuffer(services).add({ ...seen, handle: creator.handle });
  await visitBuffer(services).flush();
  expect((await treesOf("round write-visits", "analytics_insert_visits")).whole.parentSpanId).toBeUndefined();

  const streams = newsStreams({ ...services, config: { ...services.config, newsStreamSeconds: 60 } });
  stops.push(async () => streams.close());
  await streams.open({ ownerId: creator.id, personId: creator.id, sessionId: "ended" }, undefined);
  expect(
    (await treesOf("round look-for-news", "notifications_select_marks")).whole.parentSpanId,
  ).toBeUndefined();

  const shop = createServer((request, response) => void request.resume().on("end", () => response.end()));
  await new Promise<void>((done) => shop.listen(0, "127.0.0.1", done));
  const address = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/webhook/of-the-shop`;
  const deliverer = startSandboxDeliverer(services, address);
  stops.push(async () => (await deliverer.stop(), shop.close()));
  const { id, clientSecret: secret } = await services.payments.createIntent({
    amountCents: 1_000,
    currency: "usd",
    receiptEmail: "payer@example.com",
    saveCard: false,
    metadata: {},
    idempotencyKey: randomUUID(),
  });
  const card = { number: "4242424242424242", expiry: "12/40", cvc: "123" };
  const body = { clientSecret: secret, card, returnUrl: "http://localhost:3000/" };
  expect((await app.call(confirmSandboxPayment, { params: { id }, body })).status).toBe(200);
  await treesOf("round deliver-sandbox-events", "webhook post");
  expectNothingOf(
    "of-a-link",
    "AppleWebKit",
    "192.0.2.77",
    creator.handle,
    "payer@example.com",
    secret,
    "of-the-shop",
  );
});

test("a lock that outlives a transaction is asked for in the name of the job that takes it", async () => {
  const job = defineJob({
    name: "take-a-lock",
    data: z.object({}),
    handle: async ({ sessions }) => void (await aloneWith(sessions, "of-somebody", async () => {})),
  });
  const queue = await startQueue(services, [job]);
  stops.push(() => queue.stop());
  await enqueue(db, job, {});
  const { parts } = await treesOf("job take-a-lock", "social_unlock");
  expect(parts.map(({ name }) => name)).toEqual(["social_try_lock", "social_unlock"]);
});
