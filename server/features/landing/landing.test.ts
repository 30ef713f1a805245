import { expect, test } from "vitest";
import { getLandingFacts } from "#contract/landing/landing.ts";
import { reviews } from "#server/database/schema/reviews.ts";
import { replyUsage } from "#server/database/schema/social-messages.ts";
import { salesDays } from "#server/database/schema/sales-days.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;
const facts = async () => (await app.call(getLandingFacts)).body;

async function sell(
  rating: number,
  text: string,
  of: { state?: "PUBLISHED" | "DRAFT"; ownerId?: string } = {},
) {
  const product = await makeProduct(app, { title: "Field notes", ...of });
  const order = await makeOrder(app, { items: [{ product }] });
  await db.insert(reviews).values({
    productId: product.id,
    customerId: order.customerId,
    rating,
    text,
    authorName: "Ada L.",
    createdAt: app.clock.now(),
    updatedAt: app.clock.now(),
  });
  return product;
}

test("the landing page knows the installation's own figures and reviews, an hour old at most", async () => {
  expect(await facts()).toEqual({ creators: 0, replies: 0, revenueCents: 0, reviews: [] });
  const creator = await makeCreator(app, { firstName: "Maya", lastName: "Lindqvist" });
  const product = await sell(5, "It paid for itself within a week.", { ownerId: creator.id });
  await sell(4, "Good, and a little short for my taste.");
  await sell(5, "Lovely.");
  await sell(5, "A draft that nobody can buy any more.", { state: "DRAFT" });
  const day = { orders: 2, renewals: 0, bumpOrders: 0, bumpCents: 0, upsellCents: 0 };
  const rest = { offers: 0, accepts: 0, couponUses: 0, discountCents: 0 };
  await db.insert(salesDays).values({
    ownerId: creator.id,
    day: "2026-01-05",
    productId: product.id,
    paidCents: 4_000,
    refundedCents: 1_500,
    ...day,
    ...rest,
  });
  await db.insert(replyUsage).values({ userId: creator.id, month: "2026-01-01", replies: 12 });
  expect(await facts()).toMatchObject({ creators: 0, reviews: [] });
  app.clock.advance({ hours: 1 });
  expect(await facts()).toEqual({
    creators: 3,
    replies: 12,
    revenueCents: 2_500,
    reviews: [
      {
        text: "It paid for itself within a week.",
        authorName: "Ada L.",
        productTitle: "Field notes",
        creatorName: "Maya Lindqvist",
        creatorHandle: creator.handle,
      },
    ],
  });
});
