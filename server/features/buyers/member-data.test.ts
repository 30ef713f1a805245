import { eq, inArray } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createPaymentIntent, finishPayment } from "#contract/checkout/checkout.ts";
import { getLibrary } from "#contract/library/library.ts";
import { eraseMember, exportMemberData, getMember } from "#contract/buyers/buyers.ts";
import { listOrderDownloads } from "#contract/downloads/downloads.ts";
import { subscriptions } from "#server/database/schema/access.ts";
import { mailOutbox } from "#server/database/schema/delivery.ts";
import { certificates } from "#server/database/schema/learning.ts";
import { customers, orders } from "#server/database/schema/orders.ts";
import { reviews } from "#server/database/schema/reviews.ts";
import { workOrders } from "#server/database/schema/work-orders.ts";
import { receiptToken } from "#server/features/access/can-see.ts";
import { eraseMember as eraseMemberData } from "./erase-member.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";
import { makeBoughtDownload } from "#tests/support/bought-download.ts";
import { deliverWebhooks, openCheckout, pay } from "#tests/support/buy.ts";
import { downloading } from "#tests/support/downloading.ts";
import { keptAbout } from "#tests/support/kept-about.ts";
import { askForCode, mailsTo, makeBuyer, provenBrowser } from "#tests/support/member.ts";
import { joinMembership, passDays } from "#tests/support/membership.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { buyOrder } from "#tests/support/paid-order.ts";
import { makeService } from "#tests/support/service-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

let provider: "up" | "down" = "up";
/** What happens once, while a membership is being ended at the provider. */
let meanwhile: (() => Promise<unknown>) | undefined;
const app = await testApp({}, { between: withProvider });
const { db, pool } = app.services;

/** The payment provider, which does not answer while it is `down`. */
function withProvider(services: Services): Services {
  const { subscriptions } = services.payments;
  const cancelSubscription: typeof subscriptions.cancelSubscription = async (...input) => {
    if (provider === "down") throw new GatewayError("unavailable", "no answer", true);
    const happens = meanwhile;
    meanwhile = undefined;
    await happens?.();
    return subscriptions.cancelSubscription(...input);
  };
  return {
    ...services,
    payments: { ...services.payments, subscriptions: { ...subscriptions, cancelSubscription } },
  };
}

const erase = (browser: { call: typeof app.call }, email: string) =>
  browser.call(eraseMember, { body: { email } });
const customersOf = (email: string) => db.select().from(customers).where(eq(customers.email, email));

/** A buyer about whom every table knows something. */
async function makeKnownBuyer() {
  const bought = await buyOrder(app);
  const { email, main } = bought;
  const [customer] = await customersOf(email);
  if (!customer) throw new Error("no customer");
  const lastName = `Lovelace-${customer.id.slice(0, 8)}`;
  await db
    .update(orders)
    .set({ customerName: `Ada ${lastName}` })
    .where(eq(orders.id, bought.id));
  await db.update(customers).set({ firstName: "Ada", lastName }).where(eq(customers.id, customer.id));
  await db.insert(reviews).values({
    productId: main.id,
    customerId: customer.id,
    rating: 5,
    text: "So good",
    authorName: "Ada L.",
  });
  await db.insert(certificates).values({
    code: `CERT-${customer.id}`,
    orderId: bought.id,
    productId: main.id,
    customerId: customer.id,
    name: `Ada ${lastName}`,
    courseTitle: "Engines",
    creatorName: "Mia",
    lessonCount: 3,
    completedAt: app.clock.now(),
  });
  await db.insert(mailOutbox).values({
    event: `test:${bought.id}`,
    recipient: email,
    template: "receipt",
    data: { orderId: bought.id },
  });
  return { ...bought, customer, lastName };
}

test("a buyer takes along all that is kept about their address, and no token", async () => {
  const { email, id, browser: paying, customer, lastName } = await makeKnownBuyer();
  const browser = await provenBrowser(app, email);
  const { status, body, text, headers } = await browser.call(exportMemberData);
  expect(status).toBe(200);
  expect(headers["content-disposition"]).toBe('attachment; filename="openstall-data.json"');
  expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(body).toMatchObject({
    email,
    firstName: "Ada",
    orders: [
      {
        id,
        status: "PAID",
        totalCents: 1_900,
        customerName: `Ada ${lastName}`,
        lines: [{ totalPriceCents: 1_900 }],
      },
    ],
    certificates: [{ name: `Ada ${lastName}`, course: "Engines" }],
    reviews: [{ rating: 5, text: "So good" }],
    browsers: [{}],
    memberships: [],
    progress: [],
    downloads: [],
  });
  const { rows } = await pool.query<{ hash: string }>(
    `select token_hash as hash from buyer_sessions where customer_id = $1
     union all select token from verification_tokens where email = $2`,
    [customer.id, email],
  );
  for (const secret of [
    browser.sessionToken,
    ...Object.values(browser.cookies),
    ...Object.values(paying.cookies),
    receiptToken(app.services.secret, id),
    ...rows.map(({ hash }) => hash),
  ])
    expect(text).not.toContain(secret);
});

