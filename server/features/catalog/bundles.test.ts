import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  createProduct,
  listCreatorProducts,
  listMyProducts,
  updateProduct,
} from "#contract/catalog/catalog.ts";
import { archiveProduct } from "#contract/catalog/archived-products.ts";
import { deleteProduct, duplicateProduct } from "#contract/catalog/product-actions.ts";
import { getProduct } from "#contract/catalog/product-page.ts";
import { createOrderBump } from "#contract/offers/order-bumps.ts";
import { brokenConstraint } from "#server/database/client.ts";
import { bundleParts } from "#server/database/schema/bundles.ts";
import { products } from "#server/database/schema/catalog.ts";
import { makeBundle } from "#tests/support/bundle-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;

async function newSeller() {
  const creator = await makeCreator(app, { givenPlan: "PRO" });
  const caller = app.as(creator);
  const product = (fields: Partial<typeof products.$inferInsert> = {}) =>
    makeProduct(app, { ...fields, ownerId: creator.id });
  return {
    creator,
    product,
    caller,
    bundle: (partIds: string[], more: object = {}) =>
      caller.call(createProduct, {
        body: {
          title: "The kit",
          slug: `kit-${crypto.randomUUID().slice(0, 8)}`,
          type: "BUNDLE",
          priceCents: 4_000,
          partIds,
          ...more,
        },
      }),
    update: (id: string, body: object) => caller.call(updateProduct, { params: { id }, body }),
    mine: async (id: string) => (await caller.call(listMyProducts)).body.find((one) => one.id === id),
  };
}

test("a creator makes a bundle of their products, in their order, and its page says what is in it and what that costs by itself", async () => {
  const me = await newSeller();
  const [guide, call] = [
    await me.product({ title: "Guide", priceCents: 2_900 }),
    await me.product({ title: "Call", priceCents: 1_900 }),
  ];
  const made = await me.bundle([call.id, guide.id]);
  expect(made).toMatchObject({
    status: 201,
    body: { active: true, missing: [], parts: [{ title: "Call", obstacle: null }, { title: "Guide" }] },
  });
  const page = async () =>
    (await app.browser().call(getProduct, { params: { idOrSlug: made.body.slug } })).body;
  expect(await page()).toMatchObject({
    bundle: { parts: 2, worthCents: 4_800 },
    parts: [
      { id: call.id, priceCents: 1_900, isOnSale: true },
      { id: guide.id, type: "SERVICE" },
    ],
    soldOut: false,
    requiresShipping: false,
  });
  const store = await app.browser().call(listCreatorProducts, { params: { handle: me.creator.handle } });
  expect(store.body.find(({ id }) => id === made.body.id)?.bundle).toEqual({ parts: 2, worthCents: 4_800 });
  const turned = await me.update(made.body.id, { partIds: [guide.id, call.id], priceCents: 4_800 });
  expect(turned.body.parts.map(({ title }) => title)).toEqual(["Guide", "Call"]);
  expect(turned.body.revision).toBeGreaterThan(made.body.revision);
  // What is not true is not said.
  expect((await page()).bundle).toEqual({ parts: 2, worthCents: null });
  const copy = await me.caller.call(duplicateProduct, { params: { id: made.body.id } });
  expect(copy.body.parts.map(({ title }) => title)).toEqual(["Guide", "Call"]);
});

test("what is not theirs, twice in it, or no part of any bundle is refused at its field", async () => {
  const [me, other] = [await newSeller(), await newSeller()];
  const guide = await me.product();
  const unfit = [
    await makeBundle(app, [guide, await me.product()], {}),
    await me.product({ type: "MEMBERSHIP", billingInterval: "MONTH" }),
    await me.product({ type: "BOOKING_LINK", deliveryNote: "https://example.com/book" }),
  ];
  const foreign = await other.product();
  const archived = await me.product({ state: "ARCHIVED" });
  for (const id of [...unfit.map((one) => one.id), foreign.id, archived.id, crypto.randomUUID(), guide.id])
    expect(await me.bundle([guide.id, id]), id).toMatchObject({
      status: 422,
      body: { fields: { partIds: expect.any(String) as string } },
    });
  const { body } = await me.bundle([guide.id, (await me.product()).id]);
  expect(await me.update(body.id, { partIds: [guide.id, body.id] })).toMatchObject({
    status: 422,
    body: { fields: { partIds: expect.any(String) as string } },
  });
  const many = Array.from({ length: 21 }, () => crypto.randomUUID());
  expect((await me.bundle(many)).status).toBe(422);
});

test("the database itself keeps a bundle to its creator's products of fitting kinds", async () => {
  const [me, other] = [await newSeller(), await newSeller()];
  const guide = await me.product();
  const bundle = await makeBundle(app, [guide, await me.product()]);
  const [foreign, member] = [
    await other.product(),
    await me.product({ type: "MEMBERSHIP", billingInterval: "MONTH" }),
  ];
  const add = (part: typeof guide, partType = part.type, bundleId = bundle.id) =>
    db
      .insert(bundleParts)
      .values({ bundleId, partId: part.id, ownerId: me.creator.id, partType, position: 3 })
      .then(
        () => undefined,
        (error: unknown) => brokenConstraint(error),
      );
  expect(await add(foreign)).toBe("bundle_parts_part_fk");
  expect(await add(member)).toBe("bundle_parts_kind");
  expect(await add(member, "SERVICE")).toBe("bundle_parts_part_fk");
  expect(await add(bundle)).toBe("bundle_parts_kind");
  expect(await add(member, "SERVICE", guide.id)).toBe("bundle_parts_bundle_fk");
  for (const type of ["MEMBERSHIP", "BUNDLE", "BOOKING_LINK"])
    expect(
      await me.update(guide.id, { type, ...(type !== "MEMBERSHIP" && { active: false }) }),
      type,
    ).toMatchObject({
      status: 422,
      body: { fields: { type: expect.stringContaining("part of a bundle") as string } },
    });
  expect((await me.update(guide.id, { type: "COURSE", active: false })).status).toBe(200);
});

