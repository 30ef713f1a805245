import { eq } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { mostBlocks } from "#contract/design/block-kinds.ts";
import { defaultBlocks, type Block } from "#contract/design/blocks.ts";
import { getStoreBlocks } from "#contract/design/store-blocks.ts";
import {
  getMyDesign,
  publishMyDesign,
  restoreDesignVersion,
  updateMyDesign,
} from "#contract/design/studio.ts";
import { access } from "#server/database/schema/access.ts";
import { images } from "#server/database/schema/accounts.ts";
import { products } from "#server/database/schema/catalog.ts";
import { coupons } from "#server/database/schema/coupons.ts";
import { reviews } from "#server/database/schema/reviews.ts";
import { documentOfText } from "#contract/document/document-of-text.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;
let creator: Awaited<ReturnType<typeof makeCreator>>;
let me: ReturnType<TestApp["as"]>;
beforeEach(async () => {
  creator = await makeCreator(app, { trialEndsAt: new Date(0) });
  me = app.as(creator);
});

type Sent = NonNullable<z.input<(typeof updateMyDesign)["schema"]["body"]>["blocks"]>;
type Bare<Kind extends Block["kind"]> = Omit<Extract<Sent[number], { kind: Kind }>, "id" | "kind">;
const make = <Kind extends Block["kind"]>(kind: Kind, fields: Bare<Kind>) =>
  ({ id: randomUUID(), kind, ...fields }) as unknown as Sent[number];

const save = (...blocks: Sent) => me.call(updateMyDesign, { body: { blocks } });
async function publish(...blocks: Sent) {
  const saved = await save(...blocks);
  expect(saved.status, saved.text).toBe(200);
  expect((await me.call(publishMyDesign, { body: {} })).status).toBe(200);
}
const shown = async () =>
  (await app.call(getStoreBlocks, { params: { handle: creator.handle } })).body.blocks;

const picture = async (ownerId = creator.id, kind: "cover" | "post" = "post") => {
  const variants = [{ width: 400, format: "jpeg" as const, storageKey: `x/${randomUUID()}` }];
  const [image] = await db
    .insert(images)
    .values({ ownerId, kind, width: 400, height: 250, variants })
    .returning();
  return image!.id;
};

/** What a buyer wrote of a product of `ownerId`. */
async function review(ownerId = creator.id, text = "It changed how I work") {
  const product = await makeProduct(app, { ownerId });
  const order = await makeOrder(app, { items: [{ product }] });
  const [row] = await db
    .insert(reviews)
    .values({ productId: product.id, customerId: order.customerId, rating: 5, text, authorName: "Ada" })
    .returning();
  return { id: row!.id, order, product };
}

test("a page that nobody has changed is the shelf and the mailing list, with a design of before blocks, too", async () => {
  expect(await shown()).toEqual(defaultBlocks);
  await me.call(updateMyDesign, { body: { accent: "#112233" } });
  await me.call(publishMyDesign, { body: {} });
  expect(await shown()).toEqual(defaultBlocks);
  expect((await me.call(getMyDesign, { querystring: {} })).body.isPublished).toBe(true);
});

