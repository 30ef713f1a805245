import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { createProduct, listMyProducts, updateProduct } from "#contract/catalog/catalog.ts";
import { checkSlug, deleteProduct, duplicateProduct } from "#contract/catalog/product-actions.ts";
import { getProduct } from "#contract/catalog/product-page.ts";
import { createPaymentIntent } from "#contract/checkout/checkout.ts";
import { users } from "#server/database/schema/accounts.ts";
import { products } from "#server/database/schema/catalog.ts";
import { courseModules, lessons } from "#server/database/schema/courses.ts";
import { orderBumps } from "#server/database/schema/offers.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
let creator: Awaited<ReturnType<typeof makeCreator>>;
beforeEach(async () => {
  creator = await makeCreator(app);
});

const newSlug = () => `thing-${crypto.randomUUID().slice(0, 8)}`;
const create = (more: { active?: boolean } = {}) =>
  app
    .as(creator)
    .call(createProduct, { body: { title: "A thing", slug: newSlug(), type: "SERVICE", ...more } });
const activate = (id: string) =>
  app.as(creator).call(updateProduct, { params: { id }, body: { active: true } });
const remove = (id: string) => app.as(creator).call(deleteProduct, { params: { id } });
const rowOf = async (id: string) =>
  (await app.services.db.select().from(products).where(eq(products.id, id)))[0];

