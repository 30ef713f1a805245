import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { signOutMember } from "#contract/buyers/buyers.ts";
import { getAccess } from "#contract/courses/courses.ts";
import { anyBuyer } from "#contract/any-buyer.ts";
import { getLibrary, listLibraryOrders, listMemberDownloads } from "#contract/library/library.ts";
import { cancelMembership } from "#contract/memberships/memberships.ts";
import { refundOrder } from "#contract/orders/orders-admin.ts";
import { getOrderByPaymentIntent } from "#contract/orders/orders.ts";
import { listMemberPosts } from "#contract/posts/posts.ts";
import { progress } from "#server/database/schema/learning.ts";
import { customers, orders } from "#server/database/schema/orders.ts";
import { posts } from "#server/database/schema/posts.ts";
import { hashToken, newToken } from "#server/secrets/secrets.ts";
import { proveAddress } from "#tests/support/bought-course.ts";
import { makeCourse } from "#tests/support/course-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { joinMembership, passDays } from "#tests/support/membership.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { buyOrder } from "#tests/support/paid-order.ts";
import { takeFree } from "#tests/support/take-free.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;
const newEmail = () => `buyer-${randomUUID().slice(0, 8)}@example.com`;
const everything = { querystring: {} };

test("a membership that was paid in this browser opens the members' room in it, and nowhere else", async () => {
  const { browser, product, id, orderId } = await joinMembership(app, { email: newEmail() });
  const { ownerId, id: productId } = product;
  await db.insert(posts).values({ ownerId, productId, title: "For members", publishedAt: app.clock.now() });
  const { email, shelves } = (await browser.call(getLibrary, {})).body;
  expect(email).toBeNull();
  expect(shelves).toMatchObject([
    { isMember: true, memberships: [{ id, state: "ACTIVE" }], orders: [{ id: orderId, isOfAddress: false }] },
  ]);
  expect((await browser.call(listMemberPosts, everything)).body.posts).toMatchObject([
    { title: "For members" },
  ]);
  expect((await app.browser().call(getLibrary, {})).status).toBe(401);
  expect((await app.browser().call(listMemberPosts, everything)).status).toBe(401);

  await browser.call(cancelMembership, { params: { id }, body: { orderId } });
  await passDays(app, 29);
  const ended = (await browser.call(getLibrary, {})).body.shelves;
  app.clock.advance({ days: 3 });
  expect(ended).toMatchObject([{ isMember: true, memberships: [{ state: "ENDING" }] }]);
  expect((await browser.call(getLibrary, {})).status).toBe(401);
});

test("what was taken for nothing with somebody else's address shows nothing of theirs, nor that there is anything", async () => {
  const victim = newEmail();
  const creator = await makeCreator(app);
  const gift = await makeCourse(app, { ownerId: creator.id, priceCents: 0 });
  const kit = await makeProduct(app, {
    ownerId: creator.id,
    type: "DOWNLOAD",
    digitalFileType: "LINK",
    digitalFileExternalUrl: "https://example.com/secret-kit",
  });
  const club = await makeProduct(app, { ownerId: creator.id, type: "MEMBERSHIP" });
  await db
    .insert(posts)
    .values({ ownerId: creator.id, productId: club.id, title: "Secret", publishedAt: app.clock.now() });
  const known = await makeOrder(app, {
    email: victim,
    items: [{ product: gift }, { product: kit }, { product: club }],
  });
  const lessonId = gift.lessons[0]?.id ?? "";
  const noted = { orderId: known.id, customerId: known.customerId, lessonId };
  await db.insert(progress).values({ ...noted, completed: true, completedAt: app.clock.now() });

  /** What a stranger sees who takes the gift with this address; without what differs by its being another order. */
  const seenWith = async (email: string) => {
    const browser = app.browser();
    const orderId = await takeFree(browser, gift.id, email);
    const library = await browser.call(getLibrary, {});
    const seen = {
      library: library.body,
      files: (await browser.call(listMemberDownloads, {})).body,
      posts: (await browser.call(listMemberPosts, everything)).body,
      older: (
        await browser.call(listLibraryOrders, { querystring: { creator: creator.handle, before: orderId } })
      ).body,
      before: (
        await browser.call(listLibraryOrders, { querystring: { creator: creator.handle, before: known.id } })
      ).body,
    };
    const number = library.body.shelves[0]?.orders[0]?.number;
    return JSON.stringify(seen)
      .replaceAll(orderId, "the order")
      .replaceAll(`"number":${number}`, "")
      .replaceAll(/"createdAt":"[^"]*"/g, "");
  };
  const ofVictim = await seenWith(victim);
  expect(ofVictim).toBe(await seenWith(newEmail()));
  for (const secret of [victim, known.id, "secret-kit", "Secret", club.id])
    expect(ofVictim).not.toContain(secret);
  expect(ofVictim).toContain('"completedCount":0,"isStarted":false');
});

