import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { countCustomers, getCustomer, listCustomers } from "#contract/orders/customers.ts";
import { renewDownload } from "#contract/downloads/downloads.ts";
import {
  exportCustomers,
  exportOrderLines,
  exportOrders,
  exportRefunds,
} from "#contract/orders/order-exports.ts";
import {
  addOrderNote,
  getOrder,
  getOrderTotals,
  listOrders,
  listQuarantinedPayments,
  refundOrder,
  resendReceipt,
  resolveQuarantinedPayment,
  updateOrderLine,
} from "#contract/orders/orders-admin.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import { quarantinedPayments } from "#server/database/schema/quarantined-payments.ts";
import { csvLines } from "#tests/support/csv-lines.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { buyOrder } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";
import { finishQuarantineRefunds } from "./quarantined-payments.ts";

const app = await testApp();
const { pool, db, payments } = app.services;
const on = (moment: string) => new Date(moment);

let creator: Awaited<ReturnType<typeof makeCreator>>;
let seller: ReturnType<typeof app.as>;
beforeEach(async () => {
  creator = await makeCreator(app);
  seller = app.as(creator);
});

describe("the list of orders", () => {
  const found = async (querystring: NonNullable<Parameters<typeof search>[0]>) =>
    (await search(querystring)).body.map(({ customer }) => customer.name);
  const search = (
    querystring: Partial<Record<"q" | "status" | "product" | "from" | "to" | "sort", string>> & {
      page?: number;
      perPage?: number;
    },
  ) => seller.call(listOrders, { querystring: querystring as object });

  test("is found by name, address, title, id, state, product and day, newest first", async () => {
    const ebook = await makeProduct(app, { ownerId: creator.id, title: "Light & Lens", priceCents: 1_000 });
    const course = await makeProduct(app, {
      ownerId: creator.id,
      title: "100 % RAW_files",
      priceCents: 5_000,
    });
    await makeOrder(app, {
      items: [{ product: ebook }],
      customerName: "Ana",
      email: "ana@example.com",
      createdAt: on("2026-03-01T12:00:00Z"),
    });
    const ben = await makeOrder(app, {
      items: [{ product: course }, { product: ebook }],
      customerName: "Ben",
      createdAt: on("2026-03-02T23:59:59Z"),
    });
    await makeOrder(app, {
      items: [{ product: course }],
      customerName: "Cleo",
      status: "FAILED",
      createdAt: on("2026-03-03T00:00:00Z"),
    });
    await makeOrder(app, { customerName: "Stranger" });
    expect(await found({})).toEqual(["Cleo", "Ben", "Ana"]);
    expect(await found({ q: "ANA@example" })).toEqual(["Ana"]);
    expect(await found({ q: "ben lens" })).toEqual(["Ben"]);
    expect(await found({ q: "% raw_" })).toEqual(["Cleo", "Ben"]);
    expect(await found({ q: ben.id })).toEqual(["Ben"]);
    expect(await found({ q: ben.paymentIntentId! })).toEqual(["Ben"]);
    expect(await found({ q: "nobody" })).toEqual([]);
    expect(await found({ status: "FAILED" })).toEqual(["Cleo"]);
    expect(await found({ product: ebook.id })).toEqual(["Ben", "Ana"]);
    expect(await found({ product: "no-id" })).toEqual([]);
    expect(await found({ from: "2026-03-02", to: "2026-03-02" })).toEqual(["Ben"]);
    expect(await found({ sort: "-total" })).toEqual(["Ben", "Cleo", "Ana"]);
    expect(await found({ sort: "customer", page: 2, perPage: 2 })).toEqual(["Cleo"]);
    for (const wrong of [{ status: "LOST" }, { from: "yesterday" }, { sort: "secret" }, { page: 0 }])
      expect((await search(wrong)).status).toBeLessThan(500);
    const { body } = await seller.call(getOrderTotals, { querystring: { product: ebook.id } });
    expect(body).toEqual({ orders: 2, paidCents: 7_000, refundedCents: 0 });
  });

  test("shows a hundred to a page", async () => {
    const product = await makeProduct(app, { ownerId: creator.id });
    for (let n = 0; n < 3; n++) await makeOrder(app, { items: [{ product }] });
    expect((await search({ perPage: 2 })).body).toHaveLength(2);
    expect((await search({ perPage: 101 })).status).toBeGreaterThanOrEqual(400);
  });
});

