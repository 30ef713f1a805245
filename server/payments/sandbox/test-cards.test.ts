import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  answerSandboxBank,
  confirmSandboxPayment,
  getSandboxBankPage,
  getSandboxPayment,
} from "#contract/dev/sandbox.ts";
import { testApp } from "#tests/support/test-app.ts";
import { runFollowUps } from "./follow-ups.ts";

const app = await testApp();
const { payments, pool } = app.services;
const returnUrl = "http://localhost:3000/post-purchase?email=buyer%40example.com";

const newIntent = (amountCents = 4_900) =>
  payments.createIntent({
    amountCents,
    currency: "usd",
    receiptEmail: "buyer@example.com",
    saveCard: true,
    metadata: { cart_version: "1" },
    idempotencyKey: randomUUID(),
  });

type Intent = { id: string; clientSecret: string };
const pay = (
  { id, clientSecret }: Intent,
  number: string,
  other: { expiry?: string; cvc?: string; returnUrl?: string } = {},
) =>
  app.call(confirmSandboxPayment, {
    params: { id },
    body: {
      clientSecret,
      card: { number, expiry: other.expiry ?? "12/40", cvc: other.cvc ?? "123" },
      returnUrl: other.returnUrl ?? returnUrl,
    },
  });

const eventTypes = async (intentId: string) => {
  const { rows } = await pool.query<{ type: string }>(
    "select type from sandbox.events where data->>'id' = $1 or data->>'payment_intent' = $1 order by seq",
    [intentId],
  );
  return rows.map(({ type }) => type);
};

test.each([
  ["4242424242424242", "visa"],
  ["5555555555554444", "mastercard"],
  ["2223003122003222", "mastercard"],
  ["378282246310005", "amex"],
  ["6011111111111117", "discover"],
  ["3056930009020004", "diners"],
  ["3566002020360505", "jcb"],
  ["6200000000000005", "unionpay"],
  ["4000000000003055", "visa"],
])("%s pays at once", async (number, brand) => {
  const intent = await newIntent();
  expect((await pay(intent, number, { cvc: brand === "amex" ? "1234" : "123" })).body).toEqual({
    status: "succeeded",
  });
  expect(await payments.getIntent(intent.id)).toMatchObject({
    receivedCents: 4_900,
    card: { brand, last4: number.slice(-4) },
  });
  expect(await eventTypes(intent.id)).toEqual(["payment_intent.succeeded"]);
});

test.each([
  ["4000000000000002", "card_declined", "generic_decline", "Your card was declined."],
  ["4000000000009995", "card_declined", "insufficient_funds", "Your card has insufficient funds."],
  ["4000000000009987", "card_declined", "generic_decline", "Your card was declined."],
  ["4000000000009979", "card_declined", "generic_decline", "Your card was declined."],
  ["4100000000000019", "card_declined", "generic_decline", "Your card was declined."],
  ["4000000000000069", "expired_card", null, "Your card has expired."],
  ["4000000000000127", "incorrect_cvc", null, "Your card's security code is incorrect."],
  [
    "4000000000000119",
    "processing_error",
    null,
    "An error occurred while processing your card. Try again in a little bit.",
  ],
  [
    "4000000000006975",
    "card_declined",
    "card_velocity_exceeded",
    "Your card was declined for making repeated attempts too frequently or exceeding its amount limit.",
  ],
  [
    "4111111111111111",
    "card_declined",
    "test_mode_live_card",
    "Your card was declined. This is a sandbox: use a test card such as 4242 4242 4242 4242.",
  ],
])("%s is declined with %s / %s, and another card pays", async (number, code, declineCode, message) => {
  const intent = await newIntent();
  const { body } = await pay(intent, number);
  expect(body).toEqual({ status: "requires_payment_method", error: { code, declineCode, message } });
  expect(await payments.getIntent(intent.id)).toMatchObject({
    status: "requires_payment_method",
    receivedCents: 0,
    failureMessage: message,
  });
  expect((await pay(intent, "4242424242424242")).body.status).toBe("succeeded");
  expect(await payments.getIntent(intent.id)).toMatchObject({
    failureMessage: null,
    card: { last4: "4242" },
  });
  expect(await eventTypes(intent.id)).toEqual(["payment_intent.payment_failed", "payment_intent.succeeded"]);
});

test.each([
  ["number", "incorrect_number", "Your card number is incorrect.", { number: "4242424242424241" }],
  ["number", "invalid_number", "Your card number is invalid.", { number: "4242" }],
  ["expiry", "invalid_expiry_year", "Your card's expiration year is in the past.", { expiry: "12/20" }],
  ["expiry", "invalid_expiry_month", "Your card's expiration date is invalid.", { expiry: "13/40" }],
  ["cvc", "invalid_cvc", "Your card's security code is invalid.", { cvc: "12" }],
])("a wrong %s (%s) is said before the bank is asked", async (field, code, message, typed) => {
  const intent = await newIntent();
  const { number = "4242424242424242", ...other } = typed as {
    number?: string;
    expiry?: string;
    cvc?: string;
  };
  const { body } = await pay(intent, number, other);
  expect(body).toEqual({
    status: "requires_payment_method",
    error: { code, declineCode: null, message, field },
  });
  expect(await payments.getIntent(intent.id)).toEqual(intent);
  expect(await eventTypes(intent.id)).toEqual([]);
});

