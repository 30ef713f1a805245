import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { announceFile, getFileNews } from "#contract/downloads/downloads.ts";
import { access } from "#server/database/schema/access.ts";
import { products } from "#server/database/schema/catalog.ts";
import { fileAnnouncements } from "#server/database/schema/downloads.ts";
import { mailbox, mailOutbox } from "#server/database/schema/delivery.ts";
import { customers, orders } from "#server/database/schema/orders.ts";
import { storeUpload } from "#server/features/files/store-upload.ts";
import { keyedToken } from "#server/secrets/secrets.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { queueAnnouncement } from "./announce-file.ts";

const app = await testApp();
const { db, secret } = app.services;
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000);

/** A product with a file; buyers of an hour ago, and a new version since, once `replace` has been called. */
async function makeSold() {
  const creator = await makeCreator(app, { firstName: "Maya", lastName: "Chen" });
  const store = (originalName: string) =>
    storeUpload(app.services, {
      ownerId: creator.id,
      originalName,
      mimeType: "application/pdf",
      data: Buffer.from(`%PDF-1.7 ${originalName}`),
    });
  const first = await store("grid.pdf");
  const product = await makeProduct(app, {
    ownerId: creator.id,
    title: "Grid kit",
    type: "DOWNLOAD",
    digitalFileType: "UPLOAD",
    digitalFileId: first.id,
  });
  const sell = (fields: { email?: string; expiresAt?: Date } = {}) =>
    makeOrder(app, {
      items: [{ product, download: { maxDownloads: 3, expiresAt: fields.expiresAt ?? inDays(30) } }],
      createdAt: new Date(app.clock.now().getTime() - 3_600_000),
      ...(fields.email && { email: fields.email }),
    });
  const replace = async (name = "grid 2.pdf") => {
    const upload = await store(name);
    await db.update(products).set({ digitalFileId: upload.id }).where(eq(products.id, product.id));
    return upload;
  };
  const me = app.as(creator);
  const params = { id: product.id };
  return {
    creator,
    product,
    first,
    sell,
    replace,
    news: async () => (await me.call(getFileNews, { params })).body,
    announce: () => me.call(announceFile, { params }),
  };
}

const mailsOf = (product: { id: string }) =>
  db
    .select()
    .from(mailOutbox)
    .then((mails) => mails.filter(({ event }) => event.startsWith(`file-version:${product.id}:`)));

test("past buyers whose download is open get one mail about a new version, with the link of their order", async () => {
  const { product, sell, replace, news, announce } = await makeSold();
  const ana = await sell();
  const twice = await sell({ email: ana.email });
  await sell({ expiresAt: inDays(-1) });
  const full = await sell();
  await app.services.pool.query("update digital_downloads set download_count = 3 where order_id = $1", [
    full.id,
  ]);
  const disputed = await sell();
  await db.update(orders).set({ disputed: true }).where(eq(orders.id, disputed.id));
  const revoked = await sell();
  await db.update(access).set({ revokedAt: new Date() }).where(eq(access.orderId, revoked.id));
  const erased = await sell();
  await db.update(customers).set({ erasedAt: new Date() }).where(eq(customers.id, erased.customerId));
  const ben = await sell();
  const upload = await replace();
  expect(await news()).toEqual({ pastBuyers: 2, untold: 2, announcedAt: null, nextAt: null });

  expect(await announce()).toMatchObject({ status: 200, body: { recipients: 2 } });
  await app.runJobs();
  const mails = await mailsOf(product);
  expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual([ana.email, ben.email].toSorted());
  expect(mails.every(({ state, event }) => state === "SENT" && event.endsWith(upload.id))).toBe(true);
  const [mail] = await db.select().from(mailbox).where(eq(mailbox.to, ben.email));
  expect(mail).toMatchObject({ subject: "New version: Grid kit" });
  expect(mail!.from).toContain("Maya Chen via Openstall");
  expect(mail!.text).toContain(
    "Maya Chen has uploaded a new version of Grid kit, which you bought: grid 2.pdf.",
  );
  expect(mail!.text).toContain(`#rt=${keyedToken(secret, "receipt", ben.id)}`);
  // Of several orders the newest one: both open the file.
  const [toAna] = await db.select().from(mailbox).where(eq(mailbox.to, ana.email));
  expect(
    [ana.id, twice.id].some((id) => toAna!.text.includes(`#rt=${keyedToken(secret, "receipt", id)}`)),
  ).toBe(true);
  expect(await news()).toMatchObject({ pastBuyers: 2, untold: 0, announcedAt: expect.any(String) });
});

