import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startStripeServer, type StripeServer } from "./start-stripe-server.ts";
import { confirmInBrowser, stripeClient } from "./talk-to-stripe.ts";

let server: StripeServer;
let stripe: Stripe;
beforeAll(async () => {
  server = await startStripeServer();
  stripe = stripeClient(server);
});
afterAll(() => server.close());

const create = (params: Record<string, unknown>, options?: Stripe.RequestOptions) =>
  stripe.paymentIntents.create({ amount: 4900, currency: "usd", ...params }, options);

describe("parameters", () => {
  test.each([
    ["an unknown one", { colour: "red" }, { code: "parameter_unknown", param: "colour" }],
    [
      "an unknown nested one",
      { transfer_data: { destination: "acct_1", colour: "red" } },
      { code: "parameter_unknown", param: "transfer_data[colour]" },
    ],
    ["a missing one", { amount: undefined }, { code: "parameter_missing", param: "amount" }],
    ["a number with decimals", { amount: 49.5 }, { code: "parameter_invalid_integer", param: "amount" }],
    ["a text for a boolean", { confirm: "yes" }, { code: "parameter_invalid_boolean" }],
    ["a value that is not of the list", { setup_future_usage: "never" }, { param: "setup_future_usage" }],
    ["an amount under the least", { amount: 49 }, { code: "amount_too_small" }],
    ["an amount of nine digits", { amount: 100_000_000 }, { code: "amount_too_large" }],
    ["a currency in capitals", { currency: "USD" }, { param: "currency" }],
    [
      "the payment methods of old",
      { payment_method_types: ["card"] },
      { code: "payment_method_types_no_longer_supported", statusCode: 400 },
    ],
    ["a customer who is not there", { customer: "cus_none" }, { code: "resource_missing", statusCode: 400 }],
    ["off_session without confirm", { off_session: true }, { param: "off_session" }],
    ["a fee without a destination", { application_fee_amount: 100 }, { param: "application_fee_amount" }],
    ["an over-long metadata value", { metadata: { a: "x".repeat(501) } }, { param: "metadata[a]" }],
    [
      "confirming here without a way back",
      { confirm: true, payment_method: "pm_card_visa" },
      { param: "return_url" },
    ],
  ])("%s is refused", async (_what, params, error) => {
    await expect(create(params)).rejects.toMatchObject({ type: "StripeInvalidRequestError", ...error });
  });

  test("what cannot be expanded is refused", async () => {
    const { id } = await create({});
    await expect(stripe.paymentIntents.retrieve(id, { expand: ["invoice"] })).rejects.toThrow(
      /cannot be expanded/,
    );
  });
});

describe("callers", () => {
  test("without the right key, or with another version, get nothing", async () => {
    const wrong = stripeClient({ ...server, secretKey: "sk_test_wrong" });
    await expect(wrong.customers.list()).rejects.toMatchObject({ type: "StripeAuthenticationError" });
    await expect(stripe.customers.list({}, { apiVersion: "2020-08-27" })).rejects.toThrow(
      /Invalid Stripe API version/,
    );
  });

  test("in a browser see their own payment by its secret, and nothing of the shop", async () => {
    const { id, client_secret } = await create({ metadata: { cost: "1" } });
    const read = async (secret: string) => {
      const query = new URLSearchParams({ key: server.publishableKey, client_secret: secret });
      return (await (
        await fetch(`${server.url}/v1/payment_intents/${id}?${query.toString()}`)
      ).json()) as object;
    };
    expect(await read(client_secret ?? "")).toMatchObject({ id, amount: 4900 });
    expect(await read(client_secret ?? "")).not.toHaveProperty("metadata");
    expect(await read(`${id}_secret_wrong`)).toMatchObject({ error: { code: "resource_missing" } });
    const browser = stripeClient({ ...server, secretKey: server.publishableKey });
    await expect(browser.refunds.list()).rejects.toMatchObject({ code: "secret_key_required" });
  });
});

describe("idempotency keys", () => {
  test("give the first answer again, also when things have changed since", async () => {
    const first = await create({}, { idempotencyKey: "once" });
    await stripe.paymentIntents.update(first.id, { amount: 6000 });
    const again = await create({}, { idempotencyKey: "once" });
    expect(again).toEqual(first);
    expect(again.lastResponse.headers["idempotent-replayed"]).toBe("true");
    await expect(create({ amount: 5000 }, { idempotencyKey: "once" })).rejects.toMatchObject({
      type: "StripeIdempotencyError",
      statusCode: 400,
    });
  });

  test("that come twice at once let one through and tell the other to try again", async () => {
    const slow = await startStripeServer({ latencyMs: 100 });
    const idempotencyKey = "five at once";
    const makeFive = (client: Stripe) =>
      Promise.allSettled(
        Array.from({ length: 5 }, () =>
          client.paymentIntents.create({ amount: 100, currency: "usd" }, { idempotencyKey }),
        ),
      );
    const hasty = await makeFive(stripeClient(slow));
    const refusals = hasty.flatMap((result) =>
      result.status === "rejected" ? [result.reason as unknown] : [],
    );
    expect(refusals).toHaveLength(4);
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ statusCode: 409, code: "idempotency_key_in_use" });
    const patient = await makeFive(stripeClient(slow, { maxNetworkRetries: 2 }));
    expect(new Set(patient.map((result) => result.status === "fulfilled" && result.value.id)).size).toBe(1);
    expect(slow.state.tables.payment_intents.size).toBe(1);
    await slow.close();
  });

  test("of a refusal by its parameters stay free; a decline is kept", async () => {
    await expect(create({ amount: 1 }, { idempotencyKey: "small" })).rejects.toThrow();
    expect(await create({}, { idempotencyKey: "small" })).toMatchObject({ amount: 4900 });
    const declined = {
      payment_method: "pm_card_visa_chargeDeclined",
      confirm: true,
      return_url: "http://localhost/",
    };
    const before = server.state.tables.payment_intents.size;
    await expect(create(declined, { idempotencyKey: "declined" })).rejects.toMatchObject({ statusCode: 402 });
    await expect(create(declined, { idempotencyKey: "declined" })).rejects.toMatchObject({ statusCode: 402 });
    expect(server.state.tables.payment_intents.size).toBe(before + 1);
  });
});

test("lists come newest first, page by page", async () => {
  const other = await startStripeServer({ seed: 7 });
  const client = stripeClient(other);
  for (let at = 0; at < 5; at++) await client.customers.create({ email: `buyer${at}@example.com` });
  const page = await client.customers.list({ limit: 2 });
  expect(page).toMatchObject({ has_more: true, data: [{ email: "buyer4@example.com" }, {}] });
  const all = await client.customers.list({ limit: 2 }).autoPagingToArray({ limit: 10 });
  expect(all.map(({ email }) => email?.[5])).toEqual(["4", "3", "2", "1", "0"]);
  const none = await client.customers.list({ created: { lt: all[4]?.created ?? 0 } });
  expect(none.data).toEqual([]);
  await other.close();
});

test("events tell what happened, and can be listed by kind", async () => {
  const { id, client_secret } = await create({});
  await confirmInBrowser(server, client_secret ?? "");
  const events = await stripe.events.list({ types: ["payment_intent.succeeded", "charge.succeeded"] });
  expect(events.data.slice(0, 2).map(({ type }) => type)).toEqual([
    "payment_intent.succeeded",
    "charge.succeeded",
  ]);
  expect(events.data[0]?.data.object).toMatchObject({ id, status: "succeeded" });
});