test("a card is good until the end of its month", async () => {
  const now = app.clock.now();
  const expiry = `${String(now.getUTCMonth() + 1).padStart(2, "0")} / ${now.getUTCFullYear() % 100}`;
  expect((await pay(await newIntent(), "4242424242424242", { expiry })).body.status).toBe("succeeded");
});

test.each(["4000002500003155", "4000002760003184", "4000003800000446", "4000000000003220"])(
  "%s asks for authentication, and pays once the bank is satisfied",
  async (number) => {
    const intent = await newIntent();
    const { body } = await pay(intent, number);
    expect(body.status).toBe("requires_action");
    const token = bankToken(body.redirectUrl);
    const page = await app.call(getSandboxBankPage, { params: { token } });
    expect(page.body).toEqual({
      amountCents: 4_900,
      currency: "usd",
      brand: "visa",
      last4: number.slice(-4),
      answered: false,
    });

    const back = await answerBank(token, "complete");
    expect(back.pathname).toBe("/post-purchase");
    expect(Object.fromEntries(back.searchParams)).toEqual({
      email: "buyer@example.com",
      payment_intent: intent.id,
      payment_intent_client_secret: intent.clientSecret,
      redirect_status: "succeeded",
    });
    expect(await payments.getIntent(intent.id)).toMatchObject({ status: "succeeded", receivedCents: 4_900 });
    expect(await eventTypes(intent.id)).toEqual([
      "payment_intent.requires_action",
      "payment_intent.succeeded",
    ]);
  },
);

test("4000008400001629 authenticates and is declined then", async () => {
  const intent = await newIntent();
  const { body } = await pay(intent, "4000008400001629");
  const back = await answerBank(bankToken(body.redirectUrl), "complete");
  expect(back.searchParams.get("redirect_status")).toBe("failed");
  expect(await payments.getIntent(intent.id)).toMatchObject({
    status: "requires_payment_method",
    failureMessage: "Your card was declined.",
  });
});

test("failing at the bank leaves the payment open for another card", async () => {
  const intent = await newIntent();
  const { body } = await pay(intent, "4000002760003184");
  const back = await answerBank(bankToken(body.redirectUrl), "fail");
  expect(back.searchParams.get("redirect_status")).toBe("failed");
  expect(await payments.getIntent(intent.id)).toMatchObject({
    status: "requires_payment_method",
    failureMessage: expect.stringContaining("unable to authenticate"),
  });
  expect((await pay(intent, "4242424242424242")).body.status).toBe("succeeded");
});

test("the bank's answer counts once, however often it comes", async () => {
  const intent = await newIntent();
  const token = bankToken((await pay(intent, "4000002760003184")).body.redirectUrl);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => answerBank(token, at % 2 ? "complete" : "fail")),
  );
  const statuses = new Set(answers.map((url) => url.searchParams.get("redirect_status")));
  expect(statuses.size).toBe(1);
  expect(await eventTypes(intent.id)).toHaveLength(2);
  expect((await app.call(getSandboxBankPage, { params: { token } })).body.answered).toBe(true);
});

test("who pays with another card meanwhile is not charged by the bank's page", async () => {
  const intent = await newIntent();
  const token = bankToken((await pay(intent, "4000002760003184")).body.redirectUrl);
  expect((await pay(intent, "4242424242424242")).body.status).toBe("succeeded");
  expect((await app.call(getSandboxBankPage, { params: { token } })).status).toBe(404);
  expect((await payments.getIntent(intent.id)).card?.last4).toBe("4242");
});

test("a changed amount makes the bank's question void: the buyer is asked again", async () => {
  const intent = await newIntent();
  const token = bankToken((await pay(intent, "4000002760003184")).body.redirectUrl);
  const change = {
    amountCents: 5_900,
    receiptEmail: "buyer@example.com",
    metadata: { cart_version: "2" },
    idempotencyKey: randomUUID(),
  };
  expect(await payments.updateIntent(intent.id, change)).toMatchObject({
    status: "requires_payment_method",
    amountCents: 5_900,
  });
  expect((await app.call(getSandboxBankPage, { params: { token } })).status).toBe(404);
});

