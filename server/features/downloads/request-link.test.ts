import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listOrderDownloads, requestDownloadLink } from "#contract/downloads/downloads.ts";
import { access } from "#server/database/schema/access.ts";
import { orders } from "#server/database/schema/orders.ts";
import { newToken } from "#server/secrets/secrets.ts";
import { makeBoughtDownload } from "#tests/support/bought-download.ts";
import { downloading, type Proof } from "#tests/support/downloading.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { ask, tokenOf, countOf, get } = downloading(app);

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
        productType: "DOWNLOAD",
        fileType: "UPLOAD",
        fileName: "guide.pdf",
        fileSize: bought.data.length,
        buttonText: "Get it",
        downloadCount: expect.any(Number),
        maxDownloads: 3,
        expiresAt: bought.download.expiresAt!.toISOString(),
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

test("the link of a session, an event or a service opens on its day, however long after it was bought", async () => {
  const long = new Date(app.clock.now().getTime() - 200 * 86_400_000);
  const link = { digitalFileType: "LINK", digitalFileId: null } as const;
  for (const type of ["BOOKING_LINK", "EVENT", "SERVICE"] as const) {
    const bought = await makeBoughtDownload(app, {
      product: { ...link, type, digitalFileExternalUrl: "https://meet.example/room" },
      download: { expiresAt: long },
    });
    const listed = await app.call(
      listOrderDownloads,
      { querystring: { orderId: bought.order.id } },
      { headers: bought.receipt },
    );
    expect(listed.body).toMatchObject([{ expiresAt: null, isActive: true }]);
    expect(await ask(bought)).toMatchObject({ status: 200 });
  }
  const elsewhere = await makeBoughtDownload(app, {
    product: { ...link, type: "DOWNLOAD", digitalFileExternalUrl: "https://files.example/kit" },
    download: { expiresAt: long },
  });
  expect(await ask(elsewhere)).toMatchObject({ status: 403 });
});

test("the link of a session, an event or a service opens as often as it is needed; one to a file elsewhere is counted", async () => {
  const link = { digitalFileType: "LINK", digitalFileId: null } as const;
  const spent = { downloadCount: 3, maxDownloads: 3 };
  for (const type of ["BOOKING_LINK", "EVENT", "SERVICE"] as const) {
    const bought = await makeBoughtDownload(app, {
      product: { ...link, type, digitalFileExternalUrl: "https://meet.example/room" },
      download: spent,
    });
    for (let again = 0; again < 5; again += 1) {
      expect(await ask(bought)).toMatchObject({ status: 200 });
      app.clock.advance({ minutes: 11 });
    }
    const listed = await app.call(
      listOrderDownloads,
      { querystring: { orderId: bought.order.id } },
      { headers: bought.receipt },
    );
    expect(listed.body).toMatchObject([{ maxDownloads: null, downloadCount: 3, isActive: true }]);
  }
  const elsewhere = await makeBoughtDownload(app, {
    product: { ...link, type: "DOWNLOAD", digitalFileExternalUrl: "https://files.example/kit" },
    download: spent,
  });
  expect(await ask(elsewhere)).toMatchObject({ status: 403, body: { code: "LIMIT_REACHED" } });
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

test("of a hundred requests at once that are all downloads of their own, a limit of three lets three through", async () => {
  let readings = 0;
  const minutes11 = 11 * 60_000;
  // Every look at the clock finds it eleven minutes later, so that no request repeats another.
  const hurried = await testApp(
    {},
    {
      between: (services) => ({
        ...services,
        clock: { now: () => new Date(services.clock.now().getTime() + readings++ * minutes11) },
      }),
    },
  );
  const bought = await makeBoughtDownload(hurried, { product: { maxDownloads: 3 } });
  const there = downloading(hurried);
  const answers = await Promise.all(Array.from({ length: 100 }, () => there.ask(bought)));
  const granted = answers.filter(({ status }) => status === 200);
  expect(granted).toHaveLength(3);
  expect(new Set(granted.map(there.tokenOf)).size).toBe(3);
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(97);
  expect(await there.countOf(bought)).toBe(3);
});
