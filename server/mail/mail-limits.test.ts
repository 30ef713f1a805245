import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { affiliates } from "#server/database/schema/affiliates.ts";
import { jobOutbox, mailbox, mailOutbox } from "#server/database/schema/delivery.ts";
import { orderItems } from "#server/database/schema/orders.ts";
import { queueInvitation } from "#server/features/affiliates/invite-affiliate.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { proveBuyer } from "#tests/support/proven-buyer.ts";
import { takeFree } from "#tests/support/take-free.ts";
import { makeInvitation } from "#tests/support/team-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { admitMail } from "./admit-mail.ts";
import { queueMail } from "./queue-mail.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statements } from "#server/database/statement.ts";
import { releaseWaitingMails } from "./release-mails.ts";
import { sendQueuedMail } from "./send-queued-mail.ts";

const app = await testApp();
const { db, pool } = app.services;

beforeEach(async () => {
  await db.delete(mailbox);
  await db.delete(mailOutbox);
  await db.delete(jobOutbox);
});

const someone = () => `someone-${randomUUID().slice(0, 8)}@example.com`;
const freeProduct = (ownerId?: string) => makeProduct(app, { priceCents: 0, ...(ownerId && { ownerId }) });
const mailsTo = (to: string) => db.select().from(mailbox).where(eq(mailbox.to, to)).orderBy(mailbox.sentAt);
const countTo = async (to: string) => (await mailsTo(to)).length;
const states = async () =>
  Object.fromEntries(
    (
      await pool.query<{ state: string; mails: number }>(
        "select state, count(*)::int as mails from mail_outbox group by state",
      )
    ).rows.map(({ state, mails }) => [state, mails]),
  );

/** What the worker does in a minute. */
async function minute() {
  await app.runJobs();
  await releaseWaitingMails(app.services);
  await app.runJobs();
}

/** Free orders of a product, each to its own address unless given, with their receipts queued. */
async function queueReceipts(product: Awaited<ReturnType<typeof freeProduct>>, count: number, to?: string) {
  for (let n = 0; n < count; n++) {
    const recipient = to ?? someone();
    const { id: orderId } = await makeOrder(app, {
      items: [{ product }],
      email: recipient,
      paymentIntentId: null,
    });
    await queueMail(db, { event: `receipt:${orderId}`, recipient, template: "receipt", data: { orderId } });
  }
}

test("twenty-five free orders in a moment make one mail now and one after ten minutes, with every order's link", async () => {
  const { id: ownerId } = await makeCreator(app);
  const products = await Promise.all(Array.from({ length: 25 }, () => freeProduct(ownerId)));
  const victim = someone();
  const orderIds: string[] = [];
  for (const { id } of products) orderIds.push(await takeFree(app.browser(), id, victim));
  await minute();
  expect(await countTo(victim)).toBe(1);
  app.clock.advance({ minutes: 9 });
  await minute();
  expect(await countTo(victim)).toBe(1);

  app.clock.advance({ minutes: 2 });
  await minute();
  const [first, second, ...others] = await mailsTo(victim);
  expect(others).toEqual([]);
  expect(first?.text).toContain(orderIds[0]);
  expect(second?.subject).toBe("Your orders from Robin Vale");
  const links = second?.text.match(/free_[0-9a-f-]{36}/g) ?? [];
  expect(new Set(links).size).toBe(20);
  expect(orderIds.slice(1).map((id) => `free_${id}`)).toEqual(expect.arrayContaining(links));
  expect(await states()).toEqual({ SENT: 2, MERGED: 23 });
});

test("an address gets three such mails a day of one creator; the receipt past them leaves when the day is over", async () => {
  const product = await freeProduct();
  const victim = someone();
  const start = app.clock.now().getTime();
  for (let hour = 0; hour < 8; hour++) {
    await takeFree(app.browser(), product.id, victim);
    await minute();
    app.clock.advance({ hours: 1 });
    await minute();
  }
  expect(await countTo(victim)).toBe(3);
  expect(await states()).toEqual({ SENT: 3, MERGED: 4, WAITING: 1 });
  while (app.clock.now().getTime() < start + 24 * 3_600_000) {
    expect(await countTo(victim)).toBe(3);
    app.clock.advance({ minutes: 30 });
    await minute();
  }
  app.clock.advance({ minutes: 1 });
  await minute();
  const mails = await mailsTo(victim);
  expect(mails).toHaveLength(4);
  expect(mails.at(-1)?.text.match(/free_/g)).toHaveLength(5);
});

