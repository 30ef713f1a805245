import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { confirmSandboxPayment } from "#contract/dev/sandbox.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { payments, pool } = app.services;

/** Version n of the cart costs n dollars. */
const version = (n: number) => ({
  amountCents: n * 100,
  receiptEmail: "buyer@example.com",
  metadata: { cart_version: String(n) },
  idempotencyKey: randomUUID(),
});
const newIntent = () => payments.createIntent({ ...version(1), currency: "usd", saveCard: true });
const pay = ({ id, clientSecret }: { id: string; clientSecret: string }, number = "4242424242424242") =>
  app.call(confirmSandboxPayment, {
    params: { id },
    body: {
      clientSecret,
      card: { number, expiry: "12/40", cvc: "123" },
      returnUrl: "http://localhost:3000/post-purchase",
    },
  });
const paidEvents = async (id: string) => {
  const { rows } = await pool.query<{ data: { amount_received: number } }>(
    "select data from sandbox.events where data->>'id' = $1 and type = 'payment_intent.succeeded'",
    [id],
  );
  return rows.map(({ data }) => data.amount_received);
};

test("fifty confirmations at once charge once, and each is told that it is paid", async () => {
  const intent = await newIntent();
  const answers = await Promise.all(Array.from({ length: 50 }, () => pay(intent)));
  expect(answers.map(({ status, body }) => [status, body])).toEqual(
    answers.map(() => [200, { status: "succeeded" }]),
  );
  expect(await paidEvents(intent.id)).toEqual([100]);
  const { rows } = await pool.query("select count(*)::int as cards from sandbox.payment_methods");
  expect(rows).toEqual([{ cards: 1 }]);
});

test("good and bad cards at once charge at most once, and nothing after that", async () => {
  const intent = await newIntent();
  const cards = Array.from(
    { length: 30 },
    (_, at) => ["4000000000000002", "4242424242424242", "4000002760003184"][at % 3],
  );
  await Promise.all(cards.map((number) => pay(intent, number)));
  expect(await paidEvents(intent.id)).toEqual([100]);
  expect(await payments.getIntent(intent.id)).toMatchObject({
    status: "succeeded",
    card: { last4: "4242" },
    failureMessage: null,
  });
});

test("whatever changes while the buyer pays, the charge is the price of the cart version that the intent names", async () => {
  for (let round = 0; round < 30; round++) {
    const intent = await newIntent();
    const paysAt = round % 6;
    const steps: (() => Promise<unknown>)[] = [2, 3, 4, 5, 6].map(
      (n) => () => payments.updateIntent(intent.id, version(n)),
    );
    await Promise.allSettled(steps.toSpliced(paysAt, 0, () => pay(intent)).map((step) => step()));
    const paid = await payments.getIntent(intent.id);
    expect(paid.status).toBe("succeeded");
    expect(paid.receivedCents).toBe(Number(paid.metadata["cart_version"]) * 100);
    expect(await paidEvents(intent.id)).toEqual([paid.receivedCents]);
  }
});

test("a payment and its cancellation at once: one of them, never both", async () => {
  for (let round = 0; round < 20; round++) {
    const intent = await newIntent();
    const [canceled, paid] = await Promise.allSettled([payments.cancelIntent(intent.id), pay(intent)]);
    const { status, receivedCents } = await payments.getIntent(intent.id);
    expect(paid).toMatchObject({ status: "fulfilled", value: { status: 200, body: { status } } });
    expect(status).toBe(canceled.status === "fulfilled" ? "canceled" : "succeeded");
    expect(receivedCents).toBe(status === "succeeded" ? 100 : 0);
  }
});
