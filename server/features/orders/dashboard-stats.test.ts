import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { getDashboardStats } from "#contract/orders/orders.ts";
import { getMyPlan } from "#contract/plans/plans.ts";
import { access } from "#server/database/schema/access.ts";
import { reviews } from "#server/database/schema/reviews.ts";
import { products } from "#server/database/schema/catalog.ts";
import { orders } from "#server/database/schema/orders.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { makeKeywordResponse, makeSocialAccount } from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
let creator: Awaited<ReturnType<typeof makeCreator>>;
beforeEach(async () => {
  creator = await makeCreator(app);
  vi.spyOn(app.services.clock, "now").mockReturnValue(new Date("2026-03-20T12:00:00Z"));
});

const stats = async () => {
  const { status, body } = await app.as(creator).call(getDashboardStats);
  expect(status).toBe(200);
  return body;
};
const on = (moment: string) => new Date(moment);

test("a new creator's figures are all nothing, and the rating is unknown", async () => {
  expect(await stats()).toEqual({
    totalRevenue: 0,
    totalOrders: 0,
    revenueThisMonthCents: 0,
    revenuePreviousCents: 0,
    ordersThisMonth: 0,
    ordersPrevious: 0,
    activeStudents: 0,
    newStudentsThisMonth: 0,
    newStudentsPrevious: 0,
    averageRating: null,
    reviewCount: 0,
    products: [],
    socialAccountCount: 0,
    keywordResponseCount: 0,
  });
  expect((await app.call(getDashboardStats)).status).toBe(401);
});

test("revenue is what was paid less what was given back, of paid and refunded orders of one's own", async () => {
  const product = await makeProduct(app, { ownerId: creator.id, priceCents: 5_000 });
  const bump = await makeProduct(app, { ownerId: creator.id, priceCents: 1_000 });
  await makeOrder(app, { items: [{ product }, { product: bump, discountCents: 200 }] });
  await makeOrder(app, { items: [{ product }], refundedCents: 1_500 });
  await makeOrder(app, { items: [{ product }], status: "REFUNDED" });
  await makeOrder(app, { items: [{ product }], status: "PENDING" });
  await makeOrder(app, { items: [{ product }], status: "FAILED" });
  await makeOrder(app);
  const figures = await stats();
  expect(figures).toMatchObject({ totalRevenue: 5_800 + 3_500, totalOrders: 3 });
  const { rows } = await app.services.pool.query(
    "select sum(total_cents - refunded_cents)::int as revenue from orders where owner_id = $1 and status in ('PAID', 'REFUNDED')",
    [creator.id],
  );
  expect(figures.totalRevenue).toBe(rows[0].revenue);
  expect(figures.products).toEqual([
    { id: product.id, title: product.title, isOnSale: true, orderCount: 3 },
    { id: bump.id, title: bump.title, isOnSale: true, orderCount: 1 },
  ]);
});

test("this month is compared with the same days of the month before, in UTC", async () => {
  const product = await makeProduct(app, { ownerId: creator.id, priceCents: 1_000 });
  for (const paid of [
    "2026-03-20T11:59:59Z", // now
    "2026-03-01T00:00:00Z", // the first moment of this month
    "2026-02-28T23:59:59Z", // last month, but later than the 20th at noon
    "2026-02-20T12:00:00Z", // just after the same days
    "2026-02-20T11:59:59Z", // the last moment of the same days
    "2026-02-01T00:00:00Z", // their first
    "2026-01-31T23:59:59Z", // before
  ]) {
    await makeOrder(app, { items: [{ product }], createdAt: on(paid) });
  }
  expect(await stats()).toMatchObject({
    totalOrders: 7,
    ordersThisMonth: 2,
    revenueThisMonthCents: 2_000,
    ordersPrevious: 2,
    revenuePreviousCents: 2_000,
  });
});

test("a long month is compared with the whole of a shorter one before it", async () => {
  vi.spyOn(app.services.clock, "now").mockReturnValue(on("2026-03-31T18:00:00Z"));
  const product = await makeProduct(app, { ownerId: creator.id, priceCents: 1_000 });
  for (const paid of ["2026-02-28T23:00:00Z", "2026-03-01T01:00:00Z"])
    await makeOrder(app, { items: [{ product }], createdAt: on(paid) });
  expect(await stats()).toMatchObject({ ordersThisMonth: 1, ordersPrevious: 1 });
});

test("students are the people with access to a course, each once, since their first day", async () => {
  const [one, two] = [
    await makeProduct(app, { ownerId: creator.id, type: "COURSE" }),
    await makeProduct(app, { ownerId: creator.id, type: "COURSE" }),
  ];
  const service = await makeProduct(app, { ownerId: creator.id });
  const ana = "ana@example.com";
  await makeOrder(app, { items: [{ product: one }], email: ana, createdAt: on("2026-02-10T00:00:00Z") });
  await makeOrder(app, { items: [{ product: two }], email: ana, createdAt: on("2026-03-10T00:00:00Z") });
  await makeOrder(app, { items: [{ product: one }], createdAt: on("2026-03-11T00:00:00Z") });
  await makeOrder(app, {
    items: [{ product: one }],
    status: "REFUNDED",
    createdAt: on("2026-03-11T00:00:00Z"),
  });
  await makeOrder(app, { items: [{ product: service }] });
  await makeOrder(app, { items: [{ product: await makeProduct(app, { type: "COURSE" }) }], email: ana });
  expect(await stats()).toMatchObject({ activeStudents: 2, newStudentsThisMonth: 1, newStudentsPrevious: 1 });
  await app.services.db
    .update(access)
    .set({ revokedAt: on("2026-03-12T00:00:00Z") })
    .where(eq(access.ownerId, creator.id));
  expect(await stats()).toMatchObject({ activeStudents: 0, newStudentsThisMonth: 0 });
});