describe("customers", () => {
  test("are known by what they did here alone", async () => {
    const product = await makeProduct(app, { ownerId: creator.id, priceCents: 2_000 });
    const email = `shared-${randomUUID()}@example.com`;
    await makeOrder(app, { email, customerName: "Elsewhere Name", createdAt: on("2026-01-01T00:00:00Z") });
    await makeOrder(app, { items: [{ product }], email, createdAt: on("2026-02-01T00:00:00Z") });
    const newest = await makeOrder(app, {
      items: [{ product }],
      email,
      customerName: "Sam van der Berg",
      refundedCents: 500,
      createdAt: on("2026-02-02T00:00:00Z"),
    });
    await makeOrder(app, { items: [{ product }], customerName: "Zoe", email: "zoe@example.com" });
    const { body } = await seller.call(listCustomers, { querystring: { sort: "name" } });
    expect(body).toMatchObject([
      {
        id: newest.customerId,
        email,
        firstName: "Sam",
        lastName: "van der Berg",
        createdAt: "2026-02-01T00:00:00.000Z",
        orders: [
          { id: newest.id, totalCents: 2_000, refundedCents: 500, productTitle: product.title },
          { totalCents: 2_000 },
        ],
      },
      { firstName: "Zoe", lastName: null },
    ]);
    expect((await seller.call(countCustomers, { querystring: { q: "berg shared" } })).body).toEqual({
      customers: 1,
    });
    expect((await seller.call(listCustomers, { querystring: { q: "elsewhere" } })).body).toEqual([]);
    const one = await seller.call(getCustomer, { params: { id: newest.customerId } });
    expect(one.body.orders).toHaveLength(2);
    const stranger = app.as(await makeCreator(app));
    expect((await stranger.call(getCustomer, { params: { id: newest.customerId } })).status).toBe(404);
  });
});

describe("an order's page", () => {
  test("tells its lines, payments, people and what happened", async () => {
    const bought = await buyOrder(app, { creator, priceCents: 3_000, bumps: [500] });
    const order = await bought.read();
    expect(order).toMatchObject({
      id: bought.id,
      status: "PAID",
      totalCents: 3_500,
      customer: { email: bought.email },
      payments: [{ amountCents: 3_500, cardBrand: "visa", cardLast4: "4242", status: "SUCCEEDED" }],
      lines: [
        { itemType: "MAIN", refundableCents: 3_000, hasAccess: true, download: null },
        { itemType: "ORDER_BUMP", refundableCents: 500, hasAccess: true },
      ],
      timeline: [{ kind: "PAID", detail: { totalCents: 3_500 } }],
      refunds: [],
      disputes: [],
      quarantined: [],
    });
    const stranger = app.as(await makeCreator(app));
    expect((await stranger.call(getOrder, { params: { id: bought.id } })).status).toBe(404);
  });

  test("takes notes, sends the receipt again, and renews downloads", async () => {
    const product = await makeProduct(app, {
      ownerId: creator.id,
      type: "DOWNLOAD",
      digitalFileType: "LINK",
      digitalFileExternalUrl: "https://example.com/file",
    });
    const order = await makeOrder(app, { items: [{ product }] });
    const params = { id: order.id };
    const noted = await seller.call(addOrderNote, { params, body: { text: "  Called them  " } });
    expect(noted.body.timeline[0]).toMatchObject({ kind: "NOTE", detail: { text: "Called them" } });
    expect((await seller.call(addOrderNote, { params, body: { text: " " } })).status).toBe(422);
    expect((await seller.call(resendReceipt, { params })).body).toEqual({ email: order.email });
    app.clock.advance({ minutes: 5 });
    await seller.call(resendReceipt, { params });
    await app.runJobs();
    const { rows } = await pool.query(
      "select state from mail_outbox where recipient = $1 and template = 'receipt'",
      [order.email],
    );
    expect(rows).toEqual([{ state: "SENT" }, { state: "SENT" }]);
    const download = order.downloads[0]!.id;
    await seller.call(renewDownload, { params: { id: download }, body: { resetCount: true } });
    const { body } = await seller.call(getOrder, { params });
    expect(body.timeline.map(({ kind }) => kind)).toEqual([
      "DOWNLOADS_RESET",
      "RECEIPT_SENT",
      "RECEIPT_SENT",
      "NOTE",
      "PAID",
    ]);
  });

  test("sends an order's receipt again every five minutes at most, and five times a day", async () => {
    const order = await makeOrder(app, {
      items: [{ product: await makeProduct(app, { ownerId: creator.id }) }],
    });
    const params = { id: order.id };
    const atOnce = await Promise.all(Array.from({ length: 8 }, () => seller.call(resendReceipt, { params })));
    expect(atOnce.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 429),
    ]);
    for (let n = 0; n < 4; n++) {
      app.clock.advance({ minutes: 5 });
      expect((await seller.call(resendReceipt, { params })).status).toBe(200);
    }
    app.clock.advance({ minutes: 5 });
    const refused = await seller.call(resendReceipt, { params });
    expect([refused.status, refused.body]).toEqual([
      429,
      {
        message: "The receipt has just been sent. If it does not arrive, try again in 24 hours.",
        code: "RECEIPT_JUST_SENT",
      },
    ]);
    app.clock.advance({ hours: 24 });
    expect((await seller.call(resendReceipt, { params })).status).toBe(200);
  });

  test("an unpaid order is neither refunded, nor receipted, nor opened", async () => {
    const product = await makeProduct(app, { ownerId: creator.id });
    const order = await makeOrder(app, { items: [{ product }], status: "PENDING" });
    const params = { id: order.id };
    expect((await seller.call(refundOrder, { params, body: { idempotencyKey: randomUUID() } })).status).toBe(
      409,
    );
    expect((await seller.call(resendReceipt, { params })).status).toBe(409);
    const lineId = order.items[0]!.id;
    expect(
      (await seller.call(updateOrderLine, { params: { ...params, lineId }, body: { hasAccess: true } }))
        .status,
    ).toBe(409);
  });
});

