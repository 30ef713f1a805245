import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createPaymentIntent } from "#contract/checkout/checkout.ts";
import { eraseMember } from "#contract/buyers/buyers.ts";
import { getOrder, refundOrder, resendReceipt } from "#contract/orders/orders-admin.ts";
import { openCheckout } from "#tests/support/buy.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { keptAbout } from "#tests/support/kept-about.ts";
import { provenBrowser } from "#tests/support/member.ts";
import { membershipOf } from "#tests/support/membership.ts";
import { makeBump } from "#tests/support/offer-factory.ts";
import { buyEverything } from "./buy-everything.ts";
import { expectBooksToAgree } from "./every-figure.ts";
import { type Gateway, sandboxGateway, stripeGateway } from "./gateways.ts";
import { openOffersShop } from "./offers-shop.ts";

describe.each([
  { provider: "the sandbox", open: sandboxGateway },
  { provider: "Stripe", open: stripeGateway },
])("a buyer who had their data removed, with $provider", async ({ open }) => {
  const gateway = await open();
  const { app } = gateway;
  const { pool } = app.services;
  const erase = async (email: string) => {
    const { status, text } = await (await provenBrowser(app, email)).call(eraseMember, { body: { email } });
    expect(status, text).toBe(200);
  };

  test("is in no table and no customer of the provider, whatever they did; their orders can be refunded", async () => {
    const shop = await openOffersShop(app);
    const order = await buyEverything(gateway, shop);
    const { email, orderId, paymentIntentId, upsellPaymentIntentId } = order;
    const mistyped = `x${email}`;
    const membership = await joinAfterSecondThoughts(gateway, shop.creator.id, mistyped, email);
    await shop.seller.call(resendReceipt, { params: { id: orderId } });
    await gateway.deliver();
    await pool.query(
      `update mail_outbox set state = 'FAILED', failure = '450 <' || recipient || '>: try again later' where recipient = $1`,
      [email],
    );
    expect(new Set(await keptAbout(pool, email)).size).toBeGreaterThan(5);
    expect(new Set(await keptAbout(pool, "Ann Buyer"))).toEqual(
      new Set(["public.checkout_sessions", "public.creator_customers", "public.orders"]),
    );
    expect(await gateway.customerAddresses()).toContain(email);

    await erase(email);
    await gateway.deliver();
    for (const given of [email, mistyped, "Ann Buyer", "Long Lane"])
      expect(await keptAbout(pool, given), given).toEqual([]);
    expect(await gateway.customerAddresses()).toEqual([]);
    expect(await membershipOf(app, membership)).toMatchObject({ status: "canceled" });
    const { rows: events } = await pool.query<{ fields: string[] }>(
      "select array(select jsonb_object_keys(payload)) as fields from webhook_events",
    );
    expect(events.length).toBeGreaterThan(5);
    for (const { fields } of events) expect(fields).toEqual(["objectId"]);

    const refunded = await shop.seller.call(refundOrder, {
      params: { id: orderId },
      body: { idempotencyKey: randomUUID() },
    });
    expect(refunded.status, refunded.text).toBe(200);
    await gateway.deliver();
    expect((await shop.seller.call(getOrder, { params: { id: orderId } })).body.status).toBe("REFUNDED");
    for (const id of [paymentIntentId, upsellPaymentIntentId]) {
      const { receivedCents, refundedCents } = await gateway.booksOf(id);
      expect(refundedCents).toBe(receivedCents);
    }
    await expectBooksToAgree(app, shop.seller);
  });

  test("can buy again with the same address, and have that removed too", async () => {
    const product = await makeProduct(app);
    const email = "again@example.com";
    const buy = async () => {
      const browser = app.browser();
      await gateway.pay(browser, await openCheckout(browser, product.id, email));
      await gateway.deliver();
    };
    await buy();
    await erase(email);
    await buy();
    await gateway.deliver();
    expect(await gateway.customerAddresses()).toEqual([email]);
    await erase(email);
    await gateway.deliver();
    expect(await keptAbout(pool, email)).toEqual([]);
    expect(await gateway.customerAddresses()).toEqual([]);
  });
});

/** Mistypes the address first, then mends it, then takes a bump: the membership is made three times, and paid once. */
async function joinAfterSecondThoughts(
  { app, pay, deliver }: Gateway,
  ownerId: string,
  mistyped: string,
  email: string,
): Promise<string> {
  const club = await makeProduct(app, {
    ownerId,
    type: "MEMBERSHIP",
    billingInterval: "MONTH",
    priceCents: 900,
  });
  const bump = await makeBump(app, club);
  const browser = app.browser();
  await openCheckout(browser, club.id, mistyped);
  await openCheckout(browser, club.id, email);
  const { body } = await browser.call(createPaymentIntent, {
    body: { productId: club.id, customerEmail: email, orderBumps: [bump.id] },
  });
  await pay(browser, body);
  await deliver();
  return club.id;
}
