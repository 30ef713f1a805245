import { eq } from "drizzle-orm";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { createResumableUpload, uploadDigitalFile, uploadImage } from "#contract/files/files.ts";
import { images, users } from "#server/database/schema/accounts.ts";
import { storageUse, uploads } from "#server/database/schema/files.ts";
import { orders } from "#server/database/schema/orders.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { multipartOf } from "#tests/support/file-samples.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { sessionCookieOf } from "#tests/support/session-cookie.ts";
import { testApp, type TestApp } from "#tests/support/test-app.ts";
import { fileJobs } from "./jobs.ts";
import { refreshUnpaidAccounts } from "./storage-room.ts";
import { beginUpload } from "./upload-rows.ts";

const mib = 1024 ** 2;
const accountBytes = 10 * mib;
const totalBytes = 100 * mib;

let photo: Buffer;
beforeAll(async () => {
  photo = await sharp({ create: { width: 900, height: 700, channels: 3, background: "#e0502f" } })
    .jpeg()
    .toBuffer();
});

/** An installation of its own, since its unpaid accounts share one ceiling: 10 MiB each, 100 MiB together. */
const installation = (environment: NodeJS.ProcessEnv = {}) =>
  testApp({
    ...environment,
    UNPAID_STORAGE_GIB: String(10 / 1024),
    UNPAID_STORAGE_TOTAL_GIB: String(100 / 1024),
  });

const hold = (app: TestApp, ownerId: string, sizeBytes: number) =>
  beginUpload(app.services, {
    ownerId,
    fileName: "a.pdf",
    mimeType: "application/pdf",
    sizeBytes,
    receiver: null,
  });
const usedBy = async (app: TestApp, ownerId: string) =>
  (await app.services.db.select().from(storageUse).where(eq(storageUse.ownerId, ownerId)))[0]?.bytes ?? 0;
const accepted = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.filter(({ status }) => status === "fulfilled").length;
const runFileJobs = async (app: TestApp) => {
  for (const job of fileJobs) await job.handle(app.services, {});
};

/** Fills every account that it makes; leaves `leftBytes` of the shared room. */
async function fillShared(app: TestApp, leftBytes: number) {
  for (let left = totalBytes - leftBytes; left > 0; left -= accountBytes)
    await hold(app, (await makeCreator(app)).id, Math.min(left, accountBytes));
}

async function sell(app: TestApp, ownerId: string, priceCents: number) {
  return makeOrder(app, { items: [{ product: await makeProduct(app, { ownerId, priceCents }) }] });
}

async function send(
  app: TestApp,
  creator: { id: string },
  url: string,
  fileName: string,
  type: string,
  data: Buffer,
) {
  const body = multipartOf([{ fileName, type, data }]);
  const response = await app.app.inject({
    method: "POST",
    url,
    payload: body.payload,
    headers: { ...body.headers, cookie: await sessionCookieOf(app, creator) },
  });
  return {
    status: response.statusCode,
    body: response.json<{ message: string; code: string; storagePath: string }>(),
  };
}
const pdfOf = (bytes: number) => Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(bytes - 9)]);
const sendPdf = (app: TestApp, creator: { id: string }, bytes: number) =>
  send(app, creator, uploadDigitalFile.url, "a.pdf", "application/pdf", pdfOf(bytes));
const sendPhoto = (app: TestApp, creator: { id: string }) =>
  send(app, creator, `${uploadImage.url}?kind=post`, "photo.jpg", "image/jpeg", photo);
/** Over a real connection: tus answers past Fastify. */
async function askTus(app: TestApp, creator: { id: string }, method: string, path: string, headers = {}) {
  if (!app.app.server.listening) await app.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.app.server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { cookie: await sessionCookieOf(app, creator), "tus-resumable": "1.0.0", ...headers },
  });
}
const beginResumable = (app: TestApp, creator: { id: string }, bytes: number) =>
  askTus(app, creator, "POST", createResumableUpload.url, {
    "upload-length": String(bytes),
    "upload-metadata": `filename ${btoa("a.pdf")},filetype ${btoa("application/pdf")}`,
  });

