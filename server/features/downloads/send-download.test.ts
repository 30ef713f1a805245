import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  downloadFile,
  listOrderDownloads,
  renewDownload,
  requestDownloadLink,
} from "#contract/downloads/downloads.ts";
import { refundOrder } from "#contract/orders/orders-admin.ts";
import { buildApp } from "#server/app.ts";
import { access } from "#server/database/schema/access.ts";
import { products } from "#server/database/schema/catalog.ts";
import { digitalDownloads } from "#server/database/schema/downloads.ts";
import { orders } from "#server/database/schema/orders.ts";
import { storeUpload } from "#server/features/files/store-upload.ts";
import { newToken } from "#server/secrets/secrets.ts";
import { makeBoughtDownload } from "#tests/support/bought-download.ts";
import { deliverWebhooks, openCheckout, pay } from "#tests/support/buy.ts";
import { downloading } from "#tests/support/downloading.ts";
import { goodFiles } from "#tests/support/file-samples.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { ask, tokenOf, countOf, eventsOf, get } = downloading(app);

type Bought = Awaited<ReturnType<typeof makeBoughtDownload>>;

test("a link sends the file as an attachment that no browser runs, and writes one line of history however often it is fetched", async () => {
  const data = randomBytes(300_000);
  const bought = await makeBoughtDownload(app, { data });
  const token = tokenOf(await ask(bought));
  const head = await get(token, {}, "HEAD");
  expect([head.status, head.headers["content-length"], head.data.length]).toEqual([
    200,
    String(data.length),
    0,
  ]);
  expect(await eventsOf(bought)).toHaveLength(0);
  const whole = await get(token);
  expect(whole.status).toBe(200);
  expect(data.equals(whole.data)).toBe(true);
  expect(whole.headers).toMatchObject({
    "content-disposition": "attachment; filename=guide.pdf",
    "content-type": "application/pdf",
    "content-security-policy": "sandbox; default-src 'none'",
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
    "accept-ranges": "bytes",
  });
  const rest = await get(token, { range: "bytes=299990-" });
  expect([rest.status, rest.headers["content-range"], rest.data.length]).toEqual([
    206,
    "bytes 299990-299999/300000",
    10,
  ]);
  expect((await get(token, { range: "bytes=300000-" })).status).toBe(416);
  expect(await eventsOf(bought)).toHaveLength(1);
  expect(await countOf(bought)).toBe(1);
});

test("what browsers would open as a page or a program is saved, too", async () => {
  const files = (await goodFiles()).filter(({ name }) =>
    ["notes.md", "table.csv", "motion.json", "warm.xmp", "logo.ai", "sans.otf"].includes(name),
  );
  expect(files).toHaveLength(6);
  for (const { name, type, data } of files) {
    const bought = await makeBoughtDownload(app, { data, originalName: name, mimeType: type });
    const { status, headers } = await get(tokenOf(await ask(bought)));
    expect(status, name).toBe(200);
    expect(headers, name).toMatchObject({
      "content-disposition": `attachment; filename=${name}`,
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
    });
  }
});

test("a link starts within five minutes, then goes on for a day", async () => {
  const bought = await makeBoughtDownload(app);
  const late = tokenOf(await ask(bought));
  app.clock.advance({ minutes: 5, seconds: 1 });
  expect((await get(late)).status).toBe(404);
  app.clock.advance({ minutes: 10 });
  const intime = tokenOf(await ask(bought));
  expect(intime).not.toBe(late);
  expect((await get(intime)).status).toBe(200);
  app.clock.advance({ hours: 23 });
  expect((await get(intime, { range: "bytes=0-3" })).status).toBe(206);
  app.clock.advance({ hours: 2 });
  expect((await get(intime)).status).toBe(404);
});

test("a link that has begun keeps its day when it is asked for again", async () => {
  const bought = await makeBoughtDownload(app);
  const token = tokenOf(await ask(bought));
  expect((await get(token)).status).toBe(200);
  expect(tokenOf(await ask(bought))).toBe(token);
  app.clock.advance({ hours: 23, minutes: 59 });
  expect((await get(token)).status).toBe(200);
});