test("an address gets ten such mails a day of all creators, however it is written", async () => {
  const mark = randomUUID().slice(0, 8);
  const spellings = [
    `v.ictim${mark}@gmail.com`,
    `victim${mark}+a@gmail.com`,
    `vic.tim${mark}+b@googlemail.com`,
    `victim${mark}@gmail.com`,
  ];
  for (let n = 0; n < 16; n++) await queueReceipts(await freeProduct(), 1, spellings[n % spellings.length]);
  await minute();
  expect(await states()).toEqual({ SENT: 10, SKIPPED: 6 });
  // What was too much for one day is not sent on the next: it would keep coming for as long as a stranger likes.
  app.clock.advance({ hours: 25 });
  await minute();
  expect(await states()).toEqual({ SENT: 10, SKIPPED: 6 });
});

test("the limits hold when sixteen processes send at the same moment, and when they die between two lines", async () => {
  const victim = someone();
  const another = someone();
  await queueReceipts(await freeProduct(), 8, another);
  for (let n = 0; n < 16; n++) await queueReceipts(await freeProduct(), 1, victim);
  const rows = await db.select({ id: mailOutbox.id }).from(mailOutbox);
  const dying = { ...app.services, mailer: { send: () => Promise.reject(new Error("killed")) } };
  await Promise.all(rows.map(({ id }) => sendQueuedMail(dying, id)));
  const counted = `select recipient, count(*)::int as mails from mail_outbox where counted_at is not null group by 1 order by mails`;
  const inLimits = [
    { recipient: another, mails: 1 },
    { recipient: victim, mails: 10 },
  ];
  expect((await pool.query(counted)).rows).toEqual(inLimits);
  app.clock.advance({ seconds: 6 });
  await Promise.all(rows.flatMap(({ id }) => [1, 2].map(() => sendQueuedMail(app.services, id))));
  expect((await pool.query(counted)).rows).toEqual(inLimits);
  expect([await countTo(another), await countTo(victim)]).toEqual([1, 10]);
});

test("a creator who has sold for less than $100 reaches a hundred such addresses a day, the others on the days after, in turn", async () => {
  const product = await freeProduct();
  await makeOrder(app, {
    items: [{ product: await makeProduct(app, { ownerId: product.ownerId, priceCents: 9_999 }) }],
  });
  await queueReceipts(product, 230);
  for (let n = 0; n < 20; n++) await minute();
  expect(await states()).toEqual({ SENT: 100, WAITING: 130 });
  app.clock.advance({ hours: 24, seconds: 1 });
  // Who comes now waits behind those of yesterday.
  const late = someone();
  await queueReceipts(product, 1, late);
  for (let n = 0; n < 20; n++) await minute();
  expect(await states()).toEqual({ SENT: 200, WAITING: 31 });
  expect(await countTo(late)).toBe(0);
  app.clock.advance({ hours: 24, seconds: 1 });
  for (let n = 0; n < 20; n++) await minute();
  expect(await states()).toEqual({ SENT: 231 });
  expect(await countTo(late)).toBe(1);
});

test("from $100 of sales on, less what was refunded, nothing waits for the creator's next day", async () => {
  const product = await freeProduct();
  const { ownerId } = product;
  const course = await makeProduct(app, { ownerId, priceCents: 6_000 });
  await makeOrder(app, { items: [{ product: course }] });
  await makeOrder(app, { items: [{ product: course }], status: "REFUNDED" });
  await makeOrder(app, { items: [{ product: course }], refundedCents: 2_001 });
  await queueReceipts(product, 104);
  await minute();
  expect(await states()).toEqual({ SENT: 100, WAITING: 4 });
  await makeOrder(app, { items: [{ product: await makeProduct(app, { ownerId, priceCents: 100 }) }] });
  await minute();
  expect(await states()).toEqual({ SENT: 104 });
});