const accountFull = {
  code: "STORAGE_FULL",
  message:
    "Without a paid plan or $100 of sales an account stores up to 0.01 GB, and this file does not fit. Files that nothing uses are removed after 30 days.",
};

test("a file sent at once is kept below an unpaid account's ceiling and refused with words above it", async () => {
  const app = await installation();
  const creator = await makeCreator(app);
  await hold(app, creator.id, 5 * mib);
  expect((await sendPdf(app, creator, 4 * mib)).status).toBe(200);
  expect(await usedBy(app, creator.id)).toBe(9 * mib);
  expect(await sendPdf(app, creator, mib + 1)).toMatchObject({ status: 413, body: accountFull });
  expect(await usedBy(app, creator.id)).toBe(9 * mib);
});

test("an upload in pieces may fill the ceiling to the byte, and not one more", async () => {
  const app = await installation();
  const creator = await makeCreator(app);
  const above = await beginResumable(app, creator, accountBytes + 1);
  expect(above.status).toBe(413);
  expect(await above.json()).toMatchObject(accountFull);
  expect((await beginResumable(app, creator, accountBytes - 1)).status).toBe(201);
  expect((await beginResumable(app, creator, 2)).status).toBe(413);
  expect((await beginResumable(app, creator, 1)).status).toBe(201);
  expect(await usedBy(app, creator.id)).toBe(accountBytes);
});

test("pictures count with every size they are stored in, and are refused without a trace where there is no room", async () => {
  const app = await installation();
  const [measured, creator] = [await makeCreator(app), await makeCreator(app)];
  expect((await sendPhoto(app, measured)).status).toBe(201);
  const [image] = await app.services.db.select().from(images).where(eq(images.ownerId, measured.id));
  const sizes = await Promise.all(
    image!.variants.map(({ storageKey }) => app.services.files.size(storageKey)),
  );
  const photoBytes = sizes.reduce<number>((sum, size) => sum + size!, 0);
  expect([image!.sizeBytes, await usedBy(app, measured.id)]).toEqual([photoBytes, photoBytes]);

  await hold(app, creator.id, accountBytes - photoBytes);
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => sendPhoto(app, creator)));
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([201, 413, 413, 413]);
  expect(await usedBy(app, creator.id)).toBe(accountBytes);
  const kept = [];
  for await (const { key } of app.services.files.list("images/")) kept.push(key);
  expect(kept).toHaveLength(2 * image!.variants.length);
});

test("of 20 uploads at once exactly as many begin as one account has room for", async () => {
  const app = await installation();
  const creator = await makeCreator(app);
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => hold(app, creator.id, 3 * mib)));
  expect(accepted(outcomes)).toBe(3);
  expect(await usedBy(app, creator.id)).toBe(9 * mib);
});

test("of 20 unpaid accounts at once exactly as many begin as they share room for, and a paying one is not asked to wait", async () => {
  const app = await installation();
  await fillShared(app, 7 * mib);
  const creators = await Promise.all(Array.from({ length: 20 }, () => makeCreator(app)));
  const outcomes = await Promise.allSettled(creators.map(({ id }) => hold(app, id, 2 * mib)));
  expect(accepted(outcomes)).toBe(3);
  expect(await sendPdf(app, creators[0]!, 2 * mib)).toMatchObject({
    status: 413,
    body: {
      code: "SHARED_STORAGE_FULL",
      message:
        "Without a paid plan or $100 of sales accounts share one storage, and it is used up. Please try again later.",
    },
  });
  await hold(app, (await makeCreator(app)).id, mib);

  const paying = await makeCreator(app, { givenPlan: "PRO" });
  const { pool } = app.services;
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock(hashtextextended('unpaid storage', 0))");
    await hold(app, paying.id, 500 * mib);
  } finally {
    await client.query("rollback");
    client.release();
  }
});

test("where there are no plans the ceiling stands, and its words speak of none", async () => {
  const app = await installation({ PLANS: "off" });
  const creator = await makeCreator(app);
  await expect(hold(app, creator.id, accountBytes + 1)).rejects.toMatchObject({
    status: 413,
    message: expect.stringContaining("With less than $100 of sales an account stores up to 0.01 GB"),
  });
});

