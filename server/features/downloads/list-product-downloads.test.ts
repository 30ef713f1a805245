import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listProductDownloads } from "#contract/downloads/downloads.ts";
import { access } from "#server/database/schema/access.ts";
import { customers, orders } from "#server/database/schema/orders.ts";
import { makeBoughtDownload } from "#tests/support/bought-download.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db, clock } = app.services;
const inDays = (days: number) => new Date(clock.now().getTime() + days * 86_400_000);

/** A product with a file; `sell` sells it, `list` reads who bought it. */
async function makeSold() {
  const creator = await makeCreator(app);
  const product = await makeProduct(app, { ownerId: creator.id, type: "DOWNLOAD", title: "Grid kit" });
  const sell = (
    customerName: string,
    download = { maxDownloads: 3 as number | null, expiresAt: inDays(30) },
    createdAt = clock.now(),
  ) => makeOrder(app, { items: [{ product, download }], customerName, createdAt });
  const list = (querystring: { q?: string; page?: number; perPage?: number } = {}) =>
    app.as(creator).call(listProductDownloads, { params: { id: product.id }, querystring });
  return { creator, product, sell, list };
}

test("a creator sees who bought a file, how often it was fetched, and what became of each download", async () => {
  const { sell, list, product } = await makeSold();
  const open = await sell("Ana");
  await sell("Ben", { maxDownloads: null, expiresAt: inDays(-1) });
  const full = await sell("Cleo");
  const off = await sell("Dora");
  const disputed = await sell("Emil");
  const revoked = await sell("Finn");
  const fetchedAt = clock.now();
  const { pool } = app.services;
  await pool.query(
    "update digital_downloads set download_count = 3, last_download_at = $2 where order_id = $1",
    [full.id, fetchedAt],
  );
  await pool.query("update digital_downloads set is_active = false where order_id = $1", [off.id]);
  await db.update(orders).set({ disputed: true }).where(eq(orders.id, disputed.id));
  await db.update(access).set({ revokedAt: fetchedAt }).where(eq(access.orderId, revoked.id));
  const { status, body, text } = await list();
  expect(status).toBe(200);
  expect(body.productTitle).toBe(product.title);
  expect(body.total).toBe(6);
  expect(Object.fromEntries(body.downloads.map(({ buyer, state }) => [buyer.name, state]))).toEqual({
    Ana: "OPEN",
    Ben: "EXPIRED",
    Cleo: "LIMIT_REACHED",
    Dora: "REVOKED",
    Emil: "CLOSED",
    Finn: "CLOSED",
  });
  expect(body.downloads.find(({ orderId }) => orderId === full.id)).toEqual({
    id: full.downloads[0]!.id,
    orderId: full.id,
    buyer: { name: "Cleo", email: full.email },
    state: "LIMIT_REACHED",
    downloadCount: 3,
    maxDownloads: 3,
    expiresAt: full.downloads[0]!.expiresAt!.toISOString(),
    lastDownloadAt: fetchedAt.toISOString(),
    boughtAt: full.downloads[0]!.createdAt.toISOString(),
  });
  for (const secret of ["ipAddress", "userAgent", "token", open.paymentIntentId!])
    expect(text).not.toContain(secret);
});

test("a search finds names, addresses and orders in any case; what it leaves out is not counted", async () => {
  const { sell, list } = await makeSold();
  const ana = await sell("Ana Lima");
  await sell("Ben Ode");
  const found = async (q: string) => {
    const { body } = await list({ q });
    return [body.total, ...body.downloads.map(({ buyer }) => buyer.name)];
  };
  expect(await found("lima ANA")).toEqual([1, "Ana Lima"]);
  expect(await found(ana.email.toUpperCase())).toEqual([1, "Ana Lima"]);
  expect(await found(ana.id)).toEqual([1, "Ana Lima"]);
  expect(await found("%")).toEqual([0]);
  expect(await found("' or 1=1 --")).toEqual([0]);
});

test("pages are disjoint and whole, the newest order first", async () => {
  const { sell, list } = await makeSold();
  for (let day = 1; day <= 7; day++) await sell(`Buyer ${day}`, undefined, inDays(-day));
  const pages = await Promise.all([1, 2, 3, 4].map((page) => list({ page, perPage: 3 })));
  expect(pages.map(({ body }) => body.downloads.map(({ buyer }) => buyer.name))).toEqual([
    ["Buyer 1", "Buyer 2", "Buyer 3"],
    ["Buyer 4", "Buyer 5", "Buyer 6"],
    ["Buyer 7"],
    [],
  ]);
});

test("another creator's product answers as one that does not exist, and its buyers stay unknown", async () => {
  const bought = await makeBoughtDownload(app);
  const [buyer] = await db.select().from(customers).where(eq(customers.id, bought.customer.id));
  const stranger = app.as(await makeCreator(app));
  const ask = (id: string) => stranger.call(listProductDownloads, { params: { id }, querystring: {} });
  const foreign = await ask(bought.product.id);
  expect(foreign.status).toBe(404);
  expect(foreign.text).toBe((await ask(crypto.randomUUID())).text);
  expect(foreign.text).not.toContain(buyer!.email);
});
