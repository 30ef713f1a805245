import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { deleteProduct } from "#contract/catalog/product-actions.ts";
import { listPublicOrderBumps } from "#contract/offers/offers.ts";
import {
  createOrderBump,
  deleteOrderBump,
  exportOrderBumps,
  listOrderBumps,
  type OrderBumpInput,
  reorderOrderBumps,
  updateOrderBump,
} from "#contract/offers/order-bumps.ts";
import { checkoutSessions } from "#server/database/schema/checkout.ts";
import { orderItems } from "#server/database/schema/orders.ts";
import { csvLines } from "#tests/support/csv-lines.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { makeBump } from "#tests/support/offer-factory.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db, clock } = app.services;

let main: Awaited<ReturnType<typeof makeProduct>>;
let extra: Awaited<ReturnType<typeof makeProduct>>;
beforeEach(async () => {
  main = await makeProduct(app, { title: "Guide" });
  extra = await makeProduct(app, { ownerId: main.ownerId, title: "Templates", priceCents: 1_000 });
});

const me = () => app.as({ id: main.ownerId });
const create = (fields: Partial<OrderBumpInput> = {}) =>
  me().call(createOrderBump, {
    body: { mainProductId: main.id, bumpProductId: extra.id, title: "Add the templates", ...fields },
  });
const list = async () => (await me().call(listOrderBumps, { querystring: { mainProductId: main.id } })).body;
const change = (id: string, body: Partial<OrderBumpInput>) =>
  me().call(updateOrderBump, { params: { id }, body });
const offered = async () =>
  (await app.call(listPublicOrderBumps, { params: { productId: main.id } })).body.map(({ id }) => id);

describe("a new bump", () => {
  test("has the stated defaults, and is offered at once", async () => {
    const { status, body } = await create();
    expect([status, body]).toMatchObject([
      201,
      {
        mainProductId: main.id,
        bumpProductId: extra.id,
        title: "Add the templates",
        description: "",
        discountType: "FIXED",
        discountValue: 0,
        position: 0,
        active: true,
        offerPriceCents: 1_000,
        obstacle: null,
        bumpProduct: { id: extra.id, title: "Templates", priceCents: 1_000 },
        shown: 0,
        accepted: 0,
        revenueCents: 0,
      },
    ]);
    expect(await list()).toEqual([body]);
    expect(await offered()).toEqual([body.id]);
  });

  test.each([
    ["no title", { title: " " }, "title"],
    ["a discount below 0", { discountValue: -1 }, "discountValue"],
    ["a discount above 100 %", { discountType: "PERCENTAGE", discountValue: 10_001 }, "discountValue"],
    ["a discount beyond any price", { discountValue: 100_000_000 }, "discountValue"],
    ["a position below 0", { position: -1 }, "position"],
  ] as const)("with %s is refused", async (_, fields, field) => {
    expect(await create(fields)).toMatchObject({
      status: 422,
      body: { fields: { [field]: expect.any(String) } },
    });
    expect(await list()).toEqual([]);
  });

  test("may cost nothing, or less than a card can pay alone: it is part of a sum", async () => {
    expect((await create({ discountType: "PERCENTAGE", discountValue: 10_000 })).body.offerPriceCents).toBe(
      0,
    );
    const cheap = await makeProduct(app, { ownerId: main.ownerId, priceCents: 60 });
    expect((await create({ bumpProductId: cheap.id, discountValue: 40 })).body.offerPriceCents).toBe(20);
  });

  test("adds another product of one's own that is bought once", async () => {
    const foreign = await makeProduct(app);
    const archived = await makeProduct(app, { ownerId: main.ownerId, state: "ARCHIVED" });
    const monthly = await makeProduct(app, {
      ownerId: main.ownerId,
      type: "MEMBERSHIP",
      billingInterval: "MONTH",
    });
    for (const id of [foreign.id, archived.id, main.id, monthly.id])
      expect(await create({ bumpProductId: id })).toMatchObject({
        status: 422,
        body: { fields: { bumpProductId: expect.any(String) } },
      });
    expect(await create({ mainProductId: foreign.id })).toMatchObject({
      status: 422,
      body: { fields: { mainProductId: "Choose one of your products" } },
    });
    // On a membership it joins the first bill.
    expect((await create({ mainProductId: monthly.id })).status).toBe(201);
  });

  test("is 409 at its field for a product that is offered there already, also at the same moment", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => create()));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: "OFFER_EXISTS",
      fields: { bumpProductId: "This product is already offered as a bump here" },
    });
  });
});