test("a receipt of a payment, and what whoever paid gets after it, is never held back", async () => {
  const product = await makeProduct(app, { priceCents: 500, type: "PHYSICAL", requiresShipping: true });
  const buyer = someone();
  for (let n = 0; n < 12; n++) {
    const order = await makeOrder(app, { items: [{ product }], email: buyer });
    const [line] = await db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
    const orderItemId = line?.id ?? "";
    await db.update(orderItems).set({ shippedAt: app.clock.now() }).where(eq(orderItems.id, orderItemId));
    const data = { orderId: order.id };
    await queueMail(db, { event: `receipt:${order.id}`, recipient: buyer, template: "receipt", data });
    await queueMail(db, {
      event: `shipped:${orderItemId}`,
      recipient: buyer,
      template: "shipped",
      data: { orderItemId },
    });
  }
  await minute();
  expect(await states()).toEqual({ SENT: 24 });
});

test("a browser that has proved the address gets each receipt at once; a stranger who types it is held back", async () => {
  const { id: ownerId } = await makeCreator(app);
  const email = someone();
  await makeOrder(app, { email });
  const { cookie } = await proveBuyer(app, email);
  const own = app.browser();
  Object.assign(own.cookies, cookie.cookies);
  for (let n = 0; n < 5; n++) await takeFree(own, (await freeProduct(ownerId)).id, email);
  await minute();
  expect(await countTo(email)).toBe(5);
  for (let n = 0; n < 5; n++) await takeFree(app.browser(), (await freeProduct(ownerId)).id, email);
  await minute();
  expect(await countTo(email)).toBe(6);
});

test("invitations, parcels and new versions to somebody who never paid share the address's number with receipts", async () => {
  const { id: ownerId } = await makeCreator(app);
  const stranger = someone();
  const product = await makeProduct(app, { ownerId, priceCents: 0, requiresShipping: true });
  await queueReceipts(product, 1, stranger);
  const [line] = await db.select().from(orderItems).where(eq(orderItems.productId, product.id));
  const orderItemId = line?.id ?? "";
  await db.update(orderItems).set({ shippedAt: app.clock.now() }).where(eq(orderItems.id, orderItemId));
  await queueMail(db, {
    event: `shipped:${orderItemId}`,
    recipient: stranger,
    template: "shipped",
    data: { orderItemId },
  });
  const [affiliate] = await db.insert(affiliates).values({ ownerId, email: stranger }).returning();
  await minute();
  for (let day = 0; day < 4; day++) {
    const now = new Date(app.clock.now().getTime() + day * 86_400_000);
    await queueInvitation(db, affiliate?.id ?? "", stranger, now);
  }
  await minute();
  expect(await countTo(stranger)).toBe(3);
  expect(await states()).toEqual({ SENT: 3, SKIPPED: 3 });
});

test.each([
  "shipped",
  "file-version",
  "event-changed",
  "event-reminder",
  "affiliate-invitation",
  "team-invitation",
] as const)(
  "a creator's fourth %s of a day for what nobody paid is not sent, whatever its address has paid and proved elsewhere",
  async (template) => {
    const { id: ownerId } = await makeCreator(app);
    const email = someone();
    const product = await makeProduct(app, {
      ownerId,
      priceCents: 0,
      digitalFileType: "LINK",
      digitalFileExternalUrl: "https://a.example/f",
    });
    const order = await makeOrder(app, { items: [{ product }], email, paymentIntentId: null });
    const [affiliate] = await db.insert(affiliates).values({ ownerId, email }).returning();
    const data = {
      orderItemId: order.items[0]?.id ?? "",
      downloadId: order.downloads[0]?.id ?? "",
      uploadId: randomUUID(),
      affiliateId: affiliate?.id ?? "",
      invitationId: (await makeInvitation(app, { id: ownerId }, { email })).id,
    };
    const admit = async () => {
      const [mail] = await db
        .insert(mailOutbox)
        .values({ event: randomUUID(), recipient: email, template, data })
        .returning();
      return admitMail(app.services, mail?.id ?? "");
    };
    expect([await admit(), await admit(), await admit(), await admit()]).toEqual([true, true, true, false]);
    expect(await states()).toEqual({ QUEUED: 3, SKIPPED: 1 });
    await makeOrder(app, { email });
    await proveBuyer(app, email);
    expect(await admit()).toBe(false);
  },
);

