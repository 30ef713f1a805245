import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getLibrary, listLibraryOrders, listMemberDownloads } from "#contract/library/library.ts";
import { cancelMembership } from "#contract/memberships/memberships.ts";
import { refundOrder } from "#contract/orders/orders-admin.ts";
import { access } from "#server/database/schema/access.ts";
import { products } from "#server/database/schema/catalog.ts";
import { progress } from "#server/database/schema/learning.ts";
import { orders } from "#server/database/schema/orders.ts";
import { hashToken, newToken } from "#server/secrets/secrets.ts";
import { makeBoughtDownload } from "#tests/support/bought-download.ts";
import { makeCourse } from "#tests/support/course-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { joinMembership, passDays } from "#tests/support/membership.ts";
import { makeService } from "#tests/support/service-factory.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { buyOrder } from "#tests/support/paid-order.ts";
import { proveBuyer } from "#tests/support/proven-buyer.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db, pool } = app.services;

type Proof = { cookies?: Record<string, string>; headers?: Record<string, string> };
const newEmail = () => `buyer-${randomUUID().slice(0, 8)}@example.com`;
const libraryOf = async (proof: Proof) => (await app.call(getLibrary, {}, proof)).body;
const shelvesOf = async (proof: Proof) => (await libraryOf(proof)).shelves;
const shelfOf = async (proof: Proof) => {
  const shelves = await shelvesOf(proof);
  expect(shelves).toHaveLength(1);
  return shelves[0]!;
};

test("what was bought stands on one shelf for each creator, the one bought from last first", async () => {
  const email = newEmail();
  const [maya, tom] = [
    await makeCreator(app, { firstName: "Maya", lastName: "Chen" }),
    await makeCreator(app, { firstName: "Tom", lastName: null }),
  ];
  const course = await makeCourse(app, { ownerId: maya.id, title: "Brand Design" });
  const first = await makeOrder(app, {
    email,
    items: [{ product: course }, { product: await makeProduct(app, { ownerId: maya.id, title: "Fonts" }) }],
    createdAt: new Date("2026-05-01T10:00:00Z"),
  });
  const second = await makeOrder(app, {
    email,
    items: [{ product: await makeProduct(app, { ownerId: tom.id, title: "A call" }) }],
    createdAt: new Date("2026-06-01T10:00:00Z"),
  });
  const { cookie } = await proveBuyer(app, email);

  const library = await libraryOf(cookie);
  expect(library.email).toBe(email);
  expect(library.shelves.map(({ creator }) => creator)).toEqual([
    { handle: tom.handle, name: "Tom", avatar: null, accent: null },
    { handle: maya.handle, name: "Maya Chen", avatar: null, accent: null },
  ]);
  expect(library.shelves[0]?.orders.map(({ id }) => id)).toEqual([second.id]);
  expect(library.shelves[1]?.orders).toEqual([
    {
      id: first.id,
      isOfAddress: true,
      isReturned: false,
      number: 1001,
      reference: first.paymentIntentId,
      status: "PAID",
      createdAt: "2026-05-01T10:00:00.000Z",
      totalCents: 3_800,
      refundedCents: 0,
      currency: "usd",
      titles: ["Brand Design", "Fonts"],
      refundRequest: null,
    },
  ]);
  expect(library.shelves[1]?.courses).toEqual([
    {
      productId: course.id,
      slug: course.slug,
      title: "Brand Design",
      cover: null,
      lessonCount: 2,
      completedCount: 0,
      isStarted: false,
    },
  ]);
});