test("a browser in which two people paid shows both orders, and neither address", async () => {
  const token = newToken();
  const [one, other] = [newEmail(), newEmail()];
  for (const email of [one, other]) await makeOrder(app, { email, browserHash: hashToken(token) });
  await makeOrder(app, { email: one });
  const { body, text } = await app.call(getLibrary, {}, { cookies: { co: token } });
  expect(body.shelves.flatMap(({ orders }) => orders)).toHaveLength(2);
  expect(text).not.toContain(one);
  expect(text).not.toContain(other);
});

test("beside a proved address stands what was paid in this browser with another one, and is told apart", async () => {
  const token = newToken();
  const mine = await makeOrder(app, { email: newEmail() });
  const here = await makeOrder(app, { email: newEmail(), browserHash: hashToken(token) });
  const { cookies } = await proveAddress(app, mine.customerId);
  const library = (await app.call(getLibrary, {}, { cookies: { ...cookies, co: token } })).body;
  expect(library.email).toBe(mine.email);
  const listed = library.shelves.flatMap(({ orders }) => orders);
  expect(Object.fromEntries(listed.map(({ id, isOfAddress }) => [id, isOfAddress]))).toEqual({
    [mine.id]: true,
    [here.id]: false,
  });
});

test("a refund, a dispute, a forgotten buyer and 30 days close in this browser what they close everywhere", async () => {
  const bought = await buyOrder(app, {});
  const shelf = async () => (await bought.browser.call(getLibrary, {})).body.shelves?.[0];
  await db.update(orders).set({ disputed: true }).where(eq(orders.id, bought.id));
  expect(await shelf()).toMatchObject({ courses: [], orders: [{ status: "PAID" }] });
  await db.update(orders).set({ disputed: false }).where(eq(orders.id, bought.id));
  await bought.seller.call(refundOrder, {
    params: { id: bought.id },
    body: { idempotencyKey: randomUUID() },
  });
  expect(await shelf()).toMatchObject({ courses: [], orders: [{ status: "REFUNDED" }] });
  await db.update(customers).set({ erasedAt: app.clock.now() }).where(eq(customers.email, bought.email));
  expect((await bought.browser.call(getLibrary, {})).status).toBe(401);

  const late = await buyOrder(app, {});
  app.clock.advance({ days: 30, seconds: 1 });
  expect((await late.browser.call(getLibrary, {})).status).toBe(401);
});

test("'Not you?' takes from a browser all that it opens, also from a copy of its cookie, and from no other browser", async () => {
  const course = await makeCourse(app);
  const token = newToken();
  const [elsewhere, here] = [newToken(), { cookies: { co: token } }];
  const order = await makeOrder(app, { items: [{ product: course }], browserHash: hashToken(token) });
  await makeOrder(app, { items: [{ product: course }], browserHash: hashToken(elsewhere) });
  const opens = async (proof: { cookies: { co: string } }) => {
    const params = { productId: course.id, email: anyBuyer };
    return (await app.call(getAccess, { params }, proof)).body.hasAccess;
  };
  const orderPage = [
    getOrderByPaymentIntent,
    {
      params: { paymentIntentId: order.paymentIntentId ?? "" },
      querystring: { customer_email: anyBuyer },
    },
  ] as const;
  expect(await opens(here)).toBe(true);
  expect((await app.call(...orderPage, here)).status).toBe(200);
  expect((await app.call(signOutMember, {}, here)).status).toBe(200);
  expect(await opens(here)).toBe(false);
  expect((await app.call(getLibrary, {}, here)).status).toBe(401);
  expect((await app.call(...orderPage, here)).status).toBe(404);
  expect(await opens({ cookies: { co: elsewhere } })).toBe(true);
});