describe("the Starter plan", () => {
  const full = {
    status: 409,
    body: {
      code: "PLAN_LIMIT",
      message: expect.stringMatching(
        /^The Starter plan has 1 active product, and you have [12]\. Pro has no limit\.$/,
      ) as string,
    },
  };
  const endTrial = () =>
    app.services.db
      .update(users)
      .set({ trialEndsAt: new Date(app.clock.now().getTime() - 1_000) })
      .where(eq(users.id, creator.id));

  test("has room for one active product once the trial is over", async () => {
    expect((await create()).status).toBe(201);
    expect((await create()).status).toBe(201);
    await endTrial();
    expect(await create()).toMatchObject(full);
    expect((await create({ active: false })).status).toBe(201);
  });

  test("keeps what is on sale after the trial, and lets it be changed", async () => {
    const [first, second] = [(await create()).body, (await create()).body];
    await endTrial();
    for (const { id } of [first, second]) {
      expect(
        (
          await app
            .as(creator)
            .call(updateProduct, { params: { id }, body: { active: true, priceCents: 900 } })
        ).status,
      ).toBe(200);
    }
  });

  test("counts a product that is switched on, but not one that is archived or switched off", async () => {
    await endTrial();
    const { id } = (await create()).body;
    const waiting = (await create({ active: false })).body;
    expect(await activate(waiting.id)).toMatchObject(full);
    await app.as(creator).call(updateProduct, { params: { id }, body: { active: false } });
    expect((await activate(waiting.id)).status).toBe(200);
    expect(await activate(id)).toMatchObject(full);
    await remove(waiting.id);
    expect((await activate(id)).status).toBe(200);
  });

  test("lets one of twenty parallel creations through", async () => {
    await endTrial();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  test("lets one of many parallel activations through, and the same one as often as it is asked", async () => {
    await endTrial();
    const ids = await Promise.all(
      Array.from({ length: 6 }, async () => (await create({ active: false })).body.id),
    );
    const answers = await Promise.all(ids.map(activate));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const winner = ids[answers.findIndex(({ status }) => status === 200)]!;
    await app.as(creator).call(updateProduct, { params: { id: winner }, body: { active: false } });
    const again = await Promise.all([activate(winner), activate(winner), activate(winner)]);
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test("does not bind Pro", async () => {
    await endTrial();
    await app.services.db.update(users).set({ givenPlan: "PRO" }).where(eq(users.id, creator.id));
    expect([(await create()).status, (await create()).status]).toEqual([201, 201]);
  });
});

describe("a copy", () => {
  const copy = (id: string) => app.as(creator).call(duplicateProduct, { params: { id } });

  test("is inactive, named after the original, and a product of its own", async () => {
    const original = await makeProduct(app, {
      ownerId: creator.id,
      title: "Guide",
      priceCents: 900,
      maxDownloads: 5,
    });
    const { status, body } = await copy(original.id);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      title: "Guide (copy)",
      slug: `${original.slug}-copy`,
      active: false,
      priceCents: 900,
      maxDownloads: 5,
    });
    expect((await copy(original.id)).body.slug).toBe(`${original.slug}-copy-2`);
  });

  test("has the modules and lessons too", async () => {
    const { db } = app.services;
    const original = await makeProduct(app, { ownerId: creator.id, type: "COURSE" });
    const [first, second] = await db
      .insert(courseModules)
      .values([
        { productId: original.id, title: "First", position: 0 },
        { productId: original.id, title: "Second", position: 1 },
      ])
      .returning();
    await db.insert(lessons).values([
      {
        moduleId: first!.id,
        slug: "one",
        title: "One",
        content: "Text",
        duration: 60,
        freePreview: true,
        position: 0,
      },
      { moduleId: second!.id, slug: "two", title: "Two", videoUrl: "https://example.com/v", position: 0 },
    ]);
    const { body } = await copy(original.id);
    await activate(body.id);
    const page = await app.call(getProduct, { params: { idOrSlug: body.id } });
    expect(page.body.modules.map(({ title, lessons }) => [title, lessons.map(({ slug }) => slug)])).toEqual([
      ["First", ["one"]],
      ["Second", ["two"]],
    ]);
    expect(page.body.modules[0]!.id).not.toBe(first!.id);
    expect(await db.$count(lessons)).toBe(4);
  });

  test("fits the longest title and slug", async () => {
    const original = await makeProduct(app, {
      ownerId: creator.id,
      title: "T".repeat(200),
      slug: `${"s".repeat(78)}-1`,
    });
    const { status, body } = await copy(original.id);
    expect(status).toBe(201);
    expect(body.title).toHaveLength(200);
    expect(body.slug.length).toBeLessThanOrEqual(80);
  });

  test("is made as often as it is asked for at once", async () => {
    const original = await makeProduct(app, { ownerId: creator.id });
    const answers = await Promise.all(Array.from({ length: 4 }, () => copy(original.id)));
    expect(new Set(answers.map(({ body }) => body.slug)).size).toBe(4);
  });
});

describe("deleting", () => {
  test("removes what nobody has bought", async () => {
    const product = await makeProduct(app, { ownerId: creator.id });
    expect(await remove(product.id)).toMatchObject({ status: 200, body: { success: true, archived: false } });
    expect(await rowOf(product.id)).toBeUndefined();
    expect((await remove(product.id)).status).toBe(404);
  });

  test.each(["PAID", "REFUNDED", "PENDING", "FAILED"] as const)(
    "archives what has a %s order",
    async (status) => {
      const product = await makeProduct(app, { ownerId: creator.id });
      await makeOrder(app, { items: [{ product }], status });
      expect(await remove(product.id)).toMatchObject({
        status: 200,
        body: { success: true, archived: true },
      });
      expect(await rowOf(product.id)).toMatchObject({ state: "ARCHIVED" });
      expect((await app.as(creator).call(listMyProducts)).body).toEqual([]);
      expect((await app.call(getProduct, { params: { idOrSlug: product.id } })).status).toBe(404);
      expect((await remove(product.id)).status).toBe(404);
      expect((await activate(product.id)).status).toBe(404);
    },
  );

  test("archives what was sold beside another product", async () => {
    const [main, bump] = [
      await makeProduct(app, { ownerId: creator.id }),
      await makeProduct(app, { ownerId: creator.id }),
    ];
    await makeOrder(app, { items: [{ product: main }, { product: bump }] });
    expect((await remove(bump.id)).body.archived).toBe(true);
  });

  test("archives what somebody is paying for, or is offered at a checkout", async () => {
    const paying = await makeProduct(app, { ownerId: creator.id });
    const checkout = await app
      .browser()
      .call(createPaymentIntent, { body: { productId: paying.id, customerEmail: "buyer@example.com" } });
    expect(checkout.status).toBe(200);
    expect((await remove(paying.id)).body.archived).toBe(true);

    const [main, offered] = [
      await makeProduct(app, { ownerId: creator.id }),
      await makeProduct(app, { ownerId: creator.id }),
    ];
    await app.services.db
      .insert(orderBumps)
      .values({ ownerId: creator.id, mainProductId: main.id, bumpProductId: offered.id, title: "Add it" });
    expect((await remove(offered.id)).body.archived).toBe(true);
  });
});

describe("a slug", () => {
  const check = (querystring: { slug: string; productId?: string }) =>
    app.as(creator).call(checkSlug, { querystring });

  test("is free, or another is suggested", async () => {
    const wanted = newSlug();
    expect((await check({ slug: wanted })).body).toEqual({ available: true, suggestion: null });
    const product = await makeProduct(app, { ownerId: creator.id, slug: wanted });
    await makeProduct(app, { ownerId: creator.id, slug: `${wanted}-2` });
    expect((await check({ slug: wanted })).body).toEqual({ available: false, suggestion: `${wanted}-3` });
    expect((await check({ slug: wanted, productId: product.id })).body).toEqual({
      available: true,
      suggestion: null,
    });
  });

  test("that is taken stays so, though the id of another store's product is sent along", async () => {
    const { slug } = await makeProduct(app, { ownerId: creator.id });
    const foreign = await makeProduct(app, { slug });
    expect((await check({ slug, productId: foreign.id })).body.available).toBe(false);
  });

  test("that a title brings is the product's own where nothing else has it", async () => {
    const slug = newSlug();
    const { id } = await makeProduct(app, { ownerId: creator.id, slug });
    const title = slug.toUpperCase().replaceAll("-", " ");
    expect((await check({ slug: title, productId: id })).body.suggestion).toBe(slug);
    expect((await check({ slug: title })).body.suggestion).toBe(`${slug}-2`);
  });

  test("follows the title of a draft that was not sold, until it is another one", async () => {
    const title = "Łódź by night";
    const made = async (facts: Parameters<typeof makeProduct>[1]) => {
      const { id } = await makeProduct(app, { ownerId: creator.id, title, state: "DRAFT", ...facts });
      const { body } = await app.as(creator).call(listMyProducts);
      return body.find((product) => product.id === id)?.slugFollowsTitle;
    };
    expect(await made({ slug: "lodz-by-night" })).toBe(true);
    expect(await made({ slug: "lodz-by-night-2" })).toBe(true);
    expect(await made({ slug: "lodz-by-night-tour" })).toBe(false);
    expect(await made({ slug: "lodz-by-night-3", state: "PUBLISHED" })).toBe(false);
  });

  test.each([
    ["Mein Café, Größe 2!", "mein-cafe-grosse-2"],
    ["admin", "admin-2"],
    ["🦊", "fox"],
    ["--a--", "a"],
    ["", "product-2"],
  ])("is made of any text: %s", async (slug, suggestion) => {
    expect((await check({ slug })).body).toEqual({ available: false, suggestion });
  });
});
