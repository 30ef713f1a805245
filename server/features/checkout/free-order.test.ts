import { expect, test } from "vitest";
import { completeFreeOrder } from "#contract/checkout/checkout.ts";
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

test("the books are right after all of this", async () => {
  expect(await auditNow(app)).toEqual([]);
});
