import { inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { saveCheckoutDraft } from "#contract/checkout/draft.ts";
import { abandonedCarts } from "#server/database/schema/carts.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { type Caller, testApp } from "#tests/support/test-app.ts";

const app = await testApp({ RATE_LIMIT_FACTOR: "1" });

async function leave(browser: Caller, count: number, name: string) {
  const products = await Promise.all(Array.from({ length: count }, () => makeProduct(app)));
  for (const [n, { id: productId }] of products.entries()) {
    const body = { revision: 0, email: `${name}-${n}@example.com`, hasActed: true };
    const { status } = await browser.call(saveCheckoutDraft, { params: { productId }, body });
    // What is past the limits works: it is only that nobody is reminded of it.
    expect(status).toBe(200);
  }
  const ids = products.map(({ id }) => id);
  return app.services.db.$count(abandonedCarts, inArray(abandonedCarts.productId, ids));
}

test("a browser leaves three carts an hour behind, and a network ten", async () => {
  expect(await leave(app.browser("203.0.113.7"), 5, "one")).toBe(3);
  let opened = 0;
  for (const name of ["two", "three", "four", "five"])
    opened += await leave(app.browser("198.51.100.7"), 3, name);
  expect(opened).toBe(10);
});

test("a cart that another browser has left is changed within the same limits", async () => {
  const { id: productId } = await makeProduct(app);
  const save = (browser: Caller, couponCode: string) =>
    browser.call(saveCheckoutDraft, {
      params: { productId },
      body: {
        revision: 0,
        email: "someone@example.com",
        hasActed: true,
        choice: { orderBumps: [], couponCode, affiliateCode: "", link: "" },
      },
    });
  for (let n = 0; n < 12; n++) await save(app.browser("203.0.113.99"), `CODE${n}`);
  const [cart] = await app.services.db
    .select()
    .from(abandonedCarts)
    .where(inArray(abandonedCarts.productId, [productId]));
  expect(cart?.couponCode).toBe("CODE9");
});

test("the robot that shops for a search engine leaves none", async () => {
  const { id: productId } = await makeProduct(app);
  const body = { revision: 0, email: "x@storebotmail.joonix.net", hasActed: true };
  await app.browser("192.0.2.7").call(saveCheckoutDraft, { params: { productId }, body });
  expect(await app.services.db.$count(abandonedCarts, inArray(abandonedCarts.productId, [productId]))).toBe(
    0,
  );
});
