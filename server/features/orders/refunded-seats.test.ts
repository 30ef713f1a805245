import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { refundOrder } from "#contract/orders/orders-admin.ts";
import { deliverWebhooks, openCheckout, pay } from "#tests/support/buy.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;

test("a refunded seat of an event to come can be sold again, unless its buyer keeps it or the event has begun", async () => {
  const eventStartsAt = new Date(app.clock.now().getTime() + 86_400_000);
  const creator = await makeCreator(app);
  const event = await makeProduct(app, {
    ownerId: creator.id,
    type: "EVENT",
    priceCents: 1_900,
    trackInventory: true,
    inventoryQuantity: 3,
    eventStartsAt,
    eventEndsAt: new Date(eventStartsAt.getTime() + 3_600_000),
    eventZone: "UTC",
    eventPlace: "Here",
  });
  const orders: string[] = [];
  const sell = async () => {
    const browser = app.browser();
    await pay(browser, await openCheckout(browser, event.id, `guest-${randomUUID()}@example.com`));
    await deliverWebhooks(app);
    const { rows } = await pool.query<{ id: string }>(
      "select id from orders where product_id = $1 and not (id = any ($2::uuid[]))",
      [event.id, orders],
    );
    orders.push(rows[0]?.id ?? "");
  };
  const seller = app.as(creator);
  const give = (id: string, revokeAccess: boolean) =>
    seller.call(refundOrder, { params: { id }, body: { revokeAccess, idempotencyKey: randomUUID() } });
  const left = async () =>
    (await pool.query("select inventory_quantity as n from products where id = $1", [event.id])).rows[0].n;
  for (let seat = 0; seat < 3; seat++) await sell();
  const [first = "", second = "", third = ""] = orders;
  expect(await left()).toBe(0);
  await give(first, true);
  expect(await left()).toBe(1);
  await give(second, false);
  expect(await left()).toBe(1);
  app.clock.advance({ days: 2 });
  await give(third, true);
  expect(await left()).toBe(1);
  expect(await auditNow(app)).toEqual([]);
});
