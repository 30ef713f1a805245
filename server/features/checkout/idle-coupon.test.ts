import { expect, test } from "vitest";
import { completeFreeOrder, createPaymentIntent } from "#contract/checkout/checkout.ts";
import { getCouponSummary, listCoupons } from "#contract/coupons/coupons.ts";
import { openCheckout } from "#tests/support/buy.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { makeBump } from "#tests/support/offer-factory.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();

test("nobody uses a code up with products that cost nothing", async () => {
  const gift = await makeProduct(app, { priceCents: 0 });
  const { ownerId } = gift;
  const coupon = await makeCoupon(app, { ownerId, discountValue: 500, usageLimit: 2 });
  for (let n = 0; n < 3; n++) {
    const browser = app.browser();
    const { body } = await browser.call(createPaymentIntent, {
      body: { productId: gift.id, customerEmail: `taker${n}@example.com`, couponCode: coupon.code },
    });
    expect(body.coupon).toEqual({
      code: coupon.code,
      discountCents: 0,
      freeShipping: false,
      firstPurchaseOnly: false,
    });
    const { status } = await browser.call(completeFreeOrder, {
      params: { checkoutSessionId: body.checkoutSessionId },
      body: { cartVersion: body.cartVersion, customerName: "A Taker" },
    });
    expect(status).toBe(200);
  }
  const seller = app.as({ id: ownerId });
  expect((await seller.call(listCoupons)).body).toMatchObject([{ code: coupon.code, usageCount: 0 }]);
  expect((await seller.call(getCouponSummary)).body).toMatchObject({ redemptions: 0, active: 1 });
});

test("a code counts as soon as something in the cart costs less for it", async () => {
  const gift = await makeProduct(app, { priceCents: 0 });
  const coupon = await makeCoupon(app, { ownerId: gift.ownerId, discountValue: 500, usageLimit: 2 });
  const bump = await makeBump(app, gift);
  const browser = app.browser();
  const wishes = { couponCode: coupon.code };
  const empty = await openCheckout(browser, gift.id, "ann@example.com", wishes);
  const full = await openCheckout(browser, gift.id, "ann@example.com", { ...wishes, orderBumps: [bump.id] });
  expect([empty.coupon?.discountCents, full.coupon?.discountCents]).toEqual([0, 500]);
  const { rows } = await app.services.pool.query(
    "select coupon_code as code from cart_versions where checkout_session_id = $1 order by version",
    [full.checkoutSessionId],
  );
  expect(rows).toEqual([{ code: null }, { code: coupon.code }]);
});

test("the books are right after all of this", async () => {
  expect(await auditNow(app)).toEqual([]);
});