test.each([
  ["4000000000008807", "succeeded", ["payment_intent.processing", "payment_intent.succeeded"]],
  [
    "4000000000009904",
    "requires_payment_method",
    ["payment_intent.processing", "payment_intent.payment_failed"],
  ],
])("%s is processing for three seconds, then %s", async (number, status, types) => {
  const intent = await newIntent();
  expect((await pay(intent, number)).body).toEqual({ status: "processing" });
  await runFollowUps(app.services);
  expect((await payments.getIntent(intent.id)).status).toBe("processing");
  await expect(payments.cancelIntent(intent.id)).rejects.toMatchObject({
    code: "payment_intent_unexpected_state",
  });
  app.clock.advance({ seconds: 4 });
  await Promise.all([runFollowUps(app.services), runFollowUps(app.services)]);
  await runFollowUps(app.services);
  expect((await payments.getIntent(intent.id)).status).toBe(status);
  expect(await eventTypes(intent.id)).toEqual(types);
});

test.each([
  ["4000000000000259", ["charge.dispute.created", "charge.dispute.funds_withdrawn"], "fraudulent"],
  ["4000000000002685", ["charge.dispute.created", "charge.dispute.funds_withdrawn"], "product_not_received"],
  ["4000000000001976", ["charge.dispute.created"], "general"],
  ["4000000000005423", ["radar.early_fraud_warning.created"], null],
])("%s pays, and %s follows", async (number, types, reason) => {
  const intent = await newIntent();
  expect((await pay(intent, number)).body.status).toBe("succeeded");
  app.clock.advance({ seconds: 3 });
  await runFollowUps(app.services);
  await runFollowUps(app.services);
  expect(await eventTypes(intent.id)).toEqual(["payment_intent.succeeded", ...types]);
  const { rows } = await pool.query(
    "select distinct data->>'reason' as reason from sandbox.events where data->>'payment_intent' = $1",
    [intent.id],
  );
  expect(rows).toEqual([{ reason }]);
});

test.each([
  ["4000000000007726", "pending", "succeeded", ["refund.created", "refund.updated"]],
  ["4000000000005126", "succeeded", "failed", ["refund.created", "refund.failed", "refund.updated"]],
])("a refund to %s is %s, then %s", async (number, first, then, types) => {
  const intent = await newIntent();
  await pay(intent, number);
  const refund = await payments.refund({ paymentIntentId: intent.id, idempotencyKey: randomUUID() });
  expect(refund.status).toBe(first);
  app.clock.advance({ seconds: 4 });
  await runFollowUps(app.services);
  const { rows } = await pool.query("select status from sandbox.refunds where id = $1", [refund.id]);
  expect(rows).toEqual([{ status: then }]);
  expect(await eventTypes(intent.id)).toEqual(["payment_intent.succeeded", ...types]);
});

test("4000000000000341 pays while the buyer is there", async () => {
  expect((await pay(await newIntent(), "4000000000000341")).body.status).toBe("succeeded");
});

test("card numbers and security codes are nowhere in the sandbox's books", async () => {
  await pay(await newIntent(), "5200828282828210", { cvc: "987" });
  const { rows } = await pool.query<{ table_name: string }>(
    "select table_name from information_schema.tables where table_schema = 'sandbox'",
  );
  for (const { table_name: table } of rows) {
    const found = await pool.query(
      `select 1 from sandbox.${table} t where t::text like '%5200828282828210%' or t::text like '%52008282%'`,
    );
    expect(found.rowCount).toBe(0);
  }
});

test("without the right client secret there is no such payment", async () => {
  const [intent, other] = [await newIntent(), await newIntent()];
  const wrong = { id: intent.id, clientSecret: other.clientSecret };
  expect(await pay(wrong, "4242424242424242")).toMatchObject({
    status: 404,
    body: { message: "No such payment" },
  });
  expect((await pay({ ...wrong, id: `pi_sbx_${"0".repeat(24)}` }, "4242424242424242")).status).toBe(404);
  const look = (clientSecret: string) =>
    app.call(getSandboxPayment, { params: { id: intent.id }, querystring: { client_secret: clientSecret } });
  expect((await look(other.clientSecret)).status).toBe(404);
  expect((await look(intent.clientSecret)).body).toMatchObject({
    status: "requires_payment_method",
    amountCents: 4_900,
  });
});

test.each([
  "https://elsewhere.example/post-purchase",
  "http://localhost:3000@elsewhere.example/",
  "http://user:pass@localhost:3000/",
  "http://localhost:3000//elsewhere.example/",
  "http://localhost:3000/\\elsewhere.example/",
  "javascript:alert(1)",
  "/post-purchase",
])("the bank's page never leads to %s", async (address) => {
  const answer = await pay(await newIntent(), "4000002760003184", { returnUrl: address });
  expect([400, 422]).toContain(answer.status);
});

const bankToken = (redirectUrl: string | undefined) => {
  expect(redirectUrl).toMatch(/^\/sandbox\/bank\/[\w-]{43}$/);
  return redirectUrl!.split("/").at(-1)!;
};

/** Presses a button of the bank's page, as its form does. */
async function answerBank(token: string, answer: "complete" | "fail") {
  const response = await app.app.inject({
    method: answerSandboxBank.method,
    url: answerSandboxBank.url.replace(":token", token),
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
    payload: `answer=${answer}`,
  });
  expect(response.statusCode).toBe(303);
  return new URL(String(response.headers.location), "http://localhost:3000");
}
