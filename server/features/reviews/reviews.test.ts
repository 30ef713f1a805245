import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import {
  deleteReview,
  getMyReview,
  listMyReviews,
  listProductReviews,
  saveReview,
} from "#contract/reviews/reviews.ts";
import { access } from "#server/database/schema/access.ts";
import { products } from "#server/database/schema/catalog.ts";
import { orders } from "#server/database/schema/orders.ts";
import { reviews } from "#server/database/schema/reviews.ts";
import { receiptToken } from "#server/features/access/can-see.ts";
import { hashToken, newToken } from "#server/secrets/secrets.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { verifiedBrowser } from "#tests/support/verified-browser.ts";

const app = await testApp();
const { db, secret } = app.services;

type Product = Awaited<ReturnType<typeof makeProduct>>;
type Proof = { cookies?: Record<string, string>; headers?: Record<string, string> };

let product: Product;
beforeEach(async () => {
  product = await makeProduct(app, { title: "Guide" });
});

/** Somebody who bought the product and has proved their address. */
async function buyerOf(product: Product, fields: Parameters<typeof makeOrder>[1] = {}) {
  const order = await makeOrder(app, { items: [{ product }], ...fields });
  return { order, proof: (await verifiedBrowser(app, order.customerId)) as Proof };
}

const params = (id = product.id) => ({ params: { id } });
const good = { rating: 5, text: "Very good", authorName: "Ada" };
const save = (proof: Proof, body: object = good, id = product.id) =>
  app.call(saveReview, { params: { id }, body: body as typeof good }, proof);
const mine = (proof: Proof, id = product.id) => app.call(getMyReview, params(id), proof);
const shown = async (id = product.id) =>
  (await app.call(listProductReviews, { ...params(id), querystring: {} })).body;

test("a buyer writes a review, changes it and deletes it, and everybody sees what stands", async () => {
  const { proof } = await buyerOf(product, { customerName: "Ada  Lovelace" });
  expect((await mine(proof)).body).toEqual({
    status: "OPEN",
    progressPercent: null,
    suggestedName: "Ada Lovelace",
    review: null,
  });
  const saved = await save(proof, { rating: 4, text: "  Good.\nVery plain. ", authorName: " Ada   L " });
  expect(saved.status).toBe(200);
  const review = {
    id: expect.any(String),
    rating: 4,
    text: "Good.\nVery plain.",
    authorName: "Ada L",
    answer: null,
    answeredAt: null,
    createdAt: expect.any(String),
  };
  expect(saved.body).toMatchObject({ status: "OPEN", review });
  expect(await shown()).toEqual({
    average: 4,
    count: 1,
    stars: [0, 0, 0, 1, 0],
    creatorName: "Robin Vale",
    reviews: [review],
    nextCursor: null,
  });

  expect((await save(proof, { rating: 2 })).body.review).toMatchObject({
    rating: 2,
    text: "",
    authorName: "",
  });
  expect(await shown()).toMatchObject({ average: 2, count: 1, stars: [0, 1, 0, 0, 0] });

  expect((await app.call(deleteReview, params(), proof)).body).toEqual({ success: true });
  expect(await shown()).toMatchObject({ average: null, count: 0, stars: [0, 0, 0, 0, 0], reviews: [] });
  expect((await app.call(deleteReview, params(), proof)).status).toBe(404);
});

test("the name that is suggested is the one that this buyer gave this creator last", async () => {
  const { order, proof } = await buyerOf(product, { customerName: "Ada" });
  app.clock.advance({ seconds: 1 });
  await buyerOf(product, { customerName: "Bob" });
  await makeOrder(app, { email: order.email, customerName: "Elsewhere" });
  expect((await mine(proof)).body.suggestedName).toBe("Ada");
  await makeOrder(app, { items: [{ product }], email: order.email, customerName: "Ada L." });
  expect((await mine(proof)).body.suggestedName).toBe("Ada L.");
});

test("each buyer sees, changes and deletes their own review alone", async () => {
  const [one, other] = [await buyerOf(product), await buyerOf(product)];
  await save(one.proof, { ...good, text: "Theirs" });
  expect((await mine(other.proof)).body.review).toBeNull();
  await save(other.proof, { ...good, text: "Mine", rating: 1 });
  expect((await mine(one.proof)).body.review).toMatchObject({ text: "Theirs", rating: 5 });
  expect((await app.call(deleteReview, params(), other.proof)).status).toBe(200);
  expect((await mine(one.proof)).body.review).toMatchObject({ text: "Theirs" });
});