test("a link closes with the right to it", async () => {
  for (const end of [
    (bought: Bought) =>
      app.services.db
        .update(digitalDownloads)
        .set({ isActive: false })
        .where(eq(digitalDownloads.id, bought.download.id)),
    (bought: Bought) =>
      app.services.db
        .update(access)
        .set({ revokedAt: new Date() })
        .where(eq(access.orderId, bought.order.id)),
    (bought: Bought) =>
      app.services.db.update(orders).set({ disputed: true }).where(eq(orders.id, bought.order.id)),
  ]) {
    const bought = await makeBoughtDownload(app);
    const token = tokenOf(await ask(bought));
    expect((await get(token)).status).toBe(200);
    await end(bought);
    expect((await get(token)).status).toBe(403);
    expect((await ask(bought)).status).toBe(403);
  }
});

test("a link brings the newest version to past buyers, and never joins two", async () => {
  const bought = await makeBoughtDownload(app, { data: Buffer.from("%PDF version one") });
  const token = tokenOf(await ask(bought));
  const { headers } = await get(token);
  const second = await storeUpload(app.services, {
    ownerId: bought.ownerId,
    originalName: "guide 2.pdf",
    mimeType: "application/pdf",
    data: Buffer.from("%PDF version two!"),
  });
  await app.services.db
    .update(products)
    .set({ digitalFileId: second.id })
    .where(eq(products.id, bought.product.id));
  const resumed = await get(token, { range: "bytes=5-", "if-range": String(headers.etag) });
  expect([resumed.status, resumed.text]).toEqual([200, "%PDF version two!"]);
  expect(resumed.headers["content-disposition"]).toBe('attachment; filename="guide 2.pdf"');
  expect((await get(token, { range: "bytes=5-", "if-range": String(resumed.headers.etag) })).text).toBe(
    "version two!",
  );
});

test("a link leads to a file kept elsewhere without saying from where", async () => {
  const bought = await makeBoughtDownload(app, {
    product: {
      digitalFileType: "LINK",
      digitalFileId: null,
      digitalFileExternalUrl: "https://files.example.com/a%20b.zip?x=1",
    },
  });
  expect(
    (
      await app.call(
        listOrderDownloads,
        { querystring: { orderId: bought.order.id } },
        { cookies: bought.cookies },
      )
    ).body[0],
  ).toMatchObject({ fileSize: null, isActive: true });
  const answer = await get(tokenOf(await ask(bought)));
  expect(answer).toMatchObject({
    status: 302,
    headers: { location: "https://files.example.com/a%20b.zip?x=1", "referrer-policy": "no-referrer" },
  });
  expect(await eventsOf(bought)).toHaveLength(1);
});

test.each([
  ['a"\r\nX-Evil: 1.pdf', `attachment; filename="a_X-Evil_ 1.pdf"; filename*=UTF-8''a%22X-Evil_%201.pdf`],
  [
    "نامه‌ها.pdf",
    "attachment; filename=file.pdf; filename*=UTF-8''%D9%86%D8%A7%D9%85%D9%87%E2%80%8C%D9%87%D8%A7.pdf",
  ],
  [
    "Grüße 你好.pdf",
    "attachment; filename=\"Gru_e __.pdf\"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%E4%BD%A0%E5%A5%BD.pdf",
  ],
  ["../../etc/x.pdf", "attachment; filename=x.pdf"],
])("a link carries the name %j safely", async (digitalFileName, header) => {
  const bought = await makeBoughtDownload(app, { product: { digitalFileName } });
  const answer = await get(tokenOf(await ask(bought)));
  expect(answer.headers["x-evil"]).toBeUndefined();
  expect(answer.headers["content-disposition"]).toBe(header);
});

