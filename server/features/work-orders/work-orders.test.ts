import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  deliverWork,
  getBoughtWork,
  getWorkOrder,
  listWorkOrders,
  saveBrief,
  startWork,
} from "#contract/work-orders/work-orders.ts";
import { mailOutbox } from "#server/database/schema/delivery.ts";
import { orders } from "#server/database/schema/orders.ts";
import { workDeliveries, workOrders } from "#server/database/schema/work-orders.ts";
import { receiptToken } from "#server/features/access/can-see.ts";
import { storeUpload } from "#server/features/files/store-upload.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { makeService } from "#tests/support/service-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { queueBriefReminders } from "./brief-reminders.ts";

const app = await testApp();
const { db, secret } = app.services;
const dayMs = 86_400_000;

/** A service that was bought, with what its buyer and its creator can do. */
async function soldService(fields: { terms?: Parameters<typeof makeService>[1]; priceCents?: number } = {}) {
  const creator = await makeCreator(app);
  const { terms, ...own } = fields;
  const product = await makeService(app, terms, { ownerId: creator.id, ...own });
  const order = await makeOrder(app, { items: [{ product }], createdAt: app.clock.now() });
  const params = { id: order.id, itemId: order.items[0]?.id ?? "" };
  const proof = { headers: { "x-order-proof": receiptToken(secret, order.id) } };
  const desk = app.as(creator);
  const id = params.itemId;
  const upload = (ownerId = creator.id, name = "logo.pdf") =>
    storeUpload(app.services, {
      ownerId,
      originalName: name,
      mimeType: "application/pdf",
      data: Buffer.from(`%PDF-1.7 ${name}`),
    });
  return {
    creator,
    product,
    order,
    params,
    proof,
    desk,
    id,
    upload,
    read: () => app.call(getBoughtWork, { params }, proof),
    send: (text: string, revision = 1) =>
      app.call(saveBrief, { params, body: { answers: [{ questionId: "q1", text }], revision } }, proof),
    listed: async (show: "TO_DO" | "WAITING" | "DELIVERED" | "CLOSED") =>
      (await desk.call(listWorkOrders, { querystring: { show } })).body,
    deliver: (body: { message?: string; uploadIds?: string[]; idempotencyKey?: string }) =>
      desk.call(deliverWork, { params: { id }, body: { idempotencyKey: randomUUID(), ...body } }),
  };
}

const mailsTo = async (recipient: string) =>
  (await db.select().from(mailOutbox).where(eq(mailOutbox.recipient, recipient))).map(
    ({ template }) => template,
  );

test("a buyer sends the brief, and the days that are promised count from then on", async () => {
  const { read, send, listed, creator, id } = await soldService();
  expect((await read()).body).toMatchObject({ state: "WAITING", canChange: true, dueAt: null, answers: {} });
  expect((await listed("WAITING")).workOrders).toMatchObject([{ id, state: "WAITING" }]);

  app.clock.advance({ hours: 3 });
  const before = app.clock.now().getTime();
  const sent = await send("A fox");
  expect(sent.body).toMatchObject({ state: "TO_DO", answers: { q1: "A fox" }, revision: 2 });
  const { sentAt, dueAt } = sent.body;
  expect(Date.parse(dueAt ?? "") - Date.parse(sentAt ?? "")).toBe(5 * dayMs);
  expect(Date.parse(sentAt ?? "")).toBeGreaterThanOrEqual(before);
  expect(Date.parse(sentAt ?? "")).toBeLessThanOrEqual(app.clock.now().getTime());
  expect(await mailsTo(creator.email)).toEqual(["brief-sent"]);

  app.clock.advance({ hours: 1 });
  const changed = await send("A red fox", 2);
  expect(changed.body).toMatchObject({ answers: { q1: "A red fox" }, dueAt: sent.body.dueAt });
  expect(await mailsTo(creator.email)).toEqual(["brief-sent"]);
  expect(await listed("TO_DO")).toMatchObject({ total: 1, toDo: 1 });
});

test("what is missing, too long or of another brief is refused at its question", async () => {
  const { params, proof, read } = await soldService();
  const ask = (answers: { questionId: string; text: string }[]) =>
    app.call(saveBrief, { params, body: { answers, revision: 1 } }, proof);
  const q1 = { questionId: "q1", text: "A fox" };
  for (const [answers, field] of [
    [[], "answers.q1"],
    [[{ questionId: "q1", text: " \n " }], "answers.q1"],
    [[q1, { questionId: "q2", text: "Huge" }], "answers.q2"],
    [[q1, { questionId: "q9", text: "?" }], "answers.q9"],
  ] as const) {
    const { status, body } = await ask([...answers]);
    expect([status, Object.keys((body as { fields?: object }).fields ?? {})]).toEqual([422, [field]]);
  }
  expect((await ask([{ questionId: "q1", text: "x".repeat(5_001) }])).status).toBe(422);
  expect((await ask([q1, { questionId: "__proto__", text: "?" }])).status).toBe(422);
  expect((await read()).body).toMatchObject({ state: "WAITING", answers: {} });
});