describe("a line", () => {
  test("is closed and opened by hand, with its download, and stays open after a refund", async () => {
    const product = await makeProduct(app, {
      ownerId: creator.id,
      type: "DOWNLOAD",
      digitalFileType: "LINK",
      digitalFileExternalUrl: "https://example.com/file",
    });
    const bought = await buyOrder(app, { creator, main: product });
    const [line] = (await bought.read()).lines;
    const change = (hasAccess: boolean) =>
      seller.call(updateOrderLine, { params: { id: bought.id, lineId: line!.id }, body: { hasAccess } });
    expect((await change(false)).body.lines[0]).toMatchObject({
      hasAccess: false,
      download: { isActive: false },
    });
    await change(false);
    expect((await change(true)).body.lines[0]).toMatchObject({
      hasAccess: true,
      download: { isActive: true },
    });
    await seller.call(refundOrder, { params: { id: bought.id }, body: { idempotencyKey: randomUUID() } });
    const opened = await change(true);
    expect(opened.body).toMatchObject({ status: "REFUNDED", lines: [{ hasAccess: true }] });
    expect(opened.body.timeline.map(({ kind }) => kind)).toEqual([
      "ACCESS_RESTORED",
      "REFUNDED",
      "ACCESS_RESTORED",
      "ACCESS_REVOKED",
      "PAID",
    ]);
  });

  test("is shipped with a link, and the buyer hears of it once", async () => {
    const product = await makeProduct(app, {
      ownerId: creator.id,
      type: "PHYSICAL",
      requiresShipping: true,
      title: "Postcards",
    });
    const order = await makeOrder(app, {
      items: [{ product }, { product: await makeProduct(app, { ownerId: creator.id }) }],
    });
    const ship = (position: number, body: object) =>
      seller.call(updateOrderLine, { params: { id: order.id, lineId: order.items[position]!.id }, body });
    expect((await ship(1, { shipped: true })).status).toBe(422);
    expect((await ship(0, { shipped: true, trackingUrl: "javascript:alert(1)" })).status).toBe(422);
    const trackingUrl = "https://parcels.example.com/1";
    expect((await ship(0, { shipped: true, trackingUrl })).body.lines[0]).toMatchObject({ trackingUrl });
    await ship(0, { shipped: true, trackingUrl: "https://parcels.example.com/2" });
    await app.runJobs();
    const { rows } = await pool.query('select subject, text from mailbox where "to" = $1', [order.email]);
    expect(rows).toHaveLength(1);
    expect(rows[0].subject).toBe("On its way: Postcards");
  });
});

