import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { renewDownload } from "#contract/downloads/downloads.ts";
import { orderEvents } from "#server/database/schema/order-events.ts";
import { products } from "#server/database/schema/catalog.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { makeBoughtDownload } from "#tests/support/bought-download.ts";
import { downloading } from "#tests/support/downloading.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { ask } = downloading(app);

test("a seller gives a buyer more time and their downloads anew", async () => {
  const bought = await makeBoughtDownload(app, { product: { maxDownloads: 1 } });
  const proof = { headers: bought.receipt };
  await ask(bought, proof);
  app.clock.advance({ days: 29, minutes: 11 });
  expect((await ask(bought, proof)).status).toBe(403);
  const seller = app.as({ id: bought.ownerId });
  const params = { id: bought.download.id };
  const reset = await seller.call(renewDownload, { params, body: { resetCount: true } });
  expect(reset).toMatchObject({
    status: 200,
    body: { downloadCount: 0, expiresAt: bought.download.expiresAt!.toISOString() },
  });
  expect((await ask(bought, proof)).status).toBe(200);
  app.clock.advance({ days: 2 });
  expect((await ask(bought, proof)).body).toMatchObject({ code: "EXPIRED" });
  const renewed = await seller.call(renewDownload, { params, body: { extendDays: 10, resetCount: true } });
  expect(Date.parse(renewed.body.expiresAt ?? "") - app.clock.now().getTime()).toBeGreaterThan(
    9.9 * 86_400_000,
  );
  expect((await ask(bought, proof)).status).toBe(200);
  await seller.call(renewDownload, { params, body: { isActive: false } });
  expect((await ask(bought, proof)).body).toMatchObject({ code: "UNAVAILABLE" });
});

test("a download without an end stays open for years, and gets no end by being extended", async () => {
  const bought = await makeBoughtDownload(app, { download: { expiresAt: null, maxDownloads: null } });
  const proof = { headers: bought.receipt };
  const params = { id: bought.download.id };
  const seller = app.as({ id: bought.ownerId });
  const extended = await seller.call(renewDownload, { params, body: { extendDays: 10 } });
  expect(extended.body).toMatchObject({ expiresAt: null });
  app.clock.advance({ days: 3_650 });
  expect((await ask(bought, proof)).status).toBe(200);
});

test("what has no days is sold without an end, and what has some ends with them", async () => {
  const product = await makeProduct(app, {
    type: "DOWNLOAD",
    digitalFileType: "LINK",
    digitalFileExternalUrl: "https://files.example/guide",
  });
  const [endless] = (await makeOrder(app, { items: [{ product }] })).downloads;
  expect(endless).toMatchObject({ expiresAt: null, maxDownloads: null });
  await app.services.db.update(products).set({ digitalExpirationDays: 2 }).where(eq(products.id, product.id));
  const [ending] = (await makeOrder(app, { items: [{ product }] })).downloads;
  expect(ending!.expiresAt!.getTime() - ending!.createdAt.getTime()).toBe(2 * 86_400_000);
});

test("a seller reaches only their own buyers", async () => {
  const bought = await makeBoughtDownload(app);
  const other = await makeBoughtDownload(app);
  const call = (as: { id: string }, id: string) =>
    app.as(as).call(renewDownload, { params: { id }, body: { resetCount: true } });
  const foreign = await call({ id: other.ownerId }, bought.download.id);
  expect(foreign.status).toBe(404);
  expect((await call({ id: other.ownerId }, crypto.randomUUID())).text).toBe(foreign.text);
  expect(
    (
      await app.call(
        renewDownload,
        { params: { id: bought.download.id }, body: {} },
        { cookies: bought.cookies },
      )
    ).status,
  ).toBe(401);
  expect(
    (
      await app
        .as({ id: bought.ownerId })
        .call(renewDownload, { params: { id: bought.download.id }, body: { extendDays: 0 } })
    ).status,
  ).toBe(422);
});

test("what a seller does for a buyer stands in the order's history, once for each change", async () => {
  const bought = await makeBoughtDownload(app);
  const seller = app.as({ id: bought.ownerId });
  const params = { id: bought.download.id };
  for (const body of [
    { extendDays: 7 },
    { isActive: true },
    { isActive: false },
    { isActive: false },
    { isActive: true },
    {},
  ])
    expect((await seller.call(renewDownload, { params, body })).status).toBe(200);
  const events = await app.services.db
    .select({ kind: orderEvents.kind, detail: orderEvents.detail })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, bought.order.id))
    .orderBy(orderEvents.id);
  const title = `Download of ${bought.product.title}`;
  expect(events).toEqual([
    { kind: "PAID", detail: { totalCents: 1_900 } },
    { kind: "DOWNLOADS_RESET", detail: { extendDays: 7, resetCount: false } },
    { kind: "ACCESS_REVOKED", detail: { title } },
    { kind: "ACCESS_RESTORED", detail: { title } },
  ]);
});
