import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withoutIntervals } from "#tests/support/without-intervals.ts";
import { eventually } from "#tests/support/eventually.ts";
import { confirmSandboxPayment, getSandboxFaults, setSandboxFaults } from "#contract/dev/sandbox.ts";
import { testApp } from "#tests/support/test-app.ts";
import { startSandboxDeliverer } from "./deliverer.ts";

const app = await testApp();
const { payments, pool } = app.services;

/** A shop that takes webhooks: it checks each signature, and answers as the test says. */
let received: { id: string; type: string; paymentIntentId: string | null }[] = [];
let answer: () => number = () => 200;
const shop = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const status = answer();
    if (status === 200) received.push(payments.readWebhook(Buffer.concat(chunks), request.headers));
    response.writeHead(status).end();
  });
});
await new Promise<void>((done) => shop.listen(0, "127.0.0.1", done));
const address = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/webhook/sandbox`;

const deliverers: { stop(): Promise<void> }[] = [];
const start = () => deliverers.push(startSandboxDeliverer(app.services, address));

beforeEach(async () => {
  received = [];
  answer = () => 200;
  await app.call(setSandboxFaults, { body: { dropNext: 0, delaySeconds: 0, duplicates: 0, reorder: false } });
});
afterEach(async () => {
  await Promise.all(deliverers.splice(0).map((deliverer) => deliverer.stop()));
  await pool.query("delete from sandbox.events");
});

async function pay(): Promise<string> {
  const { id, clientSecret } = await payments.createIntent({
    amountCents: 1_000,
    currency: "usd",
    receiptEmail: "buyer@example.com",
    saveCard: false,
    metadata: {},
    idempotencyKey: randomUUID(),
  });
  const card = { number: "4242424242424242", expiry: "12/40", cvc: "123" };
  const { status } = await app.call(confirmSandboxPayment, {
    params: { id },
    body: { clientSecret, card, returnUrl: "http://localhost:3000/" },
  });
  expect(status).toBe(200);
  return id;
}

const times = async (count: number, work: () => Promise<string>) =>
  Promise.all(Array.from({ length: count }, work));
const settled = (check: () => void) => eventually(check);

test.runIf(process.env["TEST_LISTEN"] !== "off")(
  "a payment is told as soon as it is written down, signed",
  async () => {
    withoutIntervals(start);
    const id = await pay();
    await settled(() => expect(received).toHaveLength(1));
    expect(received[0]).toMatchObject({ type: "payment_intent.succeeded", paymentIntentId: id });
  },
);

test("what happened before the deliverer ran is delivered when it starts", async () => {
  const ids = await times(120, pay);
  start();
  await settled(() => expect(received.length).toBe(120));
  expect(new Set(received.map((event) => event.paymentIntentId))).toEqual(new Set(ids));
});

test("two deliverers share the work: every event arrives once", async () => {
  start();
  start();
  await times(150, pay);
  await settled(() => expect(received.length).toBe(150));
  await sleep(300);
  expect(received.length).toBe(150);
});

test("an event that was not taken comes again until it is", async () => {
  let refusals = 3;
  answer = () => (refusals-- > 0 ? 503 : 200);
  start();
  await times(2, pay);
  await settled(() => {
    app.clock.advance({ seconds: 2 });
    expect(received).toHaveLength(2);
  });
});

test("an event whose deliverer was killed is delivered by another one", async () => {
  await pay();
  const now = app.clock.now();
  // What a deliverer leaves behind that took an event and never came back.
  await pool.query("update sandbox.events set attempts = 1, deliver_at = $1", [
    new Date(now.getTime() + 15_000),
  ]);
  start();
  await sleep(200);
  expect(received).toHaveLength(0);
  app.clock.advance({ seconds: 16 });
  await settled(() => expect(received).toHaveLength(1));
});

test("stopping waits for what is under way and leaves the rest", async () => {
  start();
  await times(30, pay);
  await deliverers.pop()!.stop();
  const { rows } = await pool.query<{ taken: number }>(
    "select count(*)::int as taken from sandbox.events where delivered_at is not null",
  );
  expect(rows[0]!.taken).toBe(received.length);
});

test("faults: lost events never arrive, the next ones do", async () => {
  await app.call(setSandboxFaults, { body: { dropNext: 2 } });
  start();
  await pay();
  await pay();
  await sleep(200);
  const third = await pay();
  await settled(() => expect(received.map((event) => event.paymentIntentId)).toEqual([third]));
  expect((await app.call(getSandboxFaults)).body).toEqual({
    dropNext: 0,
    delaySeconds: 0,
    duplicates: 0,
    reorder: false,
  });
});

test("faults: events are late, measured by the movable clock", async () => {
  await app.call(setSandboxFaults, { body: { delaySeconds: 3_600 } });
  start();
  await pay();
  await sleep(1_200);
  expect(received).toHaveLength(0);
  app.clock.advance({ minutes: 61 });
  await settled(() => expect(received).toHaveLength(1));
});

test("faults: events come several times, with one id", async () => {
  await app.call(setSandboxFaults, { body: { duplicates: 4 } });
  start();
  await pay();
  await settled(() => expect(received).toHaveLength(5));
  expect(new Set(received.map(({ id }) => id)).size).toBe(1);
});

test("faults: events that wait together come newest first", async () => {
  await app.call(setSandboxFaults, { body: { reorder: true } });
  const ids = [await pay(), await pay(), await pay()];
  app.clock.advance({ seconds: 1 });
  start();
  await settled(() => expect(received.map((event) => event.paymentIntentId)).toEqual(ids.toReversed()));
});
