import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listCustomers } from "#contract/orders/customers.ts";
import { orders } from "#server/database/schema/orders.ts";
import { openCheckout, deliverWebhooks, pay } from "#tests/support/buy.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { proveBuyer } from "#tests/support/proven-buyer.ts";
import { takeFree } from "#tests/support/take-free.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();

/** A creator with a free product, an address, and the name under which the creator sees it. */
async function makeStore() {
  const creator = await makeCreator(app);
  const gift = await makeProduct(app, { ownerId: creator.id, priceCents: 0 });
  const email = `ada-${randomUUID().slice(0, 8)}@example.com`;
  const shown = async () => {
    const { body } = await app.as(creator).call(listCustomers);
    const found = body.find((customer) => customer.email === email);
    return [found?.firstName, found?.lastName].filter(Boolean).join(" ");
  };
  const buy = () => makeProduct(app, { ownerId: creator.id });
  return { gift, email, shown, buy };
}

test("a stranger's free order never renames somebody the creator knows", async () => {
  const { gift, email, shown, buy } = await makeStore();
  await makeOrder(app, { items: [{ product: await buy() }], email, customerName: "Ada Lovelace" });
  app.clock.advance({ minutes: 1 });
  const orderId = await takeFree(app.browser(), gift.id, email.toUpperCase(), "Eve Stole");
  expect(await shown()).toBe("Ada Lovelace");
  const [order] = await app.services.db.select().from(orders).where(eq(orders.id, orderId));
  expect(order).toMatchObject({ customerName: "", addressProven: false });
});

test("of free orders alone the first gives the name, until somebody proves the address or pays", async () => {
  const { gift, email, shown, buy } = await makeStore();
  await takeFree(app.browser(), gift.id, email, "Ada");
  app.clock.advance({ minutes: 1 });
  await takeFree(app.browser(), gift.id, email, "Eve");
  expect(await shown()).toBe("Ada");
  app.clock.advance({ minutes: 1 });

  const { cookie } = await proveBuyer(app, email);
  const own = app.browser();
  Object.assign(own.cookies, cookie.cookies);
  const proven = await takeFree(own, gift.id, email, "Ada King");
  expect(await shown()).toBe("Ada King");
  const [order] = await app.services.db.select().from(orders).where(eq(orders.id, proven));
  expect(order?.addressProven).toBe(true);
  app.clock.advance({ minutes: 1 });

  const browser = app.browser();
  const checkout = await openCheckout(browser, (await buy()).id, email);
  await app.services.pool.query(
    "update checkout_sessions set customer_name = 'Ada Lovelace' where session_id = $1",
    [checkout.checkoutSessionId],
  );
  await pay(browser, checkout);
  await deliverWebhooks(app);
  expect(await shown()).toBe("Ada Lovelace");
});

test("who has proved another address proves nothing of this one", async () => {
  const { gift, email, shown, buy } = await makeStore();
  await makeOrder(app, { items: [{ product: await buy() }], email, customerName: "Ada Lovelace" });
  const other = await makeOrder(app);
  const { cookie } = await proveBuyer(app, other.email);
  const eve = app.browser();
  Object.assign(eve.cookies, cookie.cookies);
  app.clock.advance({ minutes: 1 });
  await takeFree(eve, gift.id, email, "Eve");
  expect(await shown()).toBe("Ada Lovelace");
});
