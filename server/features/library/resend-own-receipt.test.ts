import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { resendOwnReceipt } from "#contract/library/library.ts";
import { resendReceipt } from "#contract/orders/orders-admin.ts";
import { hashToken, newToken } from "#server/secrets/secrets.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { proveBuyer } from "#tests/support/proven-buyer.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;

type Proof = Parameters<typeof app.call>[2];
const resend = (id: string, proof: Proof) => app.call(resendOwnReceipt, { params: { id } }, proof);

async function boughtOrder(fields: Parameters<typeof makeOrder>[1] = {}) {
  const order = await makeOrder(app, fields);
  return { order, ...(await proveBuyer(app, order.email)) };
}

/** The mails about an order, whoever caused them. */
const mailsAbout = async (orderId: string) =>
  (
    await pool.query<{ recipient: string; template: string; state: string }>(
      "select recipient, template, state from mail_outbox where event like $1 order by created_at",
      [`receipt:${orderId}%`],
    )
  ).rows;

test("the receipt goes out again, to the address of the order, and the seller's timeline says so", async () => {
  const { order, cookie, bearer } = await boughtOrder();
  expect((await resend(order.id, cookie)).body).toEqual({ success: true });
  await app.runJobs();
  expect(await mailsAbout(order.id)).toEqual([
    { recipient: order.email, template: "receipt", state: "SENT" },
  ]);
  const { rows } = await pool.query(
    "select kind, detail from order_events where order_id = $1 and kind = 'RECEIPT_SENT'",
    [order.id],
  );
  expect(rows).toEqual([{ kind: "RECEIPT_SENT", detail: { email: order.email } }]);

  const again = await resend(order.id, cookie);
  expect(again.status).toBe(429);
  expect(again.body).toEqual({
    message: "The receipt has just been sent. If it does not arrive, try again in 5 minutes.",
    code: "RECEIPT_JUST_SENT",
  });
  expect(Number(again.headers["retry-after"])).toBeGreaterThan(290);
  app.clock.advance({ minutes: 4, seconds: 30 });
  expect((await resend(order.id, bearer)).body).toMatchObject({
    message: expect.stringMatching(/in a minute\.$/),
  });
  app.clock.advance({ seconds: 31 });
  expect((await resend(order.id, bearer)).status).toBe(200);
  expect(await mailsAbout(order.id)).toHaveLength(2);
});

test("20 requests at once are one mail; another order of the same buyer has its own", async () => {
  const { order, cookie } = await boughtOrder();
  const other = await makeOrder(app, { email: order.email, status: "REFUNDED" });
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => (await resend(order.id, cookie)).status),
  );
  expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 429)]);
  expect(await mailsAbout(order.id)).toHaveLength(1);
  expect((await resend(other.id, cookie)).status).toBe(200);
});

test("what the seller has just sent again is not sent once more", async () => {
  const { order, cookie } = await boughtOrder();
  const sent = await app.as({ id: order.ownerId }).call(resendReceipt, { params: { id: order.id } });
  expect(sent.status).toBe(200);
  expect((await resend(order.id, cookie)).status).toBe(429);
});

test("another's, an unknown and an unpaid order are the same 404, and without a proved address it is 401", async () => {
  const browser = newToken();
  const { order } = await boughtOrder({ browserHash: hashToken(browser) });
  const stranger = await boughtOrder();
  const unpaid = await makeOrder(app, { email: stranger.order.email, status: "PENDING" });
  const answers = new Set<string>();
  for (const id of [order.id, randomUUID(), unpaid.id]) {
    const { status, text } = await resend(id, stranger.cookie);
    answers.add(`${status} ${text}`);
  }
  expect([...answers]).toEqual(['404 {"message":"Order not found","code":"NOT_FOUND"}']);
  for (const proof of [{}, { cookies: { co: browser } }, { cookies: { buyer: newToken() } }])
    expect((await resend(order.id, proof)).status).toBe(401);
  expect((await resend("no-id", stranger.cookie)).status).toBe(404);
  expect(await mailsAbout(order.id)).toEqual([]);
});