test("of many announcements at once one is made, and a job that is repeated sends nothing twice", async () => {
  const { product, sell, replace, announce } = await makeSold();
  for (let count = 0; count < 3; count++) await sell();
  await replace();
  const answers = await Promise.all(Array.from({ length: 10 }, announce));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: "ALREADY_ANNOUNCED" });
  const [announcement] = await db
    .select()
    .from(fileAnnouncements)
    .where(eq(fileAnnouncements.productId, product.id));
  await app.runJobs();
  await Promise.all(
    [1, 2].map(() => queueAnnouncement.handle(app.services, { announcementId: announcement!.id })),
  );
  await app.runJobs();
  expect(await mailsOf(product)).toHaveLength(3);
});

test("one version a day can be announced, and each of them once", async () => {
  const { sell, replace, news, announce } = await makeSold();
  await sell();
  await replace();
  expect((await announce()).status).toBe(200);
  await replace("grid 3.pdf");
  expect((await news()).untold).toBe(1);
  expect(Date.parse((await news()).nextAt!)).toBeGreaterThan(app.clock.now().getTime());
  expect(await announce()).toMatchObject({ status: 409, body: { code: "ANNOUNCED_TODAY" } });
  app.clock.advance({ days: 1, seconds: 1 });
  expect((await news()).nextAt).toBeNull();
  expect((await announce()).status).toBe(200);
  expect(await announce()).toMatchObject({ status: 409, body: { code: "ALREADY_ANNOUNCED" } });
});

test("nobody is told of the file they bought, of a file kept elsewhere, or where nobody bought before", async () => {
  const { product, sell, replace, announce } = await makeSold();
  expect(await announce()).toMatchObject({ status: 409, body: { code: "NOBODY_TO_TELL" } });
  await replace();
  await app.services.pool.query(
    "update uploads set stored_at = stored_at - interval '2 hours' where owner_id = $1",
    [product.ownerId],
  );
  await sell();
  expect(await announce()).toMatchObject({ status: 409, body: { code: "NOBODY_TO_TELL" } });
  await replace("grid 3.pdf");
  await db
    .update(products)
    .set({
      digitalFileType: "LINK",
      digitalFileId: null,
      digitalFileExternalUrl: "https://files.example.com/x",
    })
    .where(eq(products.id, product.id));
  expect(await announce()).toMatchObject({ status: 409, body: { code: "NOBODY_TO_TELL" } });
});

test("a mail that waited is not sent once its version is outdated, or its buyer was refunded", async () => {
  const { product, sell, replace, announce } = await makeSold();
  const refunded = await sell();
  await sell();
  await replace();
  await announce();
  const [announcement] = await db
    .select()
    .from(fileAnnouncements)
    .where(eq(fileAnnouncements.productId, product.id));
  await queueAnnouncement.handle(app.services, { announcementId: announcement!.id });
  await db.update(access).set({ revokedAt: new Date() }).where(eq(access.orderId, refunded.id));
  await app.runJobs();
  expect((await mailsOf(product)).map(({ state }) => state).toSorted()).toEqual(["FAILED", "SENT"]);
  const outdated = await makeSold();
  await outdated.sell();
  await outdated.replace();
  await outdated.announce();
  await outdated.replace("grid 3.pdf");
  await app.runJobs();
  expect(await mailsOf(outdated.product)).toHaveLength(0);
});

test("many mails leave in batches, behind one another", async () => {
  const { product, sell, replace, announce } = await makeSold();
  for (let count = 0; count < 101; count++) await sell();
  await replace();
  expect((await announce()).body).toEqual({ recipients: 101 });
  const [announcement] = await db
    .select()
    .from(fileAnnouncements)
    .where(eq(fileAnnouncements.productId, product.id));
  await queueAnnouncement.handle(app.services, { announcementId: announcement!.id });
  const mails = await mailsOf(product);
  expect(mails).toHaveLength(101);
  expect(mails.filter(({ dueAt }) => dueAt === null)).toHaveLength(100);
});
