import { expect, test } from "vitest";
import { reinstateStore, suspendStore } from "#contract/operator/operator.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { joinMembership, membershipOf, passDays } from "#tests/support/membership.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";
import { holdMemberships, releaseMemberships } from "./hold-memberships.ts";
import { syncMembership } from "./sync-membership.ts";

const app = await testApp({ OPERATORS: "olga@example.com" });
const { pool, payments } = app.services;
const olga = await makeCreator(app, { email: "olga@example.com" });

test("a membership that its member takes up just as its store is suspended is held anew, and billed by nobody", async () => {
  const creator = await makeCreator(app);
  const { product, providerSubscriptionId } = await joinMembership(app, { product: { ownerId: creator.id } });
  const params = { id: creator.id };
  const status = async () => (await membershipOf(app, product.id)).status;
  const bills = async () =>
    (await pool.query("select count(*)::int as n from orders where product_id = $1", [product.id])).rows[0].n;
  await app.as(olga).call(suspendStore, { params, body: { reason: "It is not yours." } });
  await holdMemberships(app.services);
  expect(await status()).toBe("paused");
  // Asked while the store was open, and answered by the provider only now.
  await payments.subscriptions.resumeSubscription(providerSubscriptionId, "late");
  await syncMembership(app.services, providerSubscriptionId);
  expect(await status()).toBe("active");
  await holdMemberships(app.services);
  expect(await status()).toBe("paused");
  await passDays(app, 40);
  expect(await bills()).toBe(1);
  // Every session is over by now.
  await app.as(olga).call(reinstateStore, { params });
  await releaseMemberships(app.services);
  await passDays(app, 0);
  expect(await status()).toBe("active");
  expect(await bills()).toBe(2);
  expect(await auditNow(app)).toEqual([]);
});