test("fewer than two parts, or one that is not for sale, keeps a bundle off the shelf and says so", async () => {
  const me = await newSeller();
  const [guide, call] = [await me.product(), await me.product()];
  expect(await me.bundle([guide.id])).toMatchObject({
    status: 422,
    body: { fields: { partIds: expect.stringContaining("two products") as string } },
  });
  expect(await me.bundle([guide.id], { active: false })).toMatchObject({
    status: 201,
    body: { missing: ["parts"] },
  });
  const { body: kit } = await me.bundle([guide.id, call.id]);
  const shelf = async () =>
    (await app.browser().call(listCreatorProducts, { params: { handle: me.creator.handle } })).body.map(
      ({ id }) => id,
    );
  await expect.poll(shelf).toContain(kit.id);
  const cases: [Partial<typeof products.$inferInsert>, string][] = [
    [{ state: "DRAFT" }, "OFF_SALE"],
    [{ comingSoon: true }, "COMING_SOON"],
    [{ type: "COURSE" }, "NO_LESSONS"],
    [
      {
        type: "EVENT",
        eventStartsAt: new Date(app.clock.now().getTime() - 1_000),
        eventEndsAt: new Date(app.clock.now().getTime() + 3_600_000),
        eventZone: "UTC",
      },
      "BEGUN",
    ],
    [{ state: "ARCHIVED" }, "ARCHIVED"],
  ];
  for (const [change, obstacle] of cases) {
    await db.update(products).set(change).where(eq(products.id, call.id));
    expect(await me.mine(kit.id), obstacle).toMatchObject({
      missing: ["part"],
      parts: [{ obstacle: null }, { obstacle }],
    });
    await expect.poll(shelf, { message: obstacle }).not.toContain(kit.id);
    const { type, state, comingSoon, eventStartsAt, eventEndsAt, eventZone } = call;
    await db
      .update(products)
      .set({ type, state, comingSoon, eventStartsAt, eventEndsAt, eventZone })
      .where(eq(products.id, call.id));
  }
  await expect.poll(shelf).toContain(kit.id);
  // A bundle that is on sale can still be worked on, and mended.
  await me.caller.call(archiveProduct, { params: { id: call.id }, body: { isArchived: true } });
  expect((await me.update(kit.id, { title: "The small kit" })).status).toBe(200);
  expect((await me.update(kit.id, { partIds: [call.id, guide.id] })).status).toBe(422);
  expect((await me.update(kit.id, { partIds: [guide.id, (await me.product()).id] })).status).toBe(200);
});

test("a part that is deleted is archived as long as a bundle holds it; a bundle goes with its list", async () => {
  const me = await newSeller();
  const [guide, call] = [await me.product(), await me.product()];
  const { body: kit } = await me.bundle([guide.id, call.id]);
  const remove = async (id: string) => (await me.caller.call(deleteProduct, { params: { id } })).body;
  expect(await remove(call.id)).toEqual({ success: true, archived: true });
  expect(await me.mine(kit.id)).toMatchObject({ parts: [{ obstacle: null }, { obstacle: "ARCHIVED" }] });
  expect(await remove(kit.id)).toEqual({ success: true, archived: false });
  expect(await remove(guide.id)).toEqual({ success: true, archived: false });
});

test("what stops being a bundle lets go of its parts", async () => {
  const me = await newSeller();
  const { body: kit } = await me.bundle([(await me.product()).id, (await me.product()).id]);
  expect(await me.update(kit.id, { type: "SERVICE" })).toMatchObject({
    status: 200,
    body: { type: "SERVICE", parts: [] },
  });
});

test("a bundle counts as one product of a plan, and a part once however many bundles hold it", async () => {
  const creator = await makeCreator(app, { givenPlan: "STARTER", trialEndsAt: new Date("2020-01-01") });
  const caller = app.as(creator);
  const parts = [
    await makeProduct(app, { ownerId: creator.id }),
    await makeProduct(app, { ownerId: creator.id }),
  ];
  const refused = await caller.call(createProduct, {
    body: {
      title: "Kit",
      slug: `kit-${creator.handle.replaceAll("_", "-")}`,
      type: "BUNDLE",
      partIds: parts.map(({ id }) => id),
    },
  });
  expect(refused).toMatchObject({ status: 409, body: { code: "PLAN_LIMIT" } });
});

test("a bundle is no extra beside another product", async () => {
  const me = await newSeller();
  const [guide, call] = [await me.product(), await me.product()];
  const { body: kit } = await me.bundle([guide.id, call.id]);
  const asked = await me.caller.call(createOrderBump, {
    body: { mainProductId: guide.id, bumpProductId: kit.id, title: "Take the kit" },
  });
  expect(asked).toMatchObject({
    status: 422,
    body: { fields: { bumpProductId: expect.stringContaining("bundle") as string } },
  });
});