test.each([
  "refund",
  "renewal",
  "renewal-failed",
  "dispute",
  "refund-failed",
  "new-review",
  "social-notice",
] as const)("a %s is bounded by what causes it, and not counted", async (template) => {
  const recipient = someone();
  for (let n = 0; n < 12; n++) {
    const values = { event: randomUUID(), recipient, template, data: { orderId: randomUUID() } };
    const [mail] = await db.insert(mailOutbox).values(values).returning();
    expect(await admitMail(app.services, mail?.id ?? "")).toBe(true);
  }
  expect(await states()).toEqual({ QUEUED: 12 });
});

test("a creator hears of twenty new reviews a day, and of more the day after", async () => {
  const recipient = someone();
  const now = app.clock.now().getTime();
  const queued = async (minutes: number) => {
    const createdAt = new Date(now + minutes * 60_000);
    const values = { event: randomUUID(), recipient, template: "new-review", data: {}, createdAt };
    const [mail] = await db.insert(mailOutbox).values(values).returning();
    return mail?.id ?? "";
  };
  const ids = [];
  for (let minutes = 0; minutes < 25; minutes++) ids.push(await queued(minutes));
  // At once, and each as often as a job is repeated.
  const answers = await Promise.all([...ids, ...ids].map((id) => admitMail(app.services, id)));
  expect(answers.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => true));
  expect(await states()).toEqual({ QUEUED: 20, SKIPPED: 5 });
  expect(await admitMail(app.services, await queued(24 * 60 + 1))).toBe(true);
});

test("an address that signs in here is invited as often as any other", async () => {
  const { id: ownerId } = await makeCreator(app);
  const { email } = await makeCreator(app);
  // An affiliate can be given another address, so that each is invited once.
  for (let n = 0; n < 5; n++) {
    const [affiliate] = await db.insert(affiliates).values({ ownerId, email: someone() }).returning();
    await queueInvitation(db, affiliate?.id ?? "", email, app.clock.now());
  }
  await minute();
  expect(await states()).toEqual({ SENT: 3, SKIPPED: 2 });
});

test("a hundred thousand waiting mails of one creator hold up nobody else's", async () => {
  const product = await freeProduct();
  const { id: orderId } = await makeOrder(app, { items: [{ product }], paymentIntentId: null });
  for (let from = 1; from <= 100_000; from += 10_000)
    await pool.query(
      `insert into mail_outbox (event, recipient, template, data, owner_id, state, due_at, created_at)
       select 'many:' || n, 'many-' || n || '@example.com', 'receipt', jsonb_build_object('orderId', $1::text), $2, 'WAITING', $3, $3
         from generate_series($4::int, $4::int + 9999) n`,
      [orderId, product.ownerId, app.clock.now(), from],
    );
  await pool.query(
    `insert into mail_outbox (event, recipient, template, data, owner_id, state, counted_at)
     select 'sent:' || n, 'sent-' || n || '@example.com', 'receipt', '{}', $1, 'SENT', $2 from generate_series(1, 100) n`,
    [product.ownerId, app.clock.now()],
  );
  await pool.query("analyze mail_outbox");
  const others = await Promise.all(Array.from({ length: 3 }, () => freeProduct()));
  const buyers: string[] = [];
  for (const other of others) {
    const buyer = someone();
    buyers.push(buyer);
    await queueReceipts(other, 1, buyer);
    await pool.query(
      "update mail_outbox set state = 'WAITING', owner_id = $2, due_at = $3 where recipient = $1",
      [buyer, other.ownerId, app.clock.now()],
    );
  }
  await db.delete(jobOutbox);
  expect(await blocksOfRelease()).toBeLessThan(2_000);
  await releaseWaitingMails(app.services);
  await app.runJobs();
  for (const buyer of buyers) expect(await countTo(buyer)).toBe(1);
  expect(await states()).toMatchObject({ WAITING: 100_000 });

  // The next day each creator's mails leave in turns.
  app.clock.advance({ hours: 25 });
  await releaseWaitingMails(app.services);
  expect(await states()).toMatchObject({ QUEUED: 25, WAITING: 99_975 });
});

/** How many blocks a release reads now, of 8 kB each; what it does is taken back. */
async function blocksOfRelease(): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, format json) ${statements.get("mail_release")}`,
      [app.clock.now(), "send-mail"],
    );
    await client.query("rollback");
    const plan = rows[0]?.["QUERY PLAN"][0].Plan;
    return (plan?.["Shared Hit Blocks"] ?? Infinity) + (plan?.["Shared Read Blocks"] ?? Infinity);
  });
}
