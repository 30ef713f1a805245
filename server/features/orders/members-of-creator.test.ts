import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { countCustomers, getCustomer, listCustomers } from "#contract/orders/customers.ts";
import { exportCustomers } from "#contract/orders/order-exports.ts";
import { access, subscriptions, type subscriptionStatuses } from "#server/database/schema/access.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;

type Status = (typeof subscriptionStatuses)[number];
async function makeMember(
  product: Awaited<ReturnType<typeof makeProduct>>,
  status: Status,
  cancelAtPeriodEnd = false,
) {
  const order = await makeOrder(app, { items: [{ product }] });
  const [subscription] = await db
    .insert(subscriptions)
    .values({
      customerId: order.customerId,
      ownerId: product.ownerId,
      productId: product.id,
      orderId: order.id,
      providerSubscriptionId: crypto.randomUUID(),
      status,
      cancelAtPeriodEnd,
      priceCents: 900,
      billingInterval: "MONTH",
    })
    .returning();
  await db
    .update(access)
    .set({ subscriptionId: subscription?.id ?? null })
    .where(eq(access.orderId, order.id));
  return order;
}

test("a creator finds who has a membership of theirs, how it stands, and nobody else's members", async () => {
  const circle = await makeProduct(app, { type: "MEMBERSHIP", billingInterval: "MONTH", title: "Circle" });
  const others = await makeProduct(app, { type: "MEMBERSHIP", billingInterval: "MONTH", title: "Club" });
  const [active, paused, late, leaving] = [
    await makeMember(circle, "active"),
    await makeMember(circle, "paused"),
    await makeMember(circle, "past_due"),
    await makeMember(circle, "active", true),
  ];
  await makeMember(circle, "canceled");
  await makeMember(circle, "incomplete");
  const elsewhere = await makeMember(others, "active");
  const free = await makeOrder(app, { items: [{ product: circle }] });
  const revoked = await makeOrder(app, { items: [{ product: circle }] });
  await db.update(access).set({ revokedAt: app.clock.now() }).where(eq(access.orderId, revoked.id));
  // Buys here, and is a member there.
  const plain = await makeProduct(app, { ownerId: circle.ownerId });
  await makeOrder(app, { items: [{ product: plain }], email: elsewhere.email });

  const creator = app.as({ id: circle.ownerId });
  const members = (await creator.call(listCustomers, { querystring: { members: "true" } })).body;
  const standing = (state: string) => [{ productTitle: "Circle", movesTo: null, trialEndsAt: null, state }];
  expect(Object.fromEntries(members.map(({ id, memberships }) => [id, memberships]))).toEqual({
    [active.customerId]: standing("ACTIVE"),
    [free.customerId]: standing("ACTIVE"),
    [paused.customerId]: standing("PAUSED"),
    [late.customerId]: standing("PAST_DUE"),
    [leaving.customerId]: standing("ENDING"),
  });
  const count = async (querystring: { members?: "true" }) =>
    (await creator.call(countCustomers, { querystring })).body.customers;
  expect([await count({ members: "true" }), await count({})]).toEqual([5, 9]);
  expect(
    (await creator.call(getCustomer, { params: { id: elsewhere.customerId } })).body.memberships,
  ).toEqual([]);
  const { text } = await creator.call(exportCustomers);
  expect(text).toContain("Circle (PAST_DUE)");
  expect(text).not.toContain("Club");
  const rival = app.as({ id: others.ownerId });
  expect(
    (await rival.call(listCustomers, { querystring: { members: "true" } })).body.map(({ id }) => id),
  ).toEqual([elsewhere.customerId]);
});