test("the brief of a service is taken along, and goes with its buyer, while the order stays", async () => {
  const email = `client-${randomUUID().slice(0, 8)}@example.com`;
  const order = await makeOrder(app, { email, items: [{ product: await makeService(app) }] });
  const itemId = order.items[0]?.id ?? "";
  const sentAt = app.clock.now();
  await db
    .update(workOrders)
    .set({ answers: { q1: "A secret fox" }, state: "TO_DO", sentAt })
    .where(eq(workOrders.orderItemId, itemId));
  const browser = await provenBrowser(app, email);
  const { body } = await browser.call(exportMemberData);
  expect(body).toMatchObject({ services: [{ product: "A logo", answers: { q1: "A secret fox" } }] });
  expect((await erase(browser, email)).status).toBe(200);
  await app.runJobs();
  expect(await db.$count(workOrders, eq(workOrders.orderItemId, itemId))).toBe(0);
  expect(await db.$count(orders, eq(orders.id, order.id))).toBe(1);
});

test("the file holds nothing of another buyer", async () => {
  const other = await makeKnownBuyer();
  const browser = await provenBrowser(app, (await makeBuyer(app)).email);
  const { text } = await browser.call(exportMemberData);
  expect(text).not.toContain(other.email);
  expect(text).not.toContain(other.lastName);
});

test("removing one's data leaves no trace of the address or the name, and the order without them", async () => {
  const { email, id, browser: paying, customer, lastName, read } = await makeKnownBuyer();
  const phone = await provenBrowser(app, email);
  const browser = await provenBrowser(app, email);
  await askForCode(app, app.browser(), email);
  const mailed = (await mailsTo(app, email)).length;
  await db
    .insert(mailOutbox)
    .values({ event: "late", recipient: email, template: "receipt", data: { orderId: id } });

  expect((await erase(browser, email.toUpperCase())).status).toBe(200);
  await app.runJobs();
  expect(await keptAbout(pool, email)).toEqual([]);
  expect(await keptAbout(pool, lastName)).toEqual([]);
  expect(await db.$count(reviews, eq(reviews.customerId, customer.id))).toBe(0);
  const [tombstone] = await db.select().from(customers).where(eq(customers.id, customer.id));
  expect(tombstone).toMatchObject({
    email: `${customer.id}@erased.invalid`,
    firstName: null,
    lastName: null,
  });
  expect(tombstone?.erasedAt).toBeInstanceOf(Date);

  // The creator's books keep the order.
  expect(await read()).toMatchObject({ totalCents: 1_900, status: "PAID" });

  // Every proof is over, the receipt's too.
  for (const { call } of [phone, browser]) {
    expect((await call(getMember)).status).toBe(401);
    expect((await call(getLibrary)).status).toBe(401);
  }
  expect(
    (await app.call(getMember, {}, { headers: { authorization: `Bearer ${phone.sessionToken}` } })).status,
  ).toBe(401);
  const receipt = { headers: { "x-order-proof": receiptToken(app.services.secret, id) } };
  for (const caller of [app, paying, browser])
    expect((await caller.call(listOrderDownloads, { querystring: { orderId: id } }, receipt)).body).toEqual(
      [],
    );

  // Nothing more is mailed, whatever was queued.
  await pool.query(
    "insert into job_outbox (name, data) select 'send-mail', jsonb_build_object('mailId', id) from mail_outbox where state = 'QUEUED'",
  );
  await app.runJobs();
  expect(await mailsTo(app, email)).toHaveLength(mailed);
  expect(await mailsTo(app, `${customer.id}@erased.invalid`)).toEqual([]);
  await askForCode(app, app.browser(), email);
  expect(await mailsTo(app, email)).toHaveLength(mailed);
});

test("it takes a proved address, typed", async () => {
  const { email, browser: paying } = await makeKnownBuyer();
  const other = await makeBuyer(app);
  const browser = await provenBrowser(app, email);
  expect((await erase(paying, email)).status).toBe(401);
  expect((await erase(app.browser(), email)).status).toBe(401);
  const refused = await erase(browser, other.email);
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({ fields: { email: "This is not the address you verified." } });
  expect((await erase(browser, `x+${email}`)).status).toBe(422);
  expect(await customersOf(email)).toHaveLength(1);
  expect(await customersOf(other.email)).toHaveLength(1);
});