test("a starter publishes blocks, and everybody sees what is in them in their order", async () => {
  const product = await makeProduct(app, { ownerId: creator.id });
  const [imageId, written] = [await picture(), await review()];
  const until = new Date(app.clock.now().getTime() + 86_400_000);
  const coupon = await makeCoupon(app, {
    ownerId: creator.id,
    discountType: "PERCENTAGE",
    discountValue: 2_000,
    validUntil: until,
    productIds: [product.id],
  });
  await publish(
    make("text", { document: documentOfText("Hello <b>there</b>") }),
    make("link", { label: "", address: "www.example.com/me/" }),
    make("social", { addresses: ["instagram.com/ines", "", "ines@example.com"] }),
    make("picture", { imageId, alt: "A boat", address: "/u/other" }),
    make("video", { title: "Tour", imageId, address: "https://youtu.be/dQw4w9WgXcQ" }),
    make("testimonial", { reviewId: written.id }),
    make("coupon", { title: "", couponId: coupon.id }),
    make("group", { title: "Start here", productIds: [product.id] }),
    make("faq", {
      title: "",
      questions: [
        { question: "Why?", answer: "So" },
        { question: "", answer: "" },
      ],
    }),
    make("products", { title: "The rest", isRest: true }),
  );
  const blocks = await shown();
  expect(blocks.map(({ kind }) => kind)).toEqual(
    "text link social picture video testimonial coupon group faq products".split(" "),
  );
  expect(blocks[0]).toMatchObject({ html: expect.stringContaining("Hello &lt;b&gt;there&lt;/b&gt;") });
  expect(blocks[1]).toMatchObject({ label: "example.com/me", address: "https://www.example.com/me/" });
  expect(blocks[2]).toMatchObject({ addresses: ["https://instagram.com/ines", "mailto:ines@example.com"] });
  expect(blocks[3]).toMatchObject({ picture: { alt: "A boat", width: 400 }, address: "/u/other" });
  expect(blocks[5]).toEqual({
    id: expect.any(String),
    kind: "testimonial",
    rating: 5,
    text: "It changed how I work",
    authorName: "Ada",
    productId: written.product.id,
    productTitle: written.product.title,
  });
  expect(blocks[6]).toMatchObject({
    code: coupon.code,
    discountValue: 2_000,
    validUntil: until.toISOString(),
  });
  expect(blocks[8]).toMatchObject({ questions: [{ question: "Why?", answer: "So" }] });
});

test("what a block lacks yet is saved, and shown from when it has it", async () => {
  const empty: Sent = [
    make("product", { productId: null }),
    make("group", { title: "", productIds: [] }),
    make("link", { label: "", address: "" }),
    make("social", { addresses: [] }),
    make("text", { document: documentOfText("") }),
    make("picture", { imageId: null, alt: "", address: "" }),
    make("video", { title: "", imageId: null, address: "" }),
    make("testimonial", { reviewId: null }),
    make("event", { productId: null }),
    make("coupon", { title: "", couponId: null }),
    make("faq", { title: "", questions: [] }),
  ];
  await publish(...empty);
  expect(await shown()).toEqual([]);
  expect((await me.call(getMyDesign, { querystring: {} })).body.blocks).toHaveLength(empty.length);
  await publish();
  expect(await shown()).toEqual([]);
});

test.each([["a".repeat(80)], ["🦀🧵👩‍👩‍👧‍👦"], ["مرحبا بالعالم"], ["<script>alert(1)</script>"]])(
  "a block keeps %j as it is",
  async (words) => {
    await publish(
      make("link", { label: words, address: "https://example.com" }),
      make("group", { title: words, productIds: [] }),
      make("faq", { title: words, questions: [{ question: words, answer: words }] }),
    );
    expect(await shown()).toMatchObject([{ label: words }, { title: words, questions: [{ answer: words }] }]);
  },
);

describe("what is refused", () => {
  test("an address that is none to follow", async () => {
    const hostile = [
      "javascript:alert(1)",
      "java\tscript:alert(1)",
      "data:text/html,x",
      "//evil.example",
      "/\\evil.example",
      "/api/auth/logout",
      "https://good.example@evil.example",
      "vbscript:x",
      "ftp://example.com",
    ];
    for (const address of hostile)
      for (const block of [
        make("link", { label: "x", address }),
        make("social", { addresses: [address] }),
        make("picture", { imageId: null, alt: "", address }),
      ]) {
        const answer = await save(block);
        expect(answer.status, address).toBe(422);
        expect(answer.text).toContain("blocks");
      }
  });

  test("a video of elsewhere", async () => {
    for (const address of ["https://evil.example/youtube.com", "https://youtube.com.evil.example/x", "/u/me"])
      expect((await save(make("video", { title: "", imageId: null, address }))).status).toBe(422);
  });

  test("too much, twice the same, and what is not known", async () => {
    const many = Array.from({ length: mostBlocks + 1 }, () => make("link", { label: "", address: "" }));
    expect((await save(...many)).status).toBe(422);
    const twice = make("link", { label: "", address: "" });
    expect((await save(twice, twice)).status).toBe(422);
    expect((await save(make("join", {}), make("join", {}))).status).toBe(422);
    expect((await save(make("link", { label: "x".repeat(81), address: "" }))).status).toBe(422);
    expect((await save({ ...make("join", {}), html: "<b>" } as unknown as Sent[number])).status).toBe(422);
    expect((await save({ id: randomUUID(), kind: "embed" } as unknown as Sent[number])).status).toBe(422);
    const long = { question: "q", answer: "a".repeat(2_000) };
    const faq = () => make("faq", { title: "", questions: Array.from({ length: 20 }, () => long) });
    expect((await save(faq())).status).toBe(200);
    expect((await save(faq(), faq())).status).toBe(422);
  });

  test("what is another creator's, in the words for what is not there", async () => {
    const other = (await makeCreator(app)).id;
    const foreign = {
      product: (await makeProduct(app, { ownerId: other })).id,
      image: await picture(other),
      review: (await review(other)).id,
      coupon: (await makeCoupon(app, { ownerId: other })).id,
    };
    const naming = (id: (kind: keyof typeof foreign) => string): Sent => [
      make("product", { productId: id("product") }),
      make("event", { productId: id("product") }),
      make("group", { title: "", productIds: [id("product")] }),
      make("picture", { imageId: id("image"), alt: "", address: "" }),
      make("video", { title: "", imageId: id("image"), address: "" }),
      make("testimonial", { reviewId: id("review") }),
      make("coupon", { title: "", couponId: id("coupon") }),
    ];
    const missing = naming(() => randomUUID());
    for (const [index, block] of naming((kind) => foreign[kind]).entries()) {
      const answer = await save(block);
      expect(answer.status, block.kind).toBe(422);
      expect(answer.body).toEqual((await save(missing[index]!)).body);
    }
  });
});