describe("without a proven address of a buyer", () => {
  test("unproven, unknown and not bought are told the same, to the byte, and write nothing", async () => {
    const { order, proof } = await buyerOf(product);
    await save(proof);
    const { proof: stranger } = await buyerOf(await makeProduct(app));
    const strangers: Proof[] = [
      {},
      stranger,
      { cookies: { buyer: newToken(), co: newToken() } },
      { cookies: { buyer: order.customerId, co: order.id } },
      { headers: { "x-order-id": order.id, "x-order-proof": newToken() } },
    ];
    const answers = new Set<string>();
    for (const who of strangers)
      for (const id of [product.id, crypto.randomUUID()]) {
        const { status, text } = await mine(who, id);
        answers.add(`${status} ${text}`);
      }
    expect([...answers]).toEqual([
      '200 {"status":"NOT_BOUGHT","progressPercent":null,"suggestedName":"","review":null}',
    ]);
    for (const id of [product.id, crypto.randomUUID()]) {
      expect(await save({}, good, id)).toMatchObject({ status: 401, body: { code: "PROOF_REQUIRED" } });
      expect(await save(stranger, good, id)).toMatchObject({ status: 403, body: { code: "NOT_BOUGHT" } });
      expect(await app.call(deleteReview, params(id))).toMatchObject({ status: 401 });
      expect(await app.call(deleteReview, params(id), stranger)).toMatchObject({ status: 404 });
    }
    expect(await shown()).toMatchObject({ count: 1 });
  });

  test("a browser that paid with somebody's address neither sees their review nor reaches it", async () => {
    const { order, proof } = await buyerOf(product);
    await save(proof, { ...good, text: "Private until shown" });
    const browser = newToken();
    const second = await makeOrder(app, {
      items: [{ product }],
      email: order.email,
      browserHash: hashToken(browser),
    });
    const paid: Proof[] = [
      { cookies: { co: browser } },
      { headers: { "x-order-id": second.id, "x-order-proof": receiptToken(secret, second.id) } },
    ];
    for (const who of paid) {
      expect((await mine(who)).text).toBe(
        '{"status":"VERIFY_EMAIL","progressPercent":null,"suggestedName":"","review":null}',
      );
      expect((await save(who, { rating: 1 })).status).toBe(401);
      expect((await app.call(deleteReview, params(), who)).status).toBe(401);
    }
    expect(await shown()).toMatchObject({ average: 5, count: 1 });
  });
});

describe("a purchase that does not stand", () => {
  test("a refund withdraws the review, and a new purchase brings it back", async () => {
    const { order, proof } = await buyerOf(product);
    await save(proof);
    await db.update(access).set({ revokedAt: new Date() }).where(eq(access.orderId, order.id));
    await db.update(orders).set({ status: "REFUNDED" }).where(eq(orders.id, order.id));
    expect(await shown()).toMatchObject({ average: null, count: 0, reviews: [] });
    expect((await mine(proof)).body.status).toBe("NOT_BOUGHT");
    expect((await save(proof, { rating: 1 })).status).toBe(403);

    await makeOrder(app, { items: [{ product }], email: order.email });
    expect(await shown()).toMatchObject({ average: 5, count: 1 });
    expect((await mine(proof)).body.review).toMatchObject({ rating: 5 });
  });

  test("its review can still be deleted", async () => {
    const { order, proof } = await buyerOf(product);
    await save(proof);
    await db.update(access).set({ revokedAt: new Date() }).where(eq(access.orderId, order.id));
    expect((await app.call(deleteReview, params(), proof)).status).toBe(200);
    expect(await db.$count(reviews, eq(reviews.productId, product.id))).toBe(0);
  });

  test("a dispute takes it out while it lasts", async () => {
    const { order, proof } = await buyerOf(product);
    await save(proof);
    await db.update(orders).set({ disputed: true }).where(eq(orders.id, order.id));
    expect(await shown()).toMatchObject({ count: 0 });
    expect((await save(proof)).status).toBe(403);
    await db.update(orders).set({ disputed: false }).where(eq(orders.id, order.id));
    expect(await shown()).toMatchObject({ count: 1 });
    expect((await save(proof)).status).toBe(200);
  });

  test("neither an open nor a failed payment is a purchase", async () => {
    for (const status of ["PENDING", "FAILED"] as const) {
      const { proof } = await buyerOf(product, { status });
      expect((await mine(proof)).body.status).toBe("NOT_BOUGHT");
      expect((await save(proof)).status).toBe(403);
    }
  });
});

