import { refundOrder } from "#contract/orders/orders-admin.ts";
import { listUpsellOffers, processUpsell } from "#contract/checkout/post-purchase.ts";
import { deliverWebhooks, goodCard, openCheckout, pay } from "./buy.ts";
import { makeProduct } from "./factories.ts";
import { makeUpsell } from "./offer-factory.ts";
import type { TestApp } from "./test-app.ts";

type Browser = ReturnType<TestApp["browser"]>;
type Product = Awaited<ReturnType<typeof makeProduct>>;

/** A product with an add-on at 27 dollars, Ann who buys it, and what she answers. */
export function upsellShop(app: TestApp) {
  async function bought(main: Product, card = goodCard, affiliateCode?: string) {
    const browser = app.browser();
    const checkout = await openCheckout(
      browser,
      main.id,
      "ann@example.com",
      affiliateCode ? { affiliateCode } : {},
    );
    await pay(browser, checkout, card);
    await deliverWebhooks(app);
    return { browser, paymentIntentId: checkout.paymentIntentId ?? "" };
  }
  const list = async (browser: Browser, main: Product, paymentIntentId: string) =>
    (
      await browser.call(listUpsellOffers, {
        params: { mainProductId: main.id },
        querystring: { paymentIntentId },
      })
    ).body;
  const choose = (
    browser: Browser,
    upsellId: string,
    paymentIntentId: string,
    action: "ACCEPT" | "DECLINE",
  ) =>
    browser.call(processUpsell, {
      body: { upsellId, paymentIntentId, customerEmail: "ann@example.com", action },
    });

  async function shop() {
    const main = await makeProduct(app, { priceCents: 5_000 });
    const extra = await makeProduct(app, { ownerId: main.ownerId, priceCents: 3_000 });
    const upsell = await makeUpsell(app, main, {
      upsellProductId: extra.id,
      discountType: "PERCENTAGE",
      discountValue: 1_000,
    });
    return { main, extra, upsell };
  }

  /** All of a product's one order. */
  const refund = async (main: Product) => {
    const { rows } = await app.services.pool.query<{ id: string }>(
      "select id from orders where product_id = $1",
      [main.id],
    );
    return app.as({ id: main.ownerId }).call(refundOrder, {
      params: { id: rows[0]?.id ?? "" },
      body: { idempotencyKey: "refunded-meanwhile" },
    });
  };

  return { bought, list, choose, shop, refund };
}