test("a running membership is ended at the provider first; where that fails, nothing is removed", async () => {
  const email = "member@example.com";
  const { product, providerSubscriptionId } = await joinMembership(app, { email });
  const browser = await provenBrowser(app, email);
  provider = "down";
  const refused = await erase(browser, email);
  provider = "up";
  expect(refused.status).toBe(503);
  expect(refused.body).toMatchObject({
    code: "MEMBERSHIP_RUNNING",
    message:
      "Your membership could not be cancelled just now, so nothing was removed. Please try again in a moment.",
  });
  expect((await browser.call(getMember)).status).toBe(200);

  expect((await erase(browser, email)).status).toBe(200);
  const [membership] = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.providerSubscriptionId, providerSubscriptionId));
  expect(membership?.status).toBe("canceled");
  await passDays(app, 40);
  await app.runJobs();
  expect(await db.$count(orders, eq(orders.productId, product.id))).toBe(1);
  expect(await keptAbout(pool, email)).toEqual([]);
});

test("who buys again with that address is a new customer, and sees nothing of the old", async () => {
  const { email, main, customer } = await makeKnownBuyer();
  await erase(await provenBrowser(app, email), email);
  const browser = app.browser();
  await pay(browser, await openCheckout(browser, main.id, email));
  await deliverWebhooks(app);
  const [again] = await customersOf(email);
  expect(again?.id).not.toBe(customer.id);
  const proven = await provenBrowser(app, email);
  const { body } = await proven.call(exportMemberData);
  expect(body).toMatchObject({ orders: [{ status: "PAID" }], reviews: [], certificates: [] });
});

test("a purchase at the very moment belongs to the old customer or to a new one, never to a tombstone's address", async () => {
  for (let round = 0; round < 3; round++) {
    const { email, main, customer } = await makeKnownBuyer();
    const proven = await provenBrowser(app, email);
    const browser = app.browser();
    const { body } = await browser.call(createPaymentIntent, {
      body: { productId: main.id, customerEmail: email },
    });
    await pay(browser, body);
    const [finished, erased] = await Promise.all([
      browser.call(finishPayment, { body: { paymentIntentId: body.paymentIntentId ?? "" } }),
      erase(proven, email),
    ]);
    expect([finished.status, erased.status]).toEqual([200, 200]);
    const { rows } = await pool.query<{ email: string; id: string }>(
      "select c.email, c.id from orders o join customers c on c.id = o.customer_id where o.payment_intent_id = $1",
      [body.paymentIntentId],
    );
    expect(rows).toHaveLength(1);
    await app.runJobs();
    if (rows[0]?.id === customer.id) expect(await keptAbout(pool, email)).toEqual([]);
    else expect(rows[0]?.email).toBe(email);
  }
});

test("two removals at once are one", async () => {
  const { email, customer } = await makeKnownBuyer();
  const browser = await provenBrowser(app, email);
  const answers = await Promise.all([erase(browser, email), erase(browser, email)]);
  for (const { status } of answers) expect([200, 401]).toContain(status);
  const [row] = await db.select().from(customers).where(eq(customers.id, customer.id));
  expect(row?.erasedAt).not.toBeNull();
});

test("a removal that comes a moment later finds nobody, and takes nothing from who buys with that address now", async () => {
  const { email, customer } = await makeKnownBuyer();
  const buyer = { customerId: customer.id, email, sessionId: "" };
  await eraseMemberData(app.services, buyer, email);
  const [erased] = await db.select().from(customers).where(eq(customers.id, customer.id));
  app.clock.advance({ minutes: 1 });
  const mail = { event: `test:later:${email}`, recipient: email, template: "receipt", data: {} } as const;
  await db.insert(mailOutbox).values(mail);
  await eraseMemberData(app.services, buyer, email);
  expect(await db.select().from(customers).where(eq(customers.id, customer.id))).toEqual([erased]);
  expect(await db.$count(mailOutbox, eq(mailOutbox.recipient, email))).toBe(1);
});

test("a membership that is bought while another is being ended is ended too", async () => {
  const email = "member-twice@example.com";
  const joined = [await joinMembership(app, { email })];
  const browser = await provenBrowser(app, email);
  meanwhile = async () => joined.push(await joinMembership(app, { email }));
  expect((await erase(browser, email)).status).toBe(200);
  const ids = joined.map(({ id }) => id);
  const rows = await db.select().from(subscriptions).where(inArray(subscriptions.id, ids));
  expect(rows.map(({ status }) => status)).toEqual(["canceled", "canceled"]);
  expect(await customersOf(email)).toEqual([]);
});

test("a download link that was granted ends with its buyer's data", async () => {
  const bought = await makeBoughtDownload(app);
  const { ask, get, tokenOf } = downloading(app);
  const token = tokenOf(await ask(bought));
  expect((await get(token)).status).toBe(200);
  const { id: customerId, email } = bought.customer;
  await eraseMemberData(app.services, { customerId, email, sessionId: "" }, email);
  expect((await get(token)).status).toBe(404);
});