test("a buyer sees what they bought and what they gave it, and nothing of others or of what was refunded", async () => {
  const { order, proof } = await buyerOf(product);
  const extra = await makeProduct(app, { ownerId: product.ownerId, title: "Extra" });
  const refunded = await makeProduct(app);
  await makeOrder(app, { items: [{ product: extra }, { product }], email: order.email });
  await makeOrder(app, { items: [{ product: refunded }], email: order.email, status: "REFUNDED" });
  const { proof: other } = await buyerOf(product);
  await save(other, { rating: 1 });
  await save(proof, { rating: 4 });
  const { body } = await app.call(listMyReviews, {}, proof);
  expect(body.toSorted((one, two) => one.title.localeCompare(two.title))).toEqual([
    { productId: extra.id, title: "Extra", creatorHandle: expect.any(String), rating: null },
    { productId: product.id, title: "Guide", creatorHandle: expect.any(String), rating: 4 },
  ]);
  expect(await app.call(listMyReviews)).toMatchObject({ status: 401, body: { code: "PROOF_REQUIRED" } });
});

test("saves of one buyer at the same moment leave one review, and one mail to its creator", async () => {
  const { order, proof } = await buyerOf(product);
  const [creator] = (
    await app.services.pool.query<{ email: string }>("select email from users where id = $1", [
      product.ownerId,
    ])
  ).rows;
  const answers = await Promise.all([1, 2, 3, 4, 5, 1, 2, 3].map((rating) => save(proof, { rating })));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const rows = await db.select().from(reviews).where(eq(reviews.customerId, order.customerId));
  expect(rows).toHaveLength(1);
  expect(await shown()).toMatchObject({ count: 1, average: rows[0]!.rating });

  await app.call(deleteReview, params(), proof);
  await save(proof);
  await app.runJobs();
  const { rows: mails } = await db.execute<{ subject: string }>(
    sql`select subject from mailbox where "to" = ${creator!.email}`,
  );
  expect(mails).toHaveLength(1);
});

test("a product that is no longer on sale shows its reviews to nobody, and its buyers may still write", async () => {
  const { proof } = await buyerOf(product);
  await save(proof);
  const unknown = await app.call(listProductReviews, { ...params(crypto.randomUUID()), querystring: {} });
  for (const change of [{ state: "DRAFT" }, { state: "ARCHIVED" }] as const) {
    await db.update(products).set(change).where(eq(products.id, product.id));
    const answer = await app.call(listProductReviews, { ...params(), querystring: {} });
    expect([answer.status, answer.text]).toEqual([404, unknown.text]);
    expect((await save(proof, { rating: 3 })).body.review).toMatchObject({ rating: 3 });
  }
});

test("what is written out of bounds names its field and changes nothing", async () => {
  const { proof } = await buyerOf(product);
  const wrong: [object, string][] = [
    [{}, "rating"],
    [{ rating: 0 }, "rating"],
    [{ rating: 6 }, "rating"],
    [{ rating: 4.5 }, "rating"],
    [{ rating: "5" }, "rating"],
    [{ rating: 5, text: "x".repeat(4_001) }, "text"],
    [{ rating: 5, authorName: "x".repeat(61) }, "authorName"],
  ];
  for (const [body, field] of wrong) {
    const answer = await save(proof, body);
    expect(answer.status, JSON.stringify(body).slice(0, 40)).toBe(422);
    expect(Object.keys((answer.body as unknown as { fields: object }).fields)).toEqual([field]);
  }
  expect(await shown()).toMatchObject({ count: 0 });
  expect((await save(proof, { rating: 5, text: "é".repeat(4_000), authorName: "é".repeat(60) })).status).toBe(
    200,
  );
  const creator = await makeCreator(app);
  expect((await save({ ...proof }, { ...good, productId: creator.id, customerId: creator.id })).status).toBe(
    200,
  );
});
