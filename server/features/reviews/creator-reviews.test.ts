import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import {
  answerReview,
  exportReviews,
  listProductReviews,
  listReviews,
  removeReviewAnswer,
  saveReview,
} from "#contract/reviews/reviews.ts";
import { access } from "#server/database/schema/access.ts";
import { csvLines } from "#tests/support/csv-lines.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { verifiedBrowser } from "#tests/support/verified-browser.ts";

const app = await testApp();
const { db } = app.services;

let creator: Awaited<ReturnType<typeof makeCreator>>;
let product: Awaited<ReturnType<typeof makeProduct>>;
beforeEach(async () => {
  creator = await makeCreator(app);
  product = await makeProduct(app, { ownerId: creator.id, title: "Guide" });
});

/** A review of a new buyer's. */
async function reviewed(
  of = product,
  body: { rating: number; text?: string; authorName?: string } = { rating: 5 },
) {
  const order = await makeOrder(app, { items: [{ product: of }] });
  const proof = await verifiedBrowser(app, order.customerId);
  const saved = await app.call(saveReview, { params: { id: of.id }, body }, proof);
  return { order, proof, id: saved.body.review!.id };
}

const list = async (querystring: object = {}) =>
  (await app.as(creator).call(listReviews, { querystring })).body;

test("a creator sees what buyers say of their own products, by product and by what wants an answer", async () => {
  const other = await makeProduct(app, { ownerId: creator.id, title: "Other" });
  const first = await reviewed();
  const second = await reviewed(other, { rating: 3, text: "So so", authorName: "Bo" });
  await reviewed(await makeProduct(app));
  expect(await list()).toMatchObject({
    total: 2,
    unansweredCount: 2,
    nextCursor: null,
    reviews: [
      {
        id: second.id,
        productTitle: "Other",
        rating: 3,
        text: "So so",
        authorName: "Bo",
        customerId: second.order.customerId,
      },
      { id: first.id, productTitle: "Guide" },
    ],
  });
  expect(await list({ productId: product.id })).toMatchObject({ total: 1, reviews: [{ id: first.id }] });

  await app.as(creator).call(answerReview, { params: { id: first.id }, body: { text: "Thanks" } });
  expect(await list({ answered: "no" })).toMatchObject({
    total: 1,
    unansweredCount: 1,
    reviews: [{ id: second.id }],
  });
  expect(await list({ answered: "yes" })).toMatchObject({ total: 1, reviews: [{ id: first.id }] });
});

test("an answer is written, changed and taken away, and stands below the review for everybody", async () => {
  const { id, proof } = await reviewed();
  const shown = async () =>
    (await app.call(listProductReviews, { params: { id: product.id }, querystring: {} })).body.reviews[0];
  const answer = (text: string) => app.as(creator).call(answerReview, { params: { id }, body: { text } });
  expect((await answer(" Thank you ")).body).toMatchObject({ id, answer: "Thank you" });
  expect(await shown()).toMatchObject({ answer: "Thank you", answeredAt: expect.any(String) });
  await answer("Thank you very much");
  await app.call(saveReview, { params: { id: product.id }, body: { rating: 4 } }, proof);
  expect(await shown()).toMatchObject({ rating: 4, answer: "Thank you very much" });
  for (const text of ["", "  ", "x".repeat(4_001)])
    expect(await answer(text)).toMatchObject({ status: 422, body: { fields: { text: expect.any(String) } } });
  expect(await shown()).toMatchObject({ answer: "Thank you very much" });
  expect((await app.as(creator).call(removeReviewAnswer, { params: { id } })).body).toMatchObject({
    answer: null,
  });
  expect(await shown()).toMatchObject({ answer: null, answeredAt: null });
});

test("a review that does not count is in no list and takes no answer", async () => {
  const { id, order } = await reviewed();
  await db.update(access).set({ revokedAt: new Date() }).where(eq(access.orderId, order.id));
  expect(await list()).toMatchObject({ total: 0, unansweredCount: 0, reviews: [] });
  const missing = await app
    .as(creator)
    .call(answerReview, { params: { id: crypto.randomUUID() }, body: { text: "x" } });
  const withdrawn = await app.as(creator).call(answerReview, { params: { id }, body: { text: "x" } });
  expect([withdrawn.status, withdrawn.text]).toEqual([404, missing.text]);
});

test("the lists are read page by page, each review once, whatever is written meanwhile", async () => {
  const ids: string[] = [];
  // Several within one moment: the place in the list is told apart by their ids.
  const now = vi.spyOn(app.clock, "now");
  const at = (second: number) => now.mockReturnValue(new Date(Date.UTC(2026, 3, 1) + second * 1_000));
  for (let index = 0; index < 24; index += 1) {
    at(Math.floor(index / 4));
    ids.push((await reviewed()).id);
  }
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await app.call(listProductReviews, {
      params: { id: product.id },
      querystring: { cursor },
    });
    expect(body.count).toBeGreaterThanOrEqual(24);
    seen.push(...body.reviews.map(({ id }) => id));
    cursor = body.nextCursor ?? undefined;
    at(100);
    if (cursor) await reviewed();
  } while (cursor);
  now.mockRestore();
  expect(seen.toSorted()).toEqual(ids.toSorted());
  expect((await list()).reviews).toHaveLength(20);

  for (const wrong of ["", "x", "1_2", `${"9".repeat(17)}_${crypto.randomUUID()}`])
    expect(
      await app.call(listProductReviews, { params: { id: product.id }, querystring: { cursor: wrong } }),
    ).toMatchObject({ status: 422, body: { fields: { cursor: "This page does not exist" } } });
});

test("the export has every review that counts, and nothing in it is a formula", async () => {
  await reviewed(product, { rating: 4, text: "=HYPERLINK(1)", authorName: "+Bo" });
  await reviewed(await makeProduct(app), { rating: 1, text: "of somebody else" });
  const { status, text, headers } = await app.as(creator).call(exportReviews);
  expect(status).toBe(200);
  expect(headers["content-disposition"]).toBe('attachment; filename="reviews.csv"');
  const [head, row, ...rest] = csvLines(text);
  expect(head).toBe("Product,Stars,Review,Name,Written,Answer,Answered");
  expect(row).toMatch(/^Guide,4,'=HYPERLINK\(1\),'\+Bo,/);
  expect(rest).toEqual([]);
});
