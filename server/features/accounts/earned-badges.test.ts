import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { getCreator, getCurrentUser } from "#contract/accounts/accounts.ts";
import { checkPayouts, connectPayouts } from "#contract/payouts/payouts.ts";
import { completeSandboxOnboarding } from "#contract/dev/sandbox.ts";
import { users } from "#server/database/schema/accounts.ts";
import { orders } from "#server/database/schema/orders.ts";
import { reviews } from "#server/database/schema/reviews.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const withoutPlans = await testApp({ PLANS: "off" });
let creator: Awaited<ReturnType<typeof makeCreator>>;
beforeEach(async () => {
  creator = await makeCreator(app);
});

async function badges(of: { handle: string } = creator, where: TestApp = app) {
  where.clock.advance({ seconds: 61 });
  return (await where.call(getCreator, { params: { handle: of.handle } })).body.badges;
}

async function sell(count: number, of = creator, where: TestApp = app, priceCents = 1_900) {
  const product = await makeProduct(where, { ownerId: of.id, priceCents });
  const sold = await Promise.all(
    Array.from({ length: count }, () => makeOrder(where, { items: [{ product }] })),
  );
  return { product, sold };
}

test("a new creator has earned none, also during the trial", async () => {
  expect(await badges()).toEqual([]);
});

test("'Verified' comes with the last step of the provider's onboarding, not with its first", async () => {
  const me = app.as(creator);
  const { body } = await me.call(connectPayouts);
  expect(await badges()).toEqual([]);
  await app.call(completeSandboxOnboarding, { params: { token: body.url.split("/").at(-1) ?? "" } });
  await me.call(checkPayouts);
  expect(await badges()).toEqual(["VERIFIED"]);
});

describe("'Professional Creator'", () => {
  test("is a paid plan's: Starter has none however much it sells, Pro and Enterprise have it", async () => {
    await sell(10);
    expect(await badges()).toEqual([]);
    for (const plan of ["PRO", "ENTERPRISE"] as const)
      expect(await badges(await makeCreator(app, { givenPlan: plan }))).toEqual(["PROFESSIONAL"]);
  });

  test("takes ten paid orders where there are no plans: nine and ten free ones are too few", async () => {
    const own = await makeCreator(withoutPlans, { givenPlan: "PRO" });
    await sell(9, own, withoutPlans);
    await sell(10, own, withoutPlans, 0);
    expect(await badges(own, withoutPlans)).toEqual([]);
    await sell(1, own, withoutPlans);
    expect(await badges(own, withoutPlans)).toEqual(["PROFESSIONAL"]);
  });
});

// Each makes a hundred orders with all that belongs to them.
describe("'Top Creator'", () => {
  const rate = (product: { id: string }, sold: readonly { customerId: string }[], ratings: number[]) =>
    app.services.db.insert(reviews).values(
      ratings.map((rating, index) => ({
        productId: product.id,
        customerId: sold[index]!.customerId,
        rating,
      })),
    );
  const twenty = (...last: number[]) => [...Array.from({ length: 20 - last.length }, () => 5), ...last];

  test("stands from 100 paid orders on, and goes when one of them goes back", async () => {
    const { product, sold } = await sell(99);
    await rate(product, sold, twenty());
    await sell(1, creator, app, 0);
    expect(await badges()).toEqual([]);
    const { sold: hundredth } = await sell(1);
    expect(await badges()).toEqual(["TOP"]);
    const { db } = app.services;
    for (const { id } of hundredth) await db.update(orders).set({ disputed: true }).where(eq(orders.id, id));
    expect(await badges()).toEqual([]);
  });

  test("takes 20 reviews: 19 are too few", async () => {
    const { product, sold } = await sell(100);
    await rate(product, sold, twenty().slice(1));
    expect(await badges()).toEqual([]);
    await rate(product, sold.slice(19), [5]);
    expect(await badges()).toEqual(["TOP"]);
  });

  test("takes an average of 4.5: 4.45 is too low", async () => {
    const { product, sold } = await sell(100);
    const tenFours = Array.from({ length: 10 }, () => 4);
    await rate(product, sold, twenty(...tenFours.slice(1), 3));
    expect(await badges()).toEqual([]);
    await app.services.db.update(reviews).set({ rating: 4 }).where(eq(reviews.rating, 3));
    expect(await badges()).toEqual(["TOP"]);
  });
});

test("where there are no plans, nobody is told of one", async () => {
  const own = await makeCreator(withoutPlans);
  expect((await withoutPlans.as(own).call(getCurrentUser)).body.plan).toBeNull();
  await app.services.db.update(users).set({ givenPlan: "PRO" }).where(eq(users.id, creator.id));
  expect((await app.as(creator).call(getCurrentUser)).body.plan).toBe("PRO");
});