test("of two tabs the second is told, and keeps what it has typed", async () => {
  const { send, read } = await soldService();
  const answers = await Promise.all([send("A fox"), send("A bear")]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await read()).body.revision).toBe(2);
});

test("once its creator begins, a brief stays as it is, in the database, too", async () => {
  const { send, desk, id, read } = await soldService();
  expect((await desk.call(startWork, { params: { id } })).status).toBe(409);
  await send("A fox");
  expect((await desk.call(startWork, { params: { id } })).body.startedAt).toEqual(expect.any(String));
  expect(await send("A bear", 2)).toMatchObject({ status: 409, body: { code: "WORK_BEGUN" } });
  expect((await read()).body).toMatchObject({ canChange: false, answers: { q1: "A fox" } });
  for (const change of [
    { answers: { q1: "B" } },
    { state: "WAITING" as const, sentAt: null },
    { questions: [] },
  ])
    await expect(db.update(workOrders).set(change).where(eq(workOrders.orderItemId, id))).rejects.toThrow();
});

test("a service that asks nothing is to do at once", async () => {
  const { read, listed } = await soldService({ terms: { questions: [], deliveryDays: 1 } });
  const { body } = await read();
  expect(body).toMatchObject({ state: "TO_DO", canChange: false });
  expect(Date.parse(body.dueAt ?? "")).toBe(Date.parse(body.sentAt ?? "") + dayMs);
  expect((await listed("TO_DO")).total).toBe(1);
});

test("one press delivers once, whatever is sent twice, and again for a revision", async () => {
  const { send, deliver, upload, order, read, listed } = await soldService();
  await send("A fox");
  const file = await upload();
  const press = { idempotencyKey: randomUUID(), message: "Here it is", uploadIds: [file.id, file.id] };
  const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(press)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await read()).body.deliveries).toMatchObject([
    { number: 1, message: "Here it is", files: [{ name: "logo.pdf" }] },
  ]);
  expect(await mailsTo(order.email)).toEqual(["work-delivered"]);
  expect((await deliver({ message: "With a hat" })).body.deliveries.map(({ number }) => number)).toEqual([
    2, 1,
  ]);
  expect(await mailsTo(order.email)).toEqual(["work-delivered", "work-delivered"]);
  expect(await listed("TO_DO")).toMatchObject({ total: 0, toDo: 0 });
  expect((await listed("DELIVERED")).total).toBe(1);
  expect((await send("A bear", 2)).status).toBe(409);
});

test("nothing is delivered without a word and a file, nor with a file of another's", async () => {
  const { deliver, upload, id } = await soldService();
  const other = await makeCreator(app);
  const foreign = await upload(other.id);
  expect((await deliver({ message: "  " })).status).toBe(422);
  for (const uploadIds of [[foreign.id], [randomUUID()]])
    expect(await deliver({ message: "Here", uploadIds })).toMatchObject({
      status: 422,
      body: { fields: { uploadIds: expect.any(String) as string } },
    });
  expect(await db.$count(workDeliveries, eq(workDeliveries.orderItemId, id))).toBe(0);
  // Without waiting for the brief, too.
  expect((await deliver({ message: "We spoke" })).body.state).toBe("DELIVERED");
});

test("files are for the order's buyer, while it is open", async () => {
  const { deliver, upload, read, order, params, listed, id, desk } = await soldService();
  await deliver({ uploadIds: [(await upload()).id] });
  const url = (await read()).body.deliveries[0]?.files[0]?.url ?? "";
  const fetched = await app.app.inject({ url });
  expect([fetched.statusCode, fetched.body]).toEqual([200, "%PDF-1.7 logo.pdf"]);
  expect(fetched.headers["content-disposition"]).toContain("logo.pdf");
  for (const bad of [`${url}x`, url.replace(/work-file\/[^.]+/, `work-file/${randomUUID()}`)])
    expect((await app.app.inject({ url: bad })).statusCode).toBe(404);
  expect((await app.call(getBoughtWork, { params })).status).toBe(404);

  await db.update(orders).set({ disputed: true }).where(eq(orders.id, order.id));
  expect((await app.app.inject({ url })).statusCode).toBe(404);
  expect((await read()).status).toBe(404);
  expect((await listed("DELIVERED")).workOrders).toMatchObject([{ id, closed: "DISPUTED" }]);
  expect(await deliver({ message: "More" })).toMatchObject({ status: 409, body: { code: "NOT_OPEN" } });
  await db.update(orders).set({ disputed: false }).where(eq(orders.id, order.id));
  expect((await app.app.inject({ url })).statusCode).toBe(200);
  expect((await desk.call(getWorkOrder, { params: { id } })).body.closed).toBeNull();
});

