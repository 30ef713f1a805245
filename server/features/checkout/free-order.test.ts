import { expect, test } from "vitest";
import { completeFreeOrder, createPaymentIntent } from "#contract/checkout/checkout.ts";
import { openCheckout } from "#tests/support/buy.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();

test("a free order that is placed twenty times at once is one order, and every click is told of it", async () => {
  for (let round = 0; round < 5; round++) {
    const gift = await makeProduct(app, { priceCents: 0 });
    const browser = app.browser();
    const { checkoutSessionId, cartVersion } = await openCheckout(browser, gift.id);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        browser.call(completeFreeOrder, {
          params: { checkoutSessionId },
          body: { cartVersion, customerName: "Ann" },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(answers.map(({ body }) => body.orderReference)).size).toBe(1);
  }
});

type Taking = { isDouble?: boolean };
let buyers = 0;
/** Somebody takes it, under an address that nobody had. */
async function take(from: typeof app, productId: string, { isDouble = false }: Taking = {}) {
  const browser = from.browser();
  const body = { productId, customerEmail: `buyer-${++buyers}@example.com` };
  const { checkoutSessionId, cartVersion } = (await browser.call(createPaymentIntent, { body })).body;
  const click = () =>
    browser.call(completeFreeOrder, {
      params: { checkoutSessionId },
      body: { cartVersion, customerName: "Ann" },
    });
  const first = await click();
  if (isDouble) expect((await click()).body).toEqual(first.body);
  return first;
}
const scarce = { priceCents: 0, trackInventory: true, inventoryQuantity: 13 };

test("what is scarce and free is no network's to empty: ten a day of a product, whatever addresses are typed, and each counts once", async () => {
  const strict = await testApp({ RATE_LIMIT_FACTOR: "1" });
  const [seats, others] = [await makeProduct(strict, scarce), await makeProduct(strict, scarce)];
  const plenty = await makeProduct(strict, { ...scarce, allowBackorder: true });
  for (let count = 0; count < 10; count++) {
    expect((await take(strict, seats.id, { isDouble: count < 3 })).status).toBe(200);
    expect((await take(strict, plenty.id)).status).toBe(200);
  }
  expect(await take(strict, seats.id)).toMatchObject({ status: 429, body: { code: "HOLDS_FULL" } });
  expect((await take(strict, plenty.id)).status).toBe(200);
  expect((await take(strict, others.id)).status).toBe(200);
});

test("of what there is much of, a network may take a fifth of what is left", async () => {
  const strict = await testApp({ RATE_LIMIT_FACTOR: "1" });
  const hall = await makeProduct(strict, { ...scarce, inventoryQuantity: 70 });
  const taken: number[] = [];
  for (let count = 0; count < 13; count++) taken.push((await take(strict, hall.id)).status);
  // The twelfth would be the twelfth of 58.
  expect(taken).toEqual([...Array<number>(11).fill(200), 429, 429]);
});

test("the books are right after all of this", async () => {
  expect(await auditNow(app)).toEqual([]);
});
