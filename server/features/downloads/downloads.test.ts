import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { downloadFile, listOrderDownloads, renewDownload, requestDownloadLink } from "#contract/downloads.ts";
import { access } from "#server/database/schema/access.ts";
import { products } from "#server/database/schema/catalog.ts";
import { digitalDownloads } from "#server/database/schema/downloads.ts";
import { orderEvents, orders } from "#server/database/schema/orders.ts";
import { storeUpload } from "#server/features/files/store-upload.ts";
import { newToken } from "#server/secrets.ts";
import { makeBoughtDownload } from "#tests/support/bought-download.ts";
import { testApp, type TestApp } from "#tests/support/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

type Bought = Awaited<ReturnType<typeof makeBoughtDownload>>;
type Proof = { cookies?: Record<string, string>; headers?: Record<string, string> };

const ask = (
  bought: Bought,
  proof: Proof = { cookies: bought.cookies },
  body: { sessionToken?: string; customerId?: string } = {},
) => app.call(requestDownloadLink, { body: { downloadId: bought.download.id, ...body } }, proof);
const tokenOf = (answer: Awaited<ReturnType<typeof ask>>) => answer.body.downloadUrl.split("/").at(-1)!;
const countOf = async ({ download }: Bought) =>
  (await app.services.db.select().from(digitalDownloads).where(eq(digitalDownloads.id, download.id)))[0]
    ?.downloadCount;
const eventsOf = ({ order }: Bought) =>
  app.services.db
    .select()
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, order.id), eq(orderEvents.kind, "DOWNLOADED")));

async function get(token: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") {
  const response = await app.app.inject({ method, url: `/api/download/${token}`, headers });
  return {
    status: response.statusCode,
    headers: response.headers,
    data: response.rawPayload,
    text: response.body,
  };
}

describe("proof", () => {
  test("each of the three proofs lists the downloads and gets a link", async () => {
    const bought = await makeBoughtDownload(app, {
      product: { maxDownloads: 3, downloadButtonText: "Get it" },
    });
    for (const proof of [{ cookies: bought.cookies }, { headers: bought.receipt }]) {
      const listed = await app.call(listOrderDownloads, { querystring: { orderId: bought.order.id } }, proof);
      expect(listed.body).toEqual([
        {
          id: bought.download.id,
          productId: bought.product.id,
          orderId: bought.order.id,
          customerId: bought.customer.id,
          productTitle: bought.product.title,
          fileName: "guide.pdf",
          fileSize: bought.data.length,
          buttonText: "Get it",
          downloadCount: expect.any(Number),
          maxDownloads: 3,
          expiresAt: bought.download.expiresAt.toISOString(),
          lastDownloadAt: listed.body[0]!.lastDownloadAt,
          isActive: true,
        },
      ]);
      expect(await ask(bought, proof)).toMatchObject({
        status: 200,
        body: { success: true, fileName: "guide.pdf" },
      });
    }
    expect((await ask(bought, {}, { sessionToken: bought.sessionToken })).status).toBe(200);
    expect((await ask(bought, { headers: { authorization: `Bearer ${bought.sessionToken}` } })).status).toBe(
      200,
    );
    expect(await countOf(bought)).toBe(1);
  });

  test("without proof there is no list and no link, and what one proof opens is closed to another", async () => {
    const bought = await makeBoughtDownload(app);
    const other = await makeBoughtDownload(app);
    const unproven = await ask(bought, {});
    expect(unproven).toMatchObject({
      status: 401,
      body: { message: "Session token is required for secure download access." },
    });
    const foreign: [Proof, { sessionToken?: string; customerId?: string }][] = [
      [{ cookies: other.cookies }, {}],
      [{ headers: other.receipt }, {}],
      [{}, { sessionToken: other.sessionToken }],
      [{}, { sessionToken: newToken() }],
      [{ headers: { "x-order-proof": newToken() } }, {}],
      [{ cookies: bought.cookies }, { customerId: other.customer.id }],
    ];
    const unknown = await app.call(
      requestDownloadLink,
      { body: { downloadId: crypto.randomUUID() } },
      { cookies: other.cookies },
    );
    expect(unknown.status).toBe(404);
    for (const [proof, body] of foreign) expect((await ask(bought, proof, body)).text).toBe(unknown.text);
    for (const proof of [{}, { cookies: other.cookies }, { headers: other.receipt }]) {
      for (const orderId of [bought.order.id, crypto.randomUUID(), "", "' or 1=1", "x".repeat(100)]) {
        expect((await app.call(listOrderDownloads, { querystring: { orderId } }, proof)).body).toEqual([]);
      }
    }
    for (const downloadId of ["", "x", "../..", "%00"]) {
      expect(
        (await app.call(requestDownloadLink, { body: { downloadId } }, { cookies: other.cookies })).status,
      ).toBe(404);
    }
    expect(await countOf(bought)).toBe(0);
  });

  test("a session token that has ended opens nothing", async () => {
    const bought = await makeBoughtDownload(app);
    app.clock.advance({ hours: 25 });
    expect((await ask(bought, {}, { sessionToken: bought.sessionToken })).status).toBe(404);
    expect((await ask(bought)).status).toBe(200);
  });
});

