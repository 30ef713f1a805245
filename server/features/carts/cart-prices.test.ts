import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { saveCartSequence } from "#contract/carts/sequences.ts";
import { saveCheckoutDraft } from "#contract/checkout/draft.ts";
import { documentOfText } from "#contract/document/document-of-text.ts";
import { coupons } from "#server/database/schema/coupons.ts";
import { mailbox } from "#server/database/schema/delivery.ts";
import { sendPromotions } from "#server/mail/promotions/send-promotions.ts";
import { deliverWebhooks, openCheckout, pay, pressPay } from "#tests/support/buy.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";
import { queueCartMails } from "./queue-cart-mails.ts";
import { recordLeftCarts } from "./record-left-carts.ts";
import { firstSteps } from "./sequences.ts";

const app = await testApp();
const { db } = app.services;

/** A shop that writes the price into its cart emails, with a code that takes $5 off its $20 product. */
async function openShop(terms: { firstTimeCustomerOnly?: boolean; usageLimit?: number } = {}) {
  const { id: ownerId, ...creator } = await makeCreator(app, { postalAddress: "1 Long Lane" });
  const product = await makeProduct(app, { ownerId, priceCents: 2_000 });
  const other = await makeProduct(app, { ownerId, priceCents: 900 });
  const coupon = await makeCoupon(app, { ownerId, discountValue: 500, ...terms });
  const steps = firstSteps.LEFT.map((step) => ({ ...step, content: documentOfText("Yours at {price}.") }));
  const body = { kind: "LEFT" as const, isOn: true, steps };
  expect((await app.as({ id: ownerId, ...creator }).call(saveCartSequence, { body })).status).toBe(200);
  app.clock.advance({ minutes: 1 });
  return { product, other, coupon };
}

type Shop = Awaited<ReturnType<typeof openShop>>;

/** Leaves a checkout with the code in it. */
async function leave({ product, coupon: { code } }: Shop, email: string) {
  const browser = app.browser();
  const choice = { orderBumps: [], couponCode: code, affiliateCode: "", link: "" };
  const body = { revision: 0, email, hasActed: true, timeZone: "Europe/Zurich", choice };
  await browser.call(saveCheckoutDraft, { params: { productId: product.id }, body });
  const checkout = await openCheckout(browser, product.id, email, { couponCode: code });
  return { browser, checkout };
}

async function buys(productId: string, email: string) {
  const browser = app.browser();
  const checkout = await openCheckout(browser, productId, email);
  await pressPay(browser, checkout);
  await pay(browser, checkout);
  await deliverWebhooks(app);
}

async function emailedPrice(email: string, minutes = 62): Promise<string | undefined> {
  app.clock.advance({ minutes });
  await recordLeftCarts(app.services);
  await queueCartMails(app.services);
  await sendPromotions(app.services, undefined);
  const mails = await db.select().from(mailbox).where(eq(mailbox.to, email)).orderBy(mailbox.sentAt);
  return mails
    .map(({ text }) => /Yours at (\$\d+\.\d\d)/.exec(text)?.[1])
    .find((price) => price !== undefined);
}

test("names the price with a code that its recipient can use", async () => {
  const shop = await openShop({ firstTimeCustomerOnly: true });
  await leave(shop, "new@example.com");
  expect(await emailedPrice("new@example.com")).toBe("$15.00");
});

test("never names the price of a first-purchase code to someone who has bought, also from another browser", async () => {
  const shop = await openShop({ firstTimeCustomerOnly: true });
  await buys(shop.other.id, "bought@example.com");
  await leave(shop, "bought@example.com");
  expect(await emailedPrice("bought@example.com")).toBe("$20.00");
});

test("names the full price once the code was refused at payment", async () => {
  const shop = await openShop({ firstTimeCustomerOnly: true });
  await buys(shop.other.id, "refused@example.com");
  const { browser, checkout } = await leave(shop, "refused@example.com");
  await pressPay(browser, checkout);
  await pay(browser, checkout);
  await deliverWebhooks(app);
  expect(await emailedPrice("refused@example.com")).toBe("$20.00");
});

test("names the full price where the code has ended or is used up since the cart was left", async () => {
  const ended = await openShop();
  await leave(ended, "ended@example.com");
  await db
    .update(coupons)
    .set({ validUntil: new Date(app.clock.now().getTime() + 60_000) })
    .where(eq(coupons.id, ended.coupon.id));
  expect(await emailedPrice("ended@example.com")).toBe("$20.00");

  const used = await openShop({ usageLimit: 1 });
  await leave(used, "used@example.com");
  await db.update(coupons).set({ usageCount: 1 }).where(eq(coupons.id, used.coupon.id));
  expect(await emailedPrice("used@example.com")).toBe("$20.00");
});