test("a link is 404 for every token that is none", async () => {
  for (const token of ["x", newToken(), "%00", "..%2f", "a".repeat(100)])
    expect((await get(token)).status).toBe(404);
  expect((await app.call(downloadFile, { params: { token: newToken() } })).body).toMatchObject({
    code: "NOT_FOUND",
  });
});

test("a thousand ranges of one byte are one download", async () => {
  const data = randomBytes(1_000);
  const bought = await makeBoughtDownload(app, { data, product: { maxDownloads: 1 } });
  const token = tokenOf(await ask(bought));
  const parts = await Promise.all(
    Array.from({ length: 1_000 }, (_, byte) => get(token, { range: `bytes=${byte}-${byte}` })),
  );
  expect(parts.every(({ status }) => status === 206)).toBe(true);
  expect(data.equals(Buffer.concat(parts.map(({ data }) => data)))).toBe(true);
  expect(await countOf(bought)).toBe(1);
  expect(await eventsOf(bought)).toHaveLength(1);
});

test("a download that was interrupted goes on where it stopped, free of charge, also after a restart", async () => {
  const data = randomBytes(200_000);
  const bought = await makeBoughtDownload(app, { data, product: { maxDownloads: 1 } });
  const token = tokenOf(await ask(bought));
  const begun = await get(token);
  const kept = begun.data.subarray(0, 70_000);
  const restarted = await buildApp(app.services);
  app.clock.advance({ hours: 3 });
  const rest = await restarted.inject({
    url: `/api/download/${token}`,
    headers: { range: "bytes=70000-", "if-range": String(begun.headers.etag) },
  });
  await restarted.close();
  expect(rest.statusCode).toBe(206);
  expect(data.equals(Buffer.concat([kept, rest.rawPayload]))).toBe(true);
  expect(await countOf(bought)).toBe(1);
});

test("a link of a refunded order is dead at once, also one that has begun", async () => {
  const { id: ownerId } = await makeCreator(app);
  const upload = await storeUpload(app.services, {
    ownerId,
    originalName: "guide.pdf",
    mimeType: "application/pdf",
    data: Buffer.from("%PDF-1.7"),
  });
  const product = await makeProduct(app, {
    ownerId,
    type: "DOWNLOAD",
    digitalFileType: "UPLOAD",
    digitalFileId: upload.id,
  });
  const browser = app.browser();
  await pay(browser, await openCheckout(browser, product.id));
  await deliverWebhooks(app);
  const [download] = await app.services.db
    .select()
    .from(digitalDownloads)
    .where(eq(digitalDownloads.productId, product.id));
  const request = () => browser.call(requestDownloadLink, { body: { downloadId: download!.id } });
  const token = tokenOf(await request());
  expect((await get(token, { range: "bytes=0-3" })).status).toBe(206);
  const refunded = await app.as({ id: ownerId }).call(refundOrder, {
    params: { id: download!.orderId },
    body: { idempotencyKey: "the-whole-order-back" },
  });
  expect(refunded.status).toBe(200);
  expect((await get(token, { range: "bytes=4-" })).status).toBe(403);
  expect((await request()).status).toBe(403);
});

test("a seller's revocation stops links that have begun, and restoring opens them again", async () => {
  const bought = await makeBoughtDownload(app);
  const token = tokenOf(await ask(bought));
  expect((await get(token, { range: "bytes=0-3" })).status).toBe(206);
  const seller = app.as({ id: bought.ownerId });
  const params = { id: bought.download.id };
  await seller.call(renewDownload, { params, body: { isActive: false } });
  const [again, ranges] = await Promise.all([
    ask(bought),
    Promise.all(Array.from({ length: 20 }, () => get(token, { range: "bytes=4-" }))),
  ]);
  expect(again.status).toBe(403);
  expect(new Set(ranges.map(({ status }) => status))).toEqual(new Set([403]));
  await seller.call(renewDownload, { params, body: { isActive: true } });
  expect((await get(token, { range: "bytes=4-" })).status).toBe(206);
  expect(await countOf(bought)).toBe(1);
});