test("what was paid back before it was delivered is no longer to do", async () => {
  const creator = await makeCreator(app);
  const product = await makeService(app, { questions: [] }, { ownerId: creator.id });
  const order = await makeOrder(app, { items: [{ product }], status: "REFUNDED" });
  const list = async (show: "TO_DO" | "CLOSED") =>
    (await app.as(creator).call(listWorkOrders, { querystring: { show } })).body;
  expect(await list("TO_DO")).toMatchObject({ total: 0, toDo: 0 });
  expect((await list("CLOSED")).workOrders).toMatchObject([{ id: order.items[0]?.id, closed: "REVOKED" }]);
});

test("a brief is asked for once more after a day, once, and not where it is there or paid back", async () => {
  const [waits, sent, back] = [await soldService(), await soldService(), await soldService()];
  await sent.send("A fox");
  await app.services.pool.query("update access set revoked_at = now() where order_id = $1", [back.order.id]);
  await queueBriefReminders(app.services);
  expect(await mailsTo(waits.order.email)).toEqual([]);
  app.clock.advance({ hours: 25 });
  await queueBriefReminders(app.services);
  await queueBriefReminders(app.services);
  expect(await mailsTo(waits.order.email)).toEqual(["brief-reminder"]);
  for (const { order } of [sent, back]) expect(await mailsTo(order.email)).not.toContain("brief-reminder");
});

test("of services that cost nothing a creator hears once a day", async () => {
  const creator = await makeCreator(app);
  const product = await makeService(app, {}, { ownerId: creator.id, priceCents: 0 });
  for (let n = 0; n < 3; n++) {
    const order = await makeOrder(app, { items: [{ product }], paymentIntentId: null });
    const params = { id: order.id, itemId: order.items[0]?.id ?? "" };
    await app.call(
      saveBrief,
      { params, body: { answers: [{ questionId: "q1", text: "A fox" }], revision: 1 } },
      { headers: { "x-order-proof": receiptToken(secret, order.id) } },
    );
  }
  expect(await mailsTo(creator.email)).toEqual(["brief-sent"]);
});

test("several services in one order each have their brief, and what their product asks later changes none", async () => {
  const creator = await makeCreator(app);
  const [logo, text] = [
    await makeService(app, {}, { ownerId: creator.id }),
    await makeService(app, { deliveryDays: null }, { ownerId: creator.id, title: "A text" }),
  ];
  const order = await makeOrder(app, { items: [{ product: logo }, { product: text }] });
  const rows = await db.select().from(workOrders).where(eq(workOrders.ownerId, creator.id));
  expect(rows.map(({ orderItemId }) => orderItemId).toSorted()).toEqual(
    order.items.map(({ id }) => id).toSorted(),
  );
  expect(rows.every(({ questions }) => questions.length === 2)).toBe(true);
});

test("the creator's list pages through a thousand deliveries and finds one of them", async () => {
  const { desk, product, order } = await soldService();
  await app.services.pool.query(
    `with lines as (
       insert into order_items (order_id, owner_id, product_id, item_type, position, quantity, unit_price_cents, total_price_cents)
       select $1, $2, $3, 'ORDER_BUMP', n, 1, 0, 0 from generate_series(2, 1001) n returning id)
     insert into work_orders (order_item_id, owner_id, product_id, state, questions, sent_at, delivered_at)
     select id, $2, $3, 'DELIVERED', '[]', now(), now() from lines`,
    [order.id, product.ownerId, product.id],
  );
  const page = async (number: number) =>
    (await desk.call(listWorkOrders, { querystring: { show: "DELIVERED", page: number, perPage: 100 } }))
      .body;
  const [first, last] = [await page(1), await page(10)];
  expect([first.total, first.workOrders.length, last.workOrders.length]).toEqual([1_000, 100, 100]);
  expect(first.workOrders.some(({ id }) => last.workOrders.some((other) => other.id === id))).toBe(false);
  const found = await desk.call(listWorkOrders, { querystring: { show: "WAITING", q: order.email } });
  expect(found.body.total).toBe(1);
});
