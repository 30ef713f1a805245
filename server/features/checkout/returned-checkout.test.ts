import { expect, test } from "vitest";
import { finishPayment } from "#contract/checkout/checkout.ts";
import { getCheckoutDraft } from "#contract/checkout/draft.ts";
import { answerSandboxBank } from "#contract/dev/sandbox.ts";
import { goodCard, openCheckout, pay, pressPay } from "#tests/support/buy.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { makeBump } from "#tests/support/offer-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();

/** A checkout with all that can be chosen, whose buyer failed to authenticate at their bank. */
async function failedAtBank() {
  const product = await makeProduct(app, { priceCents: 4_900 });
  const bump = await makeBump(app, product);
  const { code } = await makeCoupon(app, { ownerId: product.ownerId, discountValue: 500 });
  const buyer = app.browser();
  const checkout = await openCheckout(buyer, product.id, "ada@example.com", {
    orderBumps: [bump.id],
    couponCode: code,
  });
  await pressPay(buyer, checkout);
  const { redirectUrl = "" } = await pay(buyer, checkout, { ...goodCard, number: "4000002760003184" });
  const token = redirectUrl.split("/").at(-1) ?? "";
  await buyer.call(answerSandboxBank, { params: { token }, body: { answer: "fail" } });
  const { paymentIntentId, clientSecret } = checkout;
  const finish = (browser: typeof buyer, secret: string) =>
    browser.call(
      finishPayment,
      { body: { paymentIntentId: paymentIntentId ?? "" } },
      { headers: { "x-order-proof": secret } },
    );
  const draftOf = async (browser: typeof buyer) =>
    (await browser.call(getCheckoutDraft, { params: { productId: product.id } })).body.draft;
  return { product, bump, code, secret: clientSecret ?? "", finish, draftOf };
}

test("a failed authentication that comes back in another browser finds its checkout there", async () => {
  const { product, bump, code, secret, finish, draftOf } = await failedAtBank();
  const other = app.browser();
  const { body } = await finish(other, secret);
  expect(body).toMatchObject({ status: "FAILED", mainProductId: product.id });
  expect(body.message).toContain("unable to authenticate");
  expect(await draftOf(other)).toMatchObject({
    email: "ada@example.com",
    customerName: "A Buyer",
    orderBumps: [bump.id],
    couponCode: code,
  });
});

test("nothing of the checkout is told without the payment's secret", async () => {
  const { finish, draftOf } = await failedAtBank();
  const stranger = app.browser();
  expect((await finish(stranger, "a guess that is long enough to be looked at")).status).toBe(404);
  expect(await draftOf(stranger)).toBeNull();
});