test("one creator's full account blocks nobody else's", async () => {
  const app = await installation();
  const [full, other] = [await makeCreator(app), await makeCreator(app)];
  await hold(app, full.id, accountBytes);
  await expect(hold(app, full.id, 1)).rejects.toMatchObject({ status: 413, code: "STORAGE_FULL" });
  expect((await beginResumable(app, other, accountBytes)).status).toBe(201);
});

test("who has a plan or has sold for $100 has 50 GiB, and takes nothing of the shared room; a refund takes that back", async () => {
  const app = await installation();
  const [planned, seller, beginner] = [
    await makeCreator(app, { givenPlan: "PRO" }),
    await makeCreator(app),
    await makeCreator(app),
  ];
  const order = await sell(app, seller.id, 10_000);
  await sell(app, beginner.id, 9_999);
  await hold(app, planned.id, 500 * mib);
  await hold(app, seller.id, 500 * mib);
  await expect(hold(app, beginner.id, accountBytes + 1)).rejects.toMatchObject({ status: 413 });
  await fillShared(app, 0);

  await app.services.db.update(orders).set({ refundedCents: 1 }).where(eq(orders.id, order.id));
  await expect(hold(app, seller.id, 1)).rejects.toMatchObject({ status: 413, code: "STORAGE_FULL" });
});

test("what is stored is counted to the shared room for as long as its owner is unpaid", async () => {
  const app = await installation();
  const creator = await makeCreator(app);
  await hold(app, creator.id, accountBytes);
  await fillShared(app, accountBytes);
  const other = await makeCreator(app);
  await expect(hold(app, other.id, 1)).rejects.toMatchObject({ code: "SHARED_STORAGE_FULL" });

  await app.services.db.update(users).set({ givenPlan: "PRO" }).where(eq(users.id, creator.id));
  await refreshUnpaidAccounts(app.services);
  await hold(app, other.id, 1);
  await app.services.db.update(users).set({ givenPlan: "STARTER" }).where(eq(users.id, creator.id));
  await refreshUnpaidAccounts(app.services);
  await expect(hold(app, other.id, 1)).rejects.toMatchObject({ code: "SHARED_STORAGE_FULL" });
});

test("what ends, lapses or is removed gives its room back", async () => {
  const app = await installation();
  const creator = await makeCreator(app);
  const cancelled = await beginResumable(app, creator, accountBytes);
  const answer = await askTus(app, creator, "DELETE", String(cancelled.headers.get("location")));
  expect([answer.status, await usedBy(app, creator.id)]).toEqual([204, 0]);

  await hold(app, creator.id, accountBytes);
  app.clock.advance({ hours: 25 });
  await runFileJobs(app);
  expect(await usedBy(app, creator.id)).toBe(0);

  expect((await sendPdf(app, creator, 9 * mib)).status).toBe(200);
  expect((await sendPhoto(app, creator)).status).toBe(201);
  app.clock.advance({ days: 31 });
  await runFileJobs(app);
  expect(await usedBy(app, creator.id)).toBe(0);

  const refused = await hold(app, creator.id, accountBytes);
  await app.services.db
    .update(uploads)
    .set({ state: "REJECTED", refusal: "No PDF" })
    .where(eq(uploads.id, refused.id));
  expect(await usedBy(app, creator.id)).toBe(0);
  await hold(app, creator.id, accountBytes);
  await app.services.db.delete(users).where(eq(users.id, creator.id));
  expect(await app.services.db.$count(storageUse)).toBe(0);
});

test("a picture of before its size was written down is measured, and counts from then on", async () => {
  const app = await installation();
  const creator = await makeCreator(app);
  await sendPhoto(app, creator);
  const bytes = await usedBy(app, creator.id);
  await app.services.db.update(images).set({ sizeBytes: null });
  expect(await usedBy(app, creator.id)).toBe(0);
  await runFileJobs(app);
  expect(await usedBy(app, creator.id)).toBe(bytes);
});
