import { eq } from "drizzle-orm";
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { getAccess } from "#contract/courses/courses.ts";
import { anyBuyer } from "#contract/any-buyer.ts";
import { listOrderDownloads } from "#contract/downloads/downloads.ts";
import { getMember } from "#contract/buyers/buyers.ts";
import { customers } from "#server/database/schema/orders.ts";
import { newToken } from "#server/secrets/secrets.ts";
import { makeBoughtCourse, type Proof } from "#tests/support/bought-course.ts";
import { makeBoughtDownload } from "#tests/support/bought-download.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;

const opens = async (productId: string, proof: Proof) =>
  (await app.call(getAccess, { params: { productId, email: anyBuyer } }, proof)).body.hasAccess;
const downloadsOf = async (orderId: string, proof: Proof) =>
  (await app.call(listOrderDownloads, { querystring: { orderId } }, proof)).body.length;

test("of a bearer token and a cookie each opens what it proves, whatever the other is", async () => {
  const [one, other] = [await makeBoughtCourse(app), await makeBoughtCourse(app)];
  const stale = { headers: { authorization: `Bearer ${newToken()}` }, cookies: { buyer: newToken() } };
  const both = { ...one.proofs.bearer, ...other.proofs.verified };
  expect(await opens(one.course.id, both)).toBe(true);
  expect(await opens(other.course.id, both)).toBe(true);
  expect(await opens(one.course.id, { ...stale, ...one.proofs.bearer })).toBe(true);
  expect(await opens(other.course.id, { ...stale, ...other.proofs.verified })).toBe(true);
  expect(await opens(one.course.id, stale)).toBe(false);
});

test("a browser's proof of an order ends after 30 days, the receipt's does not", async () => {
  const bought = await makeBoughtDownload(app);
  app.clock.advance({ days: 29 });
  expect(await downloadsOf(bought.order.id, { cookies: bought.cookies })).toBe(1);
  app.clock.advance({ days: 1, seconds: 1 });
  expect(await downloadsOf(bought.order.id, { cookies: bought.cookies })).toBe(0);
  expect(await downloadsOf(bought.order.id, { headers: bought.receipt })).toBe(1);
});

test("a receipt that was mailed before keys had purposes still opens its order, and no other", async () => {
  const [bought, other] = [await makeBoughtDownload(app), await makeBoughtDownload(app)];
  const mailed = (id: string) =>
    createHmac("sha256", app.services.secret).update(`receipt\0${id}`).digest("base64url");
  const opened = (id: string) =>
    downloadsOf(bought.order.id, { headers: { "x-order-proof": mailed(id), "x-order-id": bought.order.id } });
  expect(await opened(bought.order.id)).toBe(1);
  expect(await opened(other.order.id)).toBe(0);
});

test("who has been forgotten opens nothing with what they kept", async () => {
  const { course, order, proofs } = await makeBoughtCourse(app);
  const bought = await makeBoughtDownload(app);
  for (const id of [order.customerId, bought.customer.id])
    await db.update(customers).set({ erasedAt: app.clock.now() }).where(eq(customers.id, id));
  for (const proof of Object.values(proofs)) {
    expect(await opens(course.id, proof)).toBe(false);
    expect((await app.call(getMember, {}, proof)).status).toBe(401);
  }
  const bearer = { headers: { authorization: `Bearer ${bought.sessionToken}` } };
  for (const proof of [{ cookies: bought.cookies }, { headers: bought.receipt }, bearer])
    expect(await downloadsOf(bought.order.id, proof)).toBe(0);
});