describe("counting", () => {
  test("a hundred requests at a time are one download, and with three to spare the fourth time is refused", async () => {
    const bought = await makeBoughtDownload(app, { product: { maxDownloads: 3 } });
    for (let time = 1; time <= 3; time++) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => ask(bought)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(answers.map(tokenOf)).size).toBe(1);
      expect(await countOf(bought)).toBe(time);
      app.clock.advance({ minutes: 10, seconds: 1 });
    }
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(bought)));
    expect(answers.every(({ status }) => status === 403)).toBe(true);
    expect(answers[0]?.body).toMatchObject({
      message: "You have reached the maximum number of downloads for this file.",
    });
    expect(await countOf(bought)).toBe(3);
  });

  test("the last download can be repeated for ten minutes", async () => {
    const bought = await makeBoughtDownload(app, { product: { maxDownloads: 1 } });
    const first = tokenOf(await ask(bought));
    app.clock.advance({ minutes: 8 });
    expect(tokenOf(await ask(bought))).toBe(first);
    expect((await get(first)).status).toBe(200);
    app.clock.advance({ minutes: 1 });
    expect(tokenOf(await ask(bought))).toBe(first);
    expect(await countOf(bought)).toBe(1);
  });

  test("a refused request counts nothing and says why", async () => {
    const expired = await makeBoughtDownload(app, {
      download: { expiresAt: new Date(app.clock.now().getTime() - 1) },
    });
    const off = await makeBoughtDownload(app, { download: { isActive: false } });
    const disputed = await makeBoughtDownload(app);
    await app.services.db.update(orders).set({ disputed: true }).where(eq(orders.id, disputed.order.id));
    const revoked = await makeBoughtDownload(app);
    await app.services.db
      .update(access)
      .set({ revokedAt: new Date() })
      .where(eq(access.orderItemId, revoked.item.id));
    const bare = await makeBoughtDownload(app, { product: { digitalFileType: null, digitalFileId: null } });
    expect(await ask(expired)).toMatchObject({
      status: 403,
      body: { message: "This download has expired. Please contact support if you need access." },
    });
    for (const bought of [off, disputed, revoked, bare]) {
      expect(await ask(bought)).toMatchObject({
        status: 403,
        body: { message: "Download is currently unavailable." },
      });
      expect(await countOf(bought)).toBe(0);
    }
  });
});

describe("the link", () => {
  test("sends the file as an attachment that no browser runs, and writes one line of history however often it is fetched", async () => {
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
    for (let byte = 0; byte < 200; byte++)
      expect((await get(token, { range: `bytes=${byte}-${byte}` })).data[0]).toBe(data[byte]);
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

  test("starts within five minutes, then goes on for a day", async () => {
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

  test("closes with the right to it", async () => {
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

  test("brings the newest version to past buyers, and never joins two", async () => {
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

  test("leads to a file kept elsewhere without saying from where", async () => {
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
    ['a"\r\nX-Evil: 1.pdf', 'attachment; filename="a_X-Evil_ 1.pdf"'],
    [
      "Grüße 你好.pdf",
      "attachment; filename=\"Gr??e ??.pdf\"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%E4%BD%A0%E5%A5%BD.pdf",
    ],
    ["../../etc/x.pdf", "attachment; filename=x.pdf"],
  ])("carries the name %j safely", async (digitalFileName, header) => {
    const bought = await makeBoughtDownload(app, { product: { digitalFileName } });
    const answer = await get(tokenOf(await ask(bought)));
    expect(answer.headers["x-evil"]).toBeUndefined();
    expect(answer.headers["content-disposition"]).toBe(header);
  });

  test("is 404 for every token that is none", async () => {
    for (const token of ["x", newToken(), "%00", "..%2f", "a".repeat(100)])
      expect((await get(token)).status).toBe(404);
    expect((await app.call(downloadFile, { params: { token: newToken() } })).body).toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

describe("the seller", () => {
  test("gives a buyer more time and their downloads anew", async () => {
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
      body: { downloadCount: 0, expiresAt: bought.download.expiresAt.toISOString() },
    });
    expect((await ask(bought, proof)).status).toBe(200);
    app.clock.advance({ days: 2 });
    expect((await ask(bought, proof)).body).toMatchObject({ code: "EXPIRED" });
    const renewed = await seller.call(renewDownload, { params, body: { extendDays: 10, resetCount: true } });
    expect(Date.parse(renewed.body.expiresAt) - app.clock.now().getTime()).toBeGreaterThan(9.9 * 86_400_000);
    expect((await ask(bought, proof)).status).toBe(200);
    await seller.call(renewDownload, { params, body: { isActive: false } });
    expect((await ask(bought, proof)).body).toMatchObject({ code: "UNAVAILABLE" });
  });

  test("reaches only their own buyers", async () => {
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
});