test("cookie and bearer prove the same; nobody and made-up tokens are asked to prove", async () => {
  const bought = await makeBoughtDownload(app);
  const { cookie, bearer } = await proveBuyer(app, bought.customer.email);
  const refused = {
    nobody: {},
    "a made-up token": { cookies: { buyer: newToken() }, headers: { authorization: `Bearer ${newToken()}` } },
    "an id as a token": { headers: { authorization: `Bearer ${bought.customer.id}` } },
  };
  const answers = new Set<string>();
  const before = { creator: "demo", before: bought.order.id };
  for (const proof of Object.values(refused))
    for (const { status, text } of [
      await app.call(getLibrary, {}, proof),
      await app.call(listMemberDownloads, {}, proof),
      await app.call(listLibraryOrders, { querystring: before }, proof),
    ])
      answers.add(`${status} ${text}`);
  expect([...answers]).toEqual(['401 {"message":"Please verify your email first.","code":"PROOF_REQUIRED"}']);

  for (const proof of [cookie, bearer]) {
    expect((await shelfOf(proof)).downloads.map(({ id }) => id)).toEqual([bought.download.id]);
    const { status, body } = await app.call(listMemberDownloads, {}, proof);
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { id: bought.download.id, productTitle: bought.product.title, isActive: true },
    ]);
    expect(body[0]).not.toHaveProperty("storageKey");
  }
  app.clock.advance({ days: 31 });
  expect((await app.call(getLibrary, {}, cookie)).status).toBe(401);
});

test("progress counts each lesson once, whichever of the buyer's orders it was noted at, and nobody else's", async () => {
  const course = await makeCourse(app, { modules: [[{}, {}], [{}]] });
  const email = newEmail();
  const orders = [
    await makeOrder(app, { email, items: [{ product: course }] }),
    await makeOrder(app, { email, items: [{ product: course }] }),
  ];
  const stranger = await makeOrder(app, { items: [{ product: course }] });
  const note = (order: { id: string; customerId: string }, lesson: number, completed: boolean) =>
    db.insert(progress).values({
      orderId: order.id,
      customerId: order.customerId,
      lessonId: course.lessons[lesson]!.id,
      completed,
      completedAt: completed ? app.clock.now() : null,
    });
  await note(stranger, 2, true);
  const { cookie } = await proveBuyer(app, email);
  expect((await shelfOf(cookie)).courses).toMatchObject([{ completedCount: 0, isStarted: false }]);
  await note(orders[0]!, 1, false);
  expect((await shelfOf(cookie)).courses).toMatchObject([{ completedCount: 0, isStarted: true }]);
  await note(orders[0]!, 0, true);
  await note(orders[1]!, 0, true);
  await note(orders[1]!, 1, true);
  expect((await shelfOf(cookie)).courses).toMatchObject([{ lessonCount: 3, completedCount: 2 }]);
});

test("a refund takes the course and the file away at the next look, and leaves the order", async () => {
  const creator = await makeCreator(app);
  const main = await makeCourse(app, { ownerId: creator.id });
  const bought = await buyOrder(app, { creator, main });
  const { cookie } = await proveBuyer(app, bought.email);
  expect((await shelfOf(cookie)).courses).toHaveLength(1);
  const refunded = await bought.seller.call(refundOrder, {
    params: { id: bought.id },
    body: { idempotencyKey: randomUUID() },
  });
  expect(refunded.status).toBe(200);
  const shelf = await shelfOf(cookie);
  expect(shelf.courses).toEqual([]);
  expect(shelf.orders).toMatchObject([{ id: bought.id, status: "REFUNDED", refundedCents: 1_900 }]);
});

test("what is disputed or revoked is closed while it is, and a second order keeps it open", async () => {
  const course = await makeCourse(app);
  const email = newEmail();
  const one = await makeOrder(app, { email, items: [{ product: course }] });
  const { cookie } = await proveBuyer(app, email);
  const openCourses = async () => (await shelfOf(cookie)).courses.map(({ productId }) => productId);

  await db.update(orders).set({ disputed: true }).where(eq(orders.id, one.id));
  expect(await openCourses()).toEqual([]);
  await db.update(orders).set({ disputed: false }).where(eq(orders.id, one.id));
  expect(await openCourses()).toEqual([course.id]);
  await db.update(access).set({ revokedAt: new Date() }).where(eq(access.orderId, one.id));
  expect(await openCourses()).toEqual([]);
  await makeOrder(app, { email, items: [{ product: course }] });
  expect(await openCourses()).toEqual([course.id]);
});

