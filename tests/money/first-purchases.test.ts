import { describe, expect, test } from "vitest";
import { finishPayment } from "#contract/checkout/checkout.ts";
import { reconcilePayments } from "#server/features/checkout/reconcile-payments.ts";
import { openCheckout, pressPay } from "#tests/support/buy.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { type Gateway, sandboxGateway, stripeGateway } from "./gateways.ts";

describe.each([
  ["the sandbox", sandboxGateway],
  ["Stripe", stripeGateway],
])("a coupon for first purchases, with %s", (_name, openGateway) => {
  let opened: Promise<Gateway> | undefined;
  const gatewayOf = () => (opened ??= openGateway());

  /** A shop where one address has bought, and how to press Pay there with the code. */
  async function openShop(trial: string) {
    const gateway = await gatewayOf();
    const { app } = gateway;
    const product = await makeProduct(app, { priceCents: 2_000 });
    const { ownerId } = product;
    const { code } = await makeCoupon(app, { ownerId, discountValue: 500, firstTimeCustomerOnly: true });
    const known = `known-${trial}@example.com`;
    const press = async (email: string, couponCode?: string) => {
      const browser = app.browser();
      const checkout = await openCheckout(browser, product.id, email, { ...(couponCode && { couponCode }) });
      await pressPay(browser, checkout);
      const pay = () => gateway.pay(browser, checkout);
      const id = checkout.paymentIntentId ?? "";
      const finish = async () => (await browser.call(finishPayment, { body: { paymentIntentId: id } })).body;
      return { pay, finish, books: () => gateway.booksOf(id) };
    };
    const first = await press(known);
    await first.pay();
    await gateway.deliver();
    app.clock.advance({ hours: 3 });
    return { gateway, press, known, code };
  }
  const nothing = { receivedCents: 0, refundedCents: 0 };

  test("charges a first purchase once, however often it is told of", async () => {
    const { gateway, press, code } = await openShop("first");
    const sale = await press("new-first@example.com", code);
    await sale.pay();
    expect(await sale.books()).toEqual(nothing);
    await gateway.deliver();
    await gateway.hearAgain();
    expect(await sale.finish()).toMatchObject({ status: "PAID" });
    expect(await sale.books()).toEqual({ receivedCents: 1_500, refundedCents: 0 });
  });

  test("charges nothing to a repeat buyer, in several browsers at once, and says why", async () => {
    const { gateway, press, known, code } = await openShop("several");
    const sales = await Promise.all([press(known, code), press(known, code), press(known, code)]);
    await Promise.all(sales.map(({ pay }) => pay()));
    await Promise.all([gateway.deliver(), ...sales.map(({ finish }) => finish())]);
    await gateway.hearAgain();
    for (const { finish, books } of sales) {
      expect(await finish()).toMatchObject({ status: "FAILED", code: "not_first_purchase" });
      expect(await books()).toEqual(nothing);
    }
  });

  test("decides where only the reconciler asks, also after the hold has ended", async () => {
    const { gateway, press, known, code } = await openShop("lost");
    const [repeat, first] = [await press(known, code), await press("new-lost@example.com", code)];
    await repeat.pay();
    await first.pay();
    gateway.app.clock.advance({ minutes: 20 });
    await reconcilePayments(gateway.app.services);
    expect(await repeat.books()).toEqual(nothing);
    expect(await first.books()).toEqual({ receivedCents: 1_500, refundedCents: 0 });
    expect(await first.finish()).toMatchObject({ status: "PAID" });
  });

  test("the books are right after all of this", async () => {
    expect(await auditNow((await gatewayOf()).app)).toEqual([]);
  });
});