test("a course that is taken back, given back, or no course any more makes students anew", async () => {
  const [one, two] = [
    await makeProduct(app, { ownerId: creator.id, type: "COURSE" }),
    await makeProduct(app, { ownerId: creator.id, type: "COURSE" }),
  ];
  const email = "bo@example.com";
  const first = await makeOrder(app, {
    items: [{ product: one }],
    email,
    createdAt: on("2026-02-10T00:00:00Z"),
  });
  await makeOrder(app, { items: [{ product: two }], email, createdAt: on("2026-03-10T00:00:00Z") });
  const since = async () => {
    const { activeStudents, newStudentsThisMonth, newStudentsPrevious } = await stats();
    return [activeStudents, newStudentsThisMonth, newStudentsPrevious];
  };
  const { db } = app.services;
  const take = (revokedAt: Date | null) =>
    db.update(access).set({ revokedAt }).where(eq(access.orderId, first.id));
  const become = (id: string, type: "COURSE" | "SERVICE") =>
    db.update(products).set({ type }).where(eq(products.id, id));
  expect(await since()).toEqual([1, 0, 1]);
  await take(on("2026-03-12T00:00:00Z"));
  expect(await since()).toEqual([1, 1, 0]);
  await take(null);
  expect(await since()).toEqual([1, 0, 1]);
  await become(one.id, "SERVICE");
  expect(await since()).toEqual([1, 1, 0]);
  await become(two.id, "SERVICE");
  expect(await since()).toEqual([0, 0, 0]);
  await become(one.id, "COURSE");
  expect(await since()).toEqual([1, 0, 1]);
});

test("students are right whatever happens at the same moment as a sale", async () => {
  const { pool } = app.services;
  const course = await makeProduct(app, { ownerId: creator.id, type: "COURSE" });
  const other = await makeProduct(app, { ownerId: creator.id, type: "COURSE" });
  const email = "cy@example.com";
  const [first, second] = [
    await makeOrder(app, { items: [{ product: course }], email }),
    await makeOrder(app, { items: [{ product: other }], email }),
  ];
  const change = async (statement: string, values: unknown[]) => {
    const client = await pool.connect();
    await client.query("begin");
    await client.query(statement, values);
    return async () => {
      // Whoever comes second has come, and waits.
      await expect
        .poll(() => pool.query("select from pg_locks where not granted"))
        .toMatchObject({ rowCount: 1 });
      await client.query("commit");
      client.release();
    };
  };
  // The last two courses of a buyer are taken back by two people at once: neither sees the other's.
  const revoke = "update access set revoked_at = now() where order_id = $1";
  const commit = await change(revoke, [first.id]);
  const waiting = pool.query(revoke, [second.id]);
  await commit();
  await waiting;
  expect((await stats()).activeStudents).toBe(0);

  // A product stops to be a course while somebody buys it.
  const restored = await change("update access set revoked_at = null where order_id = $1", [first.id]);
  const changed = pool.query("update products set type = 'SERVICE' where id = $1", [course.id]);
  await restored();
  await changed;
  const sold = await change(
    `insert into access (customer_id, owner_id, product_id, order_id, order_item_id)
     select o.customer_id, i.owner_id, i.product_id, i.order_id, i.id from orders o join order_items i on i.order_id = o.id where o.id = $1`,
    [(await makeOrder(app, { items: [{ product: other }], status: "PENDING" })).id],
  );
  const stopped = pool.query("update products set type = 'SERVICE' where id = $1", [other.id]);
  await sold();
  await stopped;
  expect((await stats()).activeStudents).toBe(0);
});

test("ratings and social figures are counted from rows", async () => {
  const { db } = app.services;
  const product = await makeProduct(app, { ownerId: creator.id });
  for (const rating of [5, 5, 4]) {
    const { customerId } = await makeOrder(app, { items: [{ product }] });
    await db.insert(reviews).values({ productId: product.id, customerId, rating });
  }
  const account = await makeSocialAccount(app, { userId: creator.id });
  await makeKeywordResponse(app, account, { keyword: "guide" });
  await makeKeywordResponse(app, account, { keyword: "price" });
  expect(await stats()).toMatchObject({
    averageRating: 4.67,
    reviewCount: 3,
    socialAccountCount: 1,
    keywordResponseCount: 2,
  });
});

test("a sum may be more than one card payment can carry", async () => {
  const product = await makeProduct(app, { ownerId: creator.id, priceCents: 99_999_999 });
  for (let n = 0; n < 3; n++) await makeOrder(app, { items: [{ product }] });
  expect((await stats()).totalRevenue).toBe(299_999_997);
  const [row] = await app.services.db
    .select({ sum: sql<number>`sum(${orders.totalCents})`.mapWith(Number) })
    .from(orders)
    .where(eq(orders.ownerId, creator.id));
  expect(row!.sum).toBe(299_999_997);
});

test("a product counts as on sale while it is published, as on the plan's page", async () => {
  const own = { ownerId: creator.id };
  await makeProduct(app, { ...own, title: "Guide" });
  await makeProduct(app, { ...own, title: "Guide (copy)", state: "DRAFT" });
  await makeProduct(app, { ...own, title: "Old guide", state: "ARCHIVED" });
  const { products } = await stats();
  expect(products.map(({ title, isOnSale }) => [title, isOnSale]).toSorted()).toEqual([
    ["Guide (copy)", false],
    ["Guide", true],
  ]);
  expect((await app.as(creator).call(getMyPlan)).body.products.used).toBe(1);
});