test("a refunded, disputed or expired file stays listed, as one that cannot be had", async () => {
  const bought = await makeBoughtDownload(app);
  const { cookie } = await proveBuyer(app, bought.customer.email);
  await db.update(orders).set({ disputed: true }).where(eq(orders.id, bought.order.id));
  expect((await shelfOf(cookie)).downloads).toMatchObject([{ id: bought.download.id, isActive: false }]);
});

test("archived and inactive products stay open, and orders that were never paid are no orders", async () => {
  const email = newEmail();
  const course = await makeCourse(app);
  await makeOrder(app, { email, items: [{ product: course }] });
  await makeOrder(app, { email, items: [{ product: course }], status: "PENDING" });
  await makeOrder(app, { email, status: "FAILED" });
  await db.update(products).set({ state: "ARCHIVED" }).where(eq(products.id, course.id));
  const { cookie } = await proveBuyer(app, email);
  const shelf = await shelfOf(cookie);
  expect(shelf.courses).toHaveLength(1);
  expect(shelf).toMatchObject({ orderCount: 1, isMember: false });
});

test("a bought booking, event or service brings its seller's note while it is open", async () => {
  const email = newEmail();
  const call = await makeProduct(app, {
    type: "BOOKING_LINK",
    title: "A call",
    deliveryNote: "Book it at noon.",
  });
  const silent = await makeProduct(app, { ownerId: call.ownerId, type: "EVENT", deliveryNote: "  " });
  const order = await makeOrder(app, { email, items: [{ product: call }, { product: silent }] });
  const { cookie } = await proveBuyer(app, email);
  expect((await shelfOf(cookie)).deliveries).toEqual([
    {
      productId: call.id,
      title: "A call",
      type: "BOOKING_LINK",
      note: "Book it at noon.",
      event: null,
      calendar: null,
      work: [],
    },
  ]);
  await db.update(access).set({ revokedAt: new Date() }).where(eq(access.orderId, order.id));
  expect((await shelfOf(cookie)).deliveries).toEqual([]);
});

test("a service is there with the lines that it is done for, while their orders open it", async () => {
  const email = newEmail();
  const service = await makeService(app, {}, { title: "A logo" });
  const [first, second] = [
    await makeOrder(app, {
      email,
      items: [{ product: service }],
      createdAt: new Date("2026-03-01T10:00:00Z"),
    }),
    await makeOrder(app, {
      email,
      items: [{ product: service }],
      createdAt: new Date("2026-03-02T10:00:00Z"),
    }),
  ];
  const { cookie } = await proveBuyer(app, email);
  const line = ({ id, items }: typeof first) => ({ orderId: id, itemId: items[0]?.id });
  expect((await shelfOf(cookie)).deliveries).toMatchObject([
    { title: "A logo", work: [line(second), line(first)] },
  ]);
  await db.update(access).set({ revokedAt: new Date() }).where(eq(access.orderId, second.id));
  expect((await shelfOf(cookie)).deliveries).toMatchObject([{ work: [line(first)] }]);
});

test("an event is there with its date, place and link while one of its orders opens it", async () => {
  const email = newEmail();
  const event = await makeProduct(app, {
    type: "EVENT",
    title: "Live critique",
    eventStartsAt: new Date("2026-03-14T18:00:00Z"),
    eventEndsAt: new Date("2026-03-14T20:30:00Z"),
    eventZone: "Europe/Berlin",
    eventPlace: "Mitte 1, Berlin",
    eventLink: "https://meet.example.com/secret-room",
  });
  const order = await makeOrder(app, { email, items: [{ product: event }] });
  const { cookie } = await proveBuyer(app, email);
  expect((await shelfOf(cookie)).deliveries).toEqual([
    {
      productId: event.id,
      title: "Live critique",
      type: "EVENT",
      note: null,
      event: {
        eventStartsAt: "2026-03-14T18:00:00.000Z",
        eventEndsAt: "2026-03-14T20:30:00.000Z",
        eventZone: "Europe/Berlin",
        eventPlace: "Mitte 1, Berlin",
        eventLink: "https://meet.example.com/secret-room",
        isCancelled: false,
      },
      calendar: { orderId: order.id, itemId: order.items[0]?.id },
      work: [],
    },
  ]);
  await db.update(access).set({ revokedAt: new Date() }).where(eq(access.orderId, order.id));
  expect(JSON.stringify(await shelfOf(cookie))).not.toContain("secret-room");
});