describe("a change of a bump", () => {
  test("touches only the fields that are present", async () => {
    const { body: before } = await create({ description: "Ten of them", discountValue: 300 });
    const { status, body } = await change(before.id, { active: false });
    expect([status, body]).toEqual([
      200,
      { ...before, active: false, revision: 2, updatedAt: body.updatedAt },
    ]);
    expect(await offered()).toEqual([]);
  });

  test("is held to the same rules as a new one", async () => {
    const { id } = (await create()).body;
    const foreign = await makeProduct(app);
    const other = await makeBump(app, main);
    for (const [body, status, field] of [
      [{ bumpProductId: foreign.id }, 422, "bumpProductId"],
      [{ mainProductId: foreign.id }, 422, "mainProductId"],
      [{ mainProductId: extra.id }, 422, "bumpProductId"],
      [{ discountType: "PERCENTAGE", discountValue: 20_000 }, 422, "discountValue"],
      [{ bumpProductId: other.bumpProductId }, 409, "bumpProductId"],
    ] as const)
      expect(await change(id, body)).toMatchObject({
        status,
        body: { fields: { [field]: expect.any(String) } },
      });
    expect((await change(other.id, { discountValue: 20_000 })).status).toBe(200);
    expect((await change(other.id, { discountType: "PERCENTAGE" })).status).toBe(422);
  });

  test("is possible where its product was deleted, which the list says", async () => {
    const { id } = (await create()).body;
    await makeOrder(app, { items: [{ product: extra }] });
    await me().call(deleteProduct, { params: { id: extra.id } });
    expect(await list()).toMatchObject([{ id, obstacle: "DELETED" }]);
    expect(await change(id, { active: false })).toMatchObject({ status: 200, body: { active: false } });
  });
});

describe("the order of a product's bumps", () => {
  const reorder = (ids: string[], mainProductId = main.id) =>
    me().call(reorderOrderBumps, { body: { mainProductId, ids } });

  test("is the one buyers see", async () => {
    const bumps = [await makeBump(app, main), await makeBump(app, main), await makeBump(app, main)];
    const turned = bumps.map(({ id }) => id).reverse();
    const { status, body } = await reorder(turned);
    expect(status).toBe(200);
    expect(body.map(({ id, position }) => [id, position])).toEqual(turned.map((id, place) => [id, place]));
    expect(await offered()).toEqual(turned);
  });

  test("names every bump once: none missing, none of another product", async () => {
    const [a, b] = [await makeBump(app, main), await makeBump(app, main, { position: 1 })];
    const elsewhere = await makeBump(app, extra);
    for (const ids of [[a.id], [a.id, a.id], [a.id, elsewhere.id], [b.id, a.id, elsewhere.id]])
      expect(await reorder(ids)).toMatchObject({
        status: 422,
        body: { fields: { ids: expect.any(String) } },
      });
    expect(await offered()).toEqual([a.id, b.id]);
  });

  test("stays whole when two change it at once", async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, async () => (await makeBump(app, main)).id));
    const turned = [...ids].reverse();
    await Promise.all([reorder(ids), reorder(turned), reorder(ids), reorder(turned)]);
    const now = await list();
    expect(now.map(({ position }) => position)).toEqual([0, 1, 2, 3]);
    expect([ids, turned]).toContainEqual(now.map(({ id }) => id));
  });
});

describe("what a bump has brought", () => {
  test("is counted from checkouts and paid orders, less refunds", async () => {
    const { id } = (await create({ discountValue: 200 })).body;
    const checkout = (orderBumpsOffered: string[]) =>
      db.insert(checkoutSessions).values({
        ownerId: main.ownerId,
        productId: main.id,
        browserHash: crypto.randomUUID(),
        email: "buyer@example.com",
        orderBumpsOffered,
        expiresAt: clock.now(),
      });
    for (const ids of [[id], [id], [id, crypto.randomUUID()], []]) await checkout(ids);
    const buy = async (status: "PAID" | "FAILED", refundedCents = 0) => {
      const order = await makeOrder(app, {
        status,
        items: [{ product: main }, { product: extra, discountCents: 200 }],
      });
      await db
        .update(orderItems)
        .set({ offerId: id, refundedCents })
        .where(eq(orderItems.id, order.items[1]!.id));
    };
    await buy("PAID");
    await buy("PAID", 300);
    await buy("FAILED");
    expect(await list()).toMatchObject([{ shown: 3, accepted: 2, revenueCents: 800 + 500 }]);
  });

  test("is a table with its main product in it, for the creator alone", async () => {
    await create({ title: "=1+1", discountType: "PERCENTAGE", discountValue: 2_500 });
    await makeBump(app, await makeProduct(app), { title: "Somebody else's" });
    const { status, text } = await me().call(exportOrderBumps);
    expect(status).toBe(200);
    const [head, row, ...more] = csvLines(text);
    expect(head).toMatch(/^Main product,Position,Bump product,Title,/);
    expect(row).toMatch(/^Guide,0,Templates,'=1\+1,,PERCENTAGE,25,10,7\.5,yes,,0,0,0,/);
    expect(more).toEqual([]);
  });
});

test("another creator's bumps are neither listed, changed, ordered nor deleted", async () => {
  const { id } = (await create()).body;
  const { ownerId } = await makeProduct(app);
  const other = app.as({ id: ownerId });
  expect((await other.call(listOrderBumps)).body).toEqual([]);
  expect((await other.call(listOrderBumps, { querystring: { mainProductId: main.id } })).status).toBe(404);
  expect((await other.call(updateOrderBump, { params: { id }, body: { title: "Mine" } })).status).toBe(404);
  expect((await other.call(deleteOrderBump, { params: { id } })).status).toBe(404);
  const order = { mainProductId: main.id, ids: [id] };
  expect((await other.call(reorderOrderBumps, { body: order })).status).toBe(422);
  expect(await list()).toMatchObject([{ id, title: "Add the templates" }]);
  expect((await me().call(deleteOrderBump, { params: { id } })).body).toEqual({ success: true });
  expect(await list()).toEqual([]);
});
