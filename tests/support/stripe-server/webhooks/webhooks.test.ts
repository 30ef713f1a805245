import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type Stripe from "stripe";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startStripeServer, type StripeServer } from "#tests/support/stripe-server/start-stripe-server.ts";
import { stripeClient } from "#tests/support/stripe-server/talk-to-stripe.ts";

type Received = { body: string; signature: string };

let shop: Server;
let received: Received[];
let answers: number[];
let server: StripeServer;
let stripe: Stripe;

beforeEach(async () => {
  received = [];
  answers = [];
  shop = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const signature = String(request.headers["stripe-signature"]);
      received.push({ body: Buffer.concat(chunks).toString(), signature });
      response.statusCode = answers.shift() ?? 200;
      response.end();
    });
  });
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  server = await startStripeServer({ webhookRetryMs: 5 });
  stripe = stripeClient(server);
});
afterEach(async () => {
  await server.close();
  await new Promise((resolve) => shop.close(resolve));
});

const shopUrl = () => `http://127.0.0.1:${(shop.address() as AddressInfo).port}/webhook/stripe`;
const types = () => received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
const makeIntent = () => stripe.paymentIntents.create({ amount: 100, currency: "usd" });

test("events arrive signed with every live secret", async () => {
  server.sendWebhooksTo(shopUrl(), { secrets: ["whsec_old", "whsec_new"] });
  await makeIntent();
  await server.webhooks.settled();
  expect(types()).toEqual(["payment_intent.created"]);
  const [{ body, signature } = { body: "", signature: "" }] = received;
  for (const secret of ["whsec_old", "whsec_new"])
    expect(stripe.webhooks.constructEvent(body, signature, secret)).toMatchObject({ object: "event" });
  expect(() => stripe.webhooks.constructEvent(body, signature, "whsec_other")).toThrow(/signature/);
  expect(() => stripe.webhooks.constructEvent(`${body} `, signature, "whsec_new")).toThrow(/signature/);
});

test("an event that is not taken comes again", async () => {
  server.sendWebhooksTo(shopUrl());
  answers = [500, 503, 200];
  await makeIntent();
  await server.webhooks.settled();
  expect(received).toHaveLength(3);
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
});

test("events can be lost, repeated and reordered", async () => {
  server.sendWebhooksTo(shopUrl());
  server.webhooks.faults.dropNext = 1;
  await makeIntent();
  await server.webhooks.settled();
  expect(received).toHaveLength(0);
  server.webhooks.faults.copies = 3;
  await makeIntent();
  await server.webhooks.settled();
  expect(received).toHaveLength(3);
  server.webhooks.faults.copies = 1;
  server.webhooks.faults.shuffle = 8;
  received = [];
  const ids: string[] = [];
  for (let at = 0; at < 8; at++) ids.push((await makeIntent()).id);
  await server.webhooks.settled();
  const order = received.map(({ body }) => (JSON.parse(body) as Stripe.Event).data.object as { id: string });
  expect(order.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(order.map(({ id }) => id)).not.toEqual(ids);
});