describe("what is gone", () => {
  test("is left out of the page, and of a version that is taken back; the rest is saved as before", async () => {
    const product = await makeProduct(app, { ownerId: creator.id });
    const [imageId, written] = [await picture(), await review()];
    const coupon = await makeCoupon(app, { ownerId: creator.id });
    const all: Sent = [
      make("product", { productId: product.id }),
      make("picture", { imageId, alt: "", address: "" }),
      make("testimonial", { reviewId: written.id }),
      make("coupon", { title: "", couponId: coupon.id }),
      make("link", { label: "Mine", address: "https://example.com" }),
    ];
    await publish(...all);
    expect(await shown()).toHaveLength(5);
    await db.delete(products).where(eq(products.id, product.id));
    await db.delete(images).where(eq(images.id, imageId));
    await db.delete(reviews).where(eq(reviews.id, written.id));
    await db.delete(coupons).where(eq(coupons.id, coupon.id));
    app.clock.advance({ seconds: 61 });
    // A product is found among those on sale, by the page.
    expect((await shown()).map(({ kind }) => kind)).toEqual(["product", "link"]);
    expect((await save(...all, make("join", {}))).status).toBe(200);
    expect((await me.call(restoreDesignVersion, { params: { number: 1 } })).status).toBe(200);
    expect((await me.call(publishMyDesign, { body: {} })).status).toBe(200);
    expect((await shown()).map(({ kind }) => kind)).toEqual(["product", "link"]);
  });

  test("a review goes with its refund", async () => {
    const { id, order } = await review();
    await publish(make("testimonial", { reviewId: id }));
    expect(await shown()).toHaveLength(1);
    await db
      .update(access)
      .set({ revokedAt: app.clock.now() })
      .where(eq(access.customerId, order.customerId));
    await expect.poll(shown).toEqual([]);
  });

  test("a coupon is shown while it is valid: from its beginning, to its end, to its last use", async () => {
    const now = app.clock.now().getTime();
    const at = (minutes: number) => new Date(now + minutes * 60_000);
    const coupon = await makeCoupon(app, { ownerId: creator.id, validFrom: at(10), validUntil: at(20) });
    await publish(make("coupon", { title: "", couponId: coupon.id }));
    const count = async () => (await shown()).length;
    expect(await count()).toBe(0);
    app.clock.advance({ minutes: 10 });
    expect(await count()).toBe(1);
    // Nothing of a minute ago is given out past the end.
    app.clock.advance({ minutes: 9, seconds: 50 });
    expect(await count()).toBe(1);
    app.clock.advance({ seconds: 10 });
    expect(await count()).toBe(0);
    await db.update(coupons).set({ validUntil: null, usageLimit: 1 }).where(eq(coupons.id, coupon.id));
    await expect.poll(count).toBe(1);
    await db.update(coupons).set({ usageCount: 1 }).where(eq(coupons.id, coupon.id));
    await expect.poll(count).toBe(0);
  });
});