test("a membership is there with its renewals; cancelled it stays open to the period's end, and no longer", async () => {
  const email = newEmail();
  const member = await joinMembership(app, { email });
  await passDays(app, 31);
  const proof = (await proveBuyer(app, email)).cookie;
  const joined = await shelfOf(proof);
  expect(joined).toMatchObject({
    isMember: true,
    orderCount: 2,
    memberships: [{ id: member.id, state: "ACTIVE" }],
  });
  expect(joined.memberships[0]).not.toHaveProperty("providerSubscriptionId");

  const params = { id: member.id };
  const body = { orderId: joined.memberships[0]!.orderId };
  expect((await app.call(cancelMembership, { params, body }, proof)).status).toBe(200);
  expect(await shelfOf(proof)).toMatchObject({
    isMember: true,
    memberships: [{ state: "ENDING", isOpen: true }],
  });
  // The proof ends with the period too: it is made anew.
  await passDays(app, 32);
  expect(await shelfOf((await proveBuyer(app, email)).cookie)).toMatchObject({
    isMember: false,
    memberships: [{ state: "ENDED", isOpen: false }],
    orders: [{ status: "PAID" }, { status: "PAID" }],
  });
});

test("500 orders: the newest 20 come with the shelf, the others page by page, each once", async () => {
  const email = newEmail();
  const product = await makeProduct(app);
  const { handle } = await makeCreator(app);
  const first = await makeOrder(app, {
    email,
    items: [{ product }],
    createdAt: new Date("2026-01-01T00:00:00Z"),
  });
  // Many at one moment: the order among them is theirs to keep.
  const { rows: others } = await pool.query<{ id: string }>(
    `with made as (
       insert into orders (owner_id, customer_id, product_id, status, total_cents, paid_at, created_at)
       select owner_id, customer_id, product_id, status, 0, paid_at, created_at + n / 7 * interval '1 day'
         from orders, generate_series(1, 499) n where id = $1 returning *)
     insert into order_items (order_id, owner_id, product_id, unit_price_cents, total_price_cents)
     select id, owner_id, product_id, 0, 0 from made returning order_id as id`,
    [first.id],
  );
  const made = [first, ...others].map(({ id }) => id);
  const stranger = await makeOrder(app, { items: [{ product }], createdAt: new Date(Date.UTC(2026, 11, 1)) });
  const { cookie } = await proveBuyer(app, email);
  const shelf = await shelfOf(cookie);
  expect(shelf).toMatchObject({ orderCount: 500 });
  const seen = shelf.orders;
  expect(seen).toHaveLength(20);
  const pageOf = async (creator: string, before: string) =>
    (await app.call(listLibraryOrders, { querystring: { creator, before } }, cookie)).body;
  for (;;) {
    const page = await pageOf(shelf.creator.handle, seen.at(-1)!.id);
    expect(page.length).toBeLessThanOrEqual(100);
    if (page.length === 0) break;
    seen.push(...page);
  }
  expect(new Set(seen.map(({ id }) => id))).toEqual(new Set(made));
  expect(seen).toHaveLength(500);
  const moments = seen.map(({ createdAt }) => createdAt);
  expect(moments).toEqual(moments.toSorted().toReversed());
  // Another's order begins no page, and neither does another creator's shelf.
  expect(await pageOf(shelf.creator.handle, stranger.id)).toEqual([]);
  expect(await pageOf(shelf.creator.handle, randomUUID())).toEqual([]);
  expect(await pageOf(handle, seen[0]!.id)).toEqual([]);
});

test("an address that began a checkout and bought nothing has an empty library", async () => {
  const order = await makeOrder(app, { status: "PENDING", browserHash: hashToken(newToken()) });
  expect(await shelvesOf((await proveBuyer(app, order.email)).cookie)).toEqual([]);
});
