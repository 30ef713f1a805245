import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { listCreatorProducts } from "#contract/catalog/catalog.ts";
import { getDashboardStats } from "#contract/orders/orders.ts";
import { deleteReview, getMyReview, listProductReviews, saveReview } from "#contract/reviews/reviews.ts";
import { access } from "#server/database/schema/access.ts";
import { orders } from "#server/database/schema/orders.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { verifiedBrowser } from "#tests/support/verified-browser.ts";
import { xssPayloads } from "#tests/e2e/support/xss-payloads.ts";

const app = await testApp();
const { db } = app.services;

/** What may happen to one buyer's reviews and purchases. */
const step = fc.record({
  buyer: fc.nat(3),
  act: fc.constantFrom("save", "save", "save", "delete", "buy", "refund", "dispute", "settle"),
  rating: fc.integer({ min: 1, max: 5 }),
});

test("average, count and stars are those of a naive count, whatever buyers, refunds and disputes do", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 24 }), async (steps) => {
      const creator = await makeCreator(app);
      const product = await makeProduct(app, { ownerId: creator.id });
      const params = { id: product.id };
      const buyers = await Promise.all(
        [0, 1, 2, 3].map(async () => {
          const order = await makeOrder(app, { items: [{ product }] });
          return {
            email: order.email,
            proof: await verifiedBrowser(app, order.customerId),
            orders: [{ id: order.id, stands: true, disputed: false }],
            rating: undefined as number | undefined,
          };
        }),
      );
      const mayReview = ({ orders }: (typeof buyers)[number]) =>
        orders.some(({ stands, disputed }) => stands && !disputed);

      for (const { buyer: index, act, rating } of steps) {
        const buyer = buyers[index]!;
        const newest = buyer.orders.at(-1)!;
        if (act === "save") {
          const { status } = await app.call(saveReview, { params, body: { rating } }, buyer.proof);
          expect(status).toBe(mayReview(buyer) ? 200 : 403);
          if (status === 200) buyer.rating = rating;
        } else if (act === "delete") {
          const { status } = await app.call(deleteReview, { params }, buyer.proof);
          expect(status).toBe(buyer.rating === undefined ? 404 : 200);
          buyer.rating = undefined;
        } else if (act === "buy") {
          const { id } = await makeOrder(app, { items: [{ product }], email: buyer.email });
          buyer.orders.push({ id, stands: true, disputed: false });
        } else if (act === "refund") {
          await db.update(access).set({ revokedAt: new Date() }).where(eq(access.orderId, newest.id));
          newest.stands = false;
        } else {
          newest.disputed = act === "dispute";
          await db.update(orders).set({ disputed: newest.disputed }).where(eq(orders.id, newest.id));
        }
      }

      const ratings = buyers.filter(mayReview).flatMap(({ rating }) => rating ?? []);
      const sum = ratings.reduce((all, one) => all + one, 0);
      const average = ratings.length === 0 ? null : Math.round((10 * sum) / ratings.length) / 10;
      const { body } = await app.call(listProductReviews, { params, querystring: {} });
      expect(body).toMatchObject({
        average,
        count: ratings.length,
        stars: [1, 2, 3, 4, 5].map((stars) => ratings.filter((rating) => rating === stars).length),
      });
      expect(body.reviews.map(({ rating }) => rating).toSorted()).toEqual(ratings.toSorted());
      const [card] = (await app.call(listCreatorProducts, { params: { handle: creator.handle } })).body;
      expect(card!.rating).toEqual(average === null ? null : { average, count: ratings.length });
      const { averageRating, reviewCount } = (await app.as(creator).call(getDashboardStats)).body;
      expect(reviewCount).toBe(ratings.length);
      expect(averageRating ?? null).toBe(
        ratings.length === 0 ? null : Math.round((100 * sum) / ratings.length) / 100,
      );
      // Who may write is who counts: the statement and the view say the same.
      for (const buyer of buyers)
        expect((await app.call(getMyReview, { params }, buyer.proof)).body.status).toBe(
          mayReview(buyer) ? "OPEN" : "NOT_BOUGHT",
        );
    }),
    { numRuns: 15 },
  );
});

test("a cached store forgets its figure when a review is saved, changed, deleted, withdrawn or comes back", async () => {
  const creator = await makeCreator(app);
  const product = await makeProduct(app, { ownerId: creator.id });
  const order = await makeOrder(app, { items: [{ product }] });
  const proof = await verifiedBrowser(app, order.customerId);
  const params = { id: product.id };
  const rating = async () =>
    (await app.call(listCreatorProducts, { params: { handle: creator.handle } })).body[0]!.rating;
  const becomes = (expected: { average: number; count: number } | null) =>
    eventually(async () => expect(await rating()).toEqual(expected));
  const revoke = (revokedAt: Date | null) =>
    db.update(access).set({ revokedAt }).where(eq(access.orderId, order.id));
  const dispute = (disputed: boolean) => db.update(orders).set({ disputed }).where(eq(orders.id, order.id));

  expect(await rating()).toBeNull();
  await app.call(saveReview, { params, body: { rating: 5 } }, proof);
  await becomes({ average: 5, count: 1 });
  await app.call(saveReview, { params, body: { rating: 4, text: "Changed" } }, proof);
  await becomes({ average: 4, count: 1 });
  await dispute(true);
  await becomes(null);
  await dispute(false);
  await becomes({ average: 4, count: 1 });
  await revoke(new Date());
  await becomes(null);
  await makeOrder(app, { items: [{ product }], email: order.email });
  await becomes({ average: 4, count: 1 });
  await app.call(deleteReview, { params }, proof);
  await becomes(null);
});

test("hostile text is kept and given back as it was typed", async () => {
  const product = await makeProduct(app);
  for (const text of xssPayloads) {
    const order = await makeOrder(app, { items: [{ product }] });
    const proof = await verifiedBrowser(app, order.customerId);
    // A name is one line: what would break it is refused.
    const authorName = Array.from(text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " "))
      .slice(0, 50)
      .join("");
    const params = { id: product.id };
    const saved = await app.call(saveReview, { params, body: { rating: 1, text, authorName } }, proof);
    expect(saved.headers["content-type"]).toMatch(/^application\/json/);
    expect(saved.body.review).toMatchObject({
      text: text.trim(),
      authorName: authorName.replaceAll(/\s+/g, " ").trim(),
    });
  }
});
