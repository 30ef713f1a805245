import { expect, test } from "vitest";
import { listBookDifferences } from "#contract/ledger.ts";
import { deliverWebhooks, openCheckout, pay } from "#tests/support/buy.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";
import { auditBooks } from "./audit.ts";
import { compareBooks } from "./compare-books.ts";

const app = await testApp();
const { pool } = app.services;

async function sale() {
  const product = await makeProduct(app, { priceCents: 2_000 });
  const browser = app.browser();
  const checkout = await openCheckout(browser, product.id);
  await pay(browser, checkout);
  return { product, paymentIntentId: checkout.paymentIntentId ?? "" };
}
const differencesOf = async (ownerId: string) =>
  (await app.as({ id: ownerId }).call(listBookDifferences)).body;

test("books that agree differ in nothing", async () => {
  const { product } = await sale();
  await deliverWebhooks(app);
  app.clock.advance({ hours: 1 });
  expect(await compareBooks(app.services, 3)).toBe(0);
  expect(await differencesOf(product.ownerId)).toEqual([]);
  expect(await auditBooks(pool, { provider: "sandbox" })).toEqual([]);
});

test("a payment without an order is shown to its creator, until it has one", async () => {
  const { product, paymentIntentId } = await sale();
  app.clock.advance({ hours: 1 });
  expect(await compareBooks(app.services, 3)).toBe(1);
  expect(await differencesOf(product.ownerId)).toMatchObject([
    { paymentIntentId, kind: "NO_ORDER", oursCents: 0, theirsCents: 2_000 },
  ]);
  expect((await auditBooks(pool, { provider: "sandbox" })).map(({ name }) => name)).toContain(
    "books-match-provider",
  );
  await deliverWebhooks(app);
  expect(await compareBooks(app.services, 3)).toBe(0);
  expect(await differencesOf(product.ownerId)).toEqual([]);
});

test("another sum, a refund that we do not know of, and a payment that was never taken are found", async () => {
  const wrongSum = await sale();
  const wrongRefund = await sale();
  const invented = await sale();
  await deliverWebhooks(app);
  app.clock.advance({ hours: 1 });
  await pool.query("update sandbox.payment_intents set amount = 1900, amount_received = 1900 where id = $1", [
    wrongSum.paymentIntentId,
  ]);
  await app.services.payments.refund({
    paymentIntentId: wrongRefund.paymentIntentId,
    amountCents: 300,
    idempotencyKey: "outside-refund",
  });
  await pool.query(
    "update sandbox.payment_intents set status = 'canceled', amount_received = 0 where id = $1",
    [invented.paymentIntentId],
  );
  expect(await compareBooks(app.services, 3)).toBe(3);
  expect(await differencesOf(wrongSum.product.ownerId)).toMatchObject([
    { kind: "AMOUNT", oursCents: 2_000, theirsCents: 1_900 },
  ]);
  expect(await differencesOf(wrongRefund.product.ownerId)).toMatchObject([
    { kind: "REFUNDED", oursCents: 0, theirsCents: 300 },
  ]);
  expect(await differencesOf(invented.product.ownerId)).toMatchObject([
    { kind: "NOT_TAKEN", oursCents: 2_000, theirsCents: 0 },
  ]);
});