describe("a payment that does not fit", () => {
  const quarantine = async (paymentIntentId: string) => {
    const [row] = await db
      .insert(quarantinedPayments)
      .values({
        ownerId: creator.id,
        paymentIntentId,
        expectedCents: 1_900,
        receivedCents: 100,
        reason: "The amount received is not what was asked for.",
      })
      .returning();
    return row!.id;
  };
  const resolve = (id: string, resolution: "REFUNDED" | "DISMISSED") =>
    seller.call(resolveQuarantinedPayment, { params: { id }, body: { resolution } });

  test("is shown until it is refunded or seen to, once", async () => {
    const bought = await buyOrder(app, { creator: await makeCreator(app) });
    const [refundable, other] = [
      await quarantine(bought.paymentIntentId),
      await quarantine(`pi_${randomUUID()}`),
    ];
    expect((await seller.call(listQuarantinedPayments)).body).toHaveLength(2);
    expect((await resolve(other, "REFUNDED")).status).toBe(409);
    expect((await resolve(other, "DISMISSED")).body).toMatchObject({ resolution: "DISMISSED" });
    const answers = await Promise.all(Array.from({ length: 10 }, () => resolve(refundable, "REFUNDED")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await pool.query("select amount from sandbox.refunds where payment_intent = $1", [
      bought.paymentIntentId,
    ]);
    expect(rows).toEqual([{ amount: 1_900 }]);
    expect((await seller.call(listQuarantinedPayments)).body).toEqual([]);
    expect(payments.provider).toBe("sandbox");
  });

  const refundsOf = async (paymentIntentId: string) =>
    (await pool.query("select 1 from sandbox.refunds where payment_intent = $1", [paymentIntentId])).rowCount;

  test("is decided once: of ten refunds and ten dismissals at once one counts, and money moves only with a refund", async () => {
    for (let round = 0; round < 5; round++) {
      const bought = await buyOrder(app, { creator: await makeCreator(app) });
      const id = await quarantine(bought.paymentIntentId);
      const decisions = Array.from({ length: 20 }, (_, index) =>
        (index + round) % 2 === 0 ? ("REFUNDED" as const) : ("DISMISSED" as const),
      );
      const answers = await Promise.all(decisions.map((decision) => resolve(id, decision)));
      const counted = answers.filter(({ status }) => status === 200);
      expect(counted).toHaveLength(1);
      const { rows } = await pool.query<{ resolution: string }>(
        "select resolution from quarantined_payments where id = $1 and resolved_at is not null",
        [id],
      );
      expect(rows).toEqual([{ resolution: counted[0]?.body.resolution }]);
      expect(await refundsOf(bought.paymentIntentId)).toBe(rows[0]?.resolution === "REFUNDED" ? 1 : 0);
    }
  });

  test("whose refund the provider did not answer is not dismissed, and is refunded by the next round of jobs", async () => {
    const bought = await buyOrder(app, { creator: await makeCreator(app) });
    const id = await quarantine(bought.paymentIntentId);
    const { refund } = payments;
    try {
      payments.refund = () => Promise.reject(new GatewayError("unavailable", "No answer", true));
      expect((await resolve(id, "REFUNDED")).status).toBe(503);
    } finally {
      payments.refund = refund;
    }
    expect((await resolve(id, "DISMISSED")).status).toBe(409);
    await finishQuarantineRefunds(app.services);
    expect(await refundsOf(bought.paymentIntentId)).toBe(1);
    expect((await seller.call(listQuarantinedPayments)).body.filter((one) => one.id === id)).toEqual([]);
  });
});

test("the tables leave as CSV, with amounts in dollars and no formula", async () => {
  const product = await makeProduct(app, { ownerId: creator.id, title: "=SUM(A1)", priceCents: 123_456 });
  const bought = await buyOrder(app, { creator, main: product });
  await seller.call(refundOrder, {
    params: { id: bought.id },
    body: { idempotencyKey: randomUUID(), reason: "+1" },
  });
  const file = async (endpoint: typeof exportOrders) => {
    const { status, text, headers } = await seller.call(endpoint);
    expect(status).toBe(200);
    expect(headers["content-disposition"]).toContain(".csv");
    expect(text).not.toMatch(/[,"]=SUM/);
    return csvLines(text);
  };
  const orders = await file(exportOrders);
  expect(orders).toHaveLength(2);
  expect(orders[1]).toContain(`${bought.email},'=SUM(A1),USD,1234.56,1234.56`);
  expect((await file(exportOrderLines as never))[1]).toContain("MAIN,1,USD,1234.56,0,1234.56,1234.56");
  expect((await file(exportCustomers as never))[1]).toContain(`${bought.email},1,0,`);
  expect((await file(exportRefunds as never))[1]).toContain("USD,1234.56,SUCCEEDED,You,'+1");
});

test("an export of more than a batch has every row once", async () => {
  const product = await makeProduct(app, { ownerId: creator.id });
  const { customerId } = await makeOrder(app, { items: [{ product }] });
  await pool.query(
    `insert into orders (owner_id, customer_id, product_id, total_cents, status, created_at)
     select $1, $2, $3, 0, 'FAILED', '2026-01-01T00:00:00.123456Z' from generate_series(1, 2100)`,
    [creator.id, customerId, product.id],
  );
  const { text } = await seller.call(exportOrders);
  const ids = csvLines(text)
    .slice(1)
    .map((row) => row.split(",")[0]);
  expect(ids).toHaveLength(2_101);
  expect(new Set(ids).size).toBe(2_101);
});
