import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { getCurrentUser } from "#contract/accounts/accounts.ts";
import * as affiliates from "#contract/affiliates/affiliates.ts";
import * as contract from "#contract/affiliates/commissions.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { reverseCommissions } from "#server/features/affiliates/commission-corrections.ts";
import { addCommissions } from "#server/features/affiliates/commissions.ts";
import { matureCommissions } from "#server/features/affiliates/mature-commissions.ts";
import { makeAffiliate } from "#tests/support/affiliate-factory.ts";
import { csvLines } from "#tests/support/csv-lines.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { type Caller, testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;

/** A creator with one affiliate, and sales of $10 through their link that are payable. */
async function store({ sales = 1, matured = true } = {}) {
  const creator = await makeCreator(app);
  const product = await makeProduct(app, { ownerId: creator.id, priceCents: 1_000 });
  const affiliate = await makeAffiliate(app, { ownerId: creator.id });
  const sell = async () => {
    const order = await makeOrder(app, {
      items: [{ product }],
      email: `secret-${randomUUID()}@buyers.example.com`,
    });
    await inTransaction(pool, (client) =>
      addCommissions(client, { orderId: order.id, affiliateCode: affiliate.link.code, now: app.clock.now() }),
    );
    return order.items[0]!.id;
  };
  const items: string[] = [];
  for (let i = 0; i < sales; i++) items.push(await sell());
  if (matured) await mature();
  // Signed in anew for each call: sessions end while the clock moves on.
  const me: Caller = { call: (...call) => app.as(creator).call(...call) };
  return { creator, affiliate, items, sell, me };
}
async function mature() {
  app.clock.advance({ days: 31 });
  await matureCommissions(app.services);
}
const refund = (orderItemId: string, cents = 1_000) =>
  inTransaction(pool, async (client) => {
    await client.query("update order_items set refunded_cents = refunded_cents + $2 where id = $1", [
      orderItemId,
      cents,
    ]);
    await reverseCommissions(client, { orderItemId, refundId: randomUUID(), now: app.clock.now() });
  });
const statuses = async (ownerId: string) =>
  (
    await pool.query<{ status: string; cents: number }>(
      "select status, sum(amount_cents)::int as cents from commissions where owner_id = $1 group by status order by status",
      [ownerId],
    )
  ).rows;

test("a payout takes what is payable, and marking it paid pays exactly that", async () => {
  const { creator, affiliate, me, sell } = await store({ sales: 3 });
  await sell();
  const created = await me.call(contract.createPayout);
  expect(created.status).toBe(201);
  const [payout] = created.body;
  const share = { id: affiliate.id, name: affiliate.name, email: affiliate.email, amountCents: 600 };
  expect(created.body).toMatchObject([
    { method: "CSV", failure: null, totalCents: 600, paidAt: null, affiliates: [share] },
  ]);
  await mature();
  const paid = await me.call(contract.markPayoutPaid, { params: { id: payout!.id } });
  expect(paid.body.paidAt).not.toBeNull();
  expect(await statuses(creator.id)).toEqual([
    { status: "PAID", cents: 600 },
    { status: "PAYABLE", cents: 200 },
  ]);
  expect((await me.call(contract.listPayouts)).body).toEqual([paid.body]);
  expect((await me.call(affiliates.listAffiliates)).body).toMatchObject([
    { commissionCount: 4, pendingCents: 0, payableCents: 200, inPayoutCents: 0, paidCents: 600 },
  ]);
});

test("two clicks at once make one payout, and pay it once", async () => {
  const { creator, me } = await store({ sales: 2 });
  const created = await Promise.all(Array.from({ length: 20 }, () => me.call(contract.createPayout)));
  expect(created.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(created.filter(({ status }) => status === 409)).toHaveLength(19);
  const params = { id: created.find(({ status }) => status === 201)!.body[0]!.id };
  const paid = await Promise.all(
    Array.from({ length: 20 }, () => me.call(contract.markPayoutPaid, { params })),
  );
  expect(new Set(paid.map(({ status, body }) => `${status} ${body.paidAt}`)).size).toBe(1);
  expect(await statuses(creator.id)).toEqual([{ status: "PAID", cents: 400 }]);
  const { rows } = await pool.query("select from payout_batches where owner_id = $1", [creator.id]);
  expect(rows).toHaveLength(1);
});

test("a refund after the payout is set off against the next one, and never paid out below zero", async () => {
  const { creator, me, items, sell } = await store({ sales: 2 });
  const first = await me.call(contract.createPayout);
  await me.call(contract.markPayoutPaid, { params: { id: first.body[0]!.id } });
  for (const item of items) await refund(item);
  expect((await me.call(contract.createPayout)).status).toBe(409);

  await sell();
  await sell();
  await mature();
  // What they owe and what they are owed is the same.
  expect((await me.call(contract.createPayout)).status).toBe(409);
  await sell();
  await mature();
  const next = await me.call(contract.createPayout);
  expect(next.body[0]!.totalCents).toBe(200);
  await me.call(contract.markPayoutPaid, { params: { id: next.body[0]!.id } });
  expect(await statuses(creator.id)).toEqual([{ status: "PAID", cents: 600 }]);
});

test("a refund while a payout is open leaves the payout as it was printed", async () => {
  const { creator, me, items } = await store({ sales: 2 });
  const { body } = await me.call(contract.createPayout);
  await refund(items[0]!);
  await refund(items[1]!, 500);
  expect((await me.call(contract.listPayouts)).body).toMatchObject([{ totalCents: 400 }]);
  await me.call(contract.markPayoutPaid, { params: { id: body[0]!.id } });
  expect(await statuses(creator.id)).toEqual([
    { status: "PAID", cents: 400 },
    { status: "PAYABLE", cents: -300 },
  ]);
});

test("refunds and payouts at once: nobody is paid more than what is left, or the rest is owed", async () => {
  for (let round = 0; round < 5; round++) {
    const { creator, me, items } = await store({ sales: 20 });
    const [payout] = await Promise.all([
      me.call(contract.createPayout),
      ...items.slice(0, 10).map((item) => refund(item)),
    ]);
    const { rows } = await pool.query<{ frozen: number; all: number }>(
      `select coalesce(sum(amount_cents) filter (where payout_batch_id is not null), 0)::int as frozen,
              sum(amount_cents)::int as all from commissions where owner_id = $1 and status <> 'VOID'`,
      [creator.id],
    );
    expect(rows[0]!.all).toBe(2_000);
    expect(rows[0]!.frozen).toBe(payout.body[0]!.totalCents);
    expect(payout.body[0]!.totalCents).toBeGreaterThanOrEqual(2_000);
  }
});

test("a payout that was not paid can be dissolved, one that was cannot", async () => {
  const { me } = await store();
  const { body } = await me.call(contract.createPayout);
  expect((await me.call(contract.cancelPayout, { params: { id: body[0]!.id } })).status).toBe(200);
  expect((await me.call(contract.listPayouts)).body).toEqual([]);
  const again = await me.call(contract.createPayout);
  expect(again.body[0]!.totalCents).toBe(200);
  await me.call(contract.markPayoutPaid, { params: { id: again.body[0]!.id } });
  expect((await me.call(contract.cancelPayout, { params: { id: again.body[0]!.id } })).status).toBe(409);
});

test("nothing is payable before its 30 days", async () => {
  const { me } = await store({ matured: false });
  expect((await me.call(contract.createPayout)).status).toBe(409);
});

test("commissions are listed newest first, a page at a time, and come as CSV", async () => {
  const { me, items } = await store({ sales: 3 });
  await refund(items[2]!, 500);
  const all = (await me.call(contract.listCommissions)).body;
  expect(all.map(({ amountCents }) => amountCents)).toEqual([-100, 200, 200, 200]);
  const page = await me.call(contract.listCommissions, { querystring: { limit: 2, offset: 1 } });
  expect(page.body).toEqual(all.slice(1, 3));
  const csv = await me.call(contract.exportCommissions);
  expect(csvLines(csv.text)).toHaveLength(5);
  const { body } = await me.call(contract.createPayout);
  const file = await me.call(contract.exportPayout, { params: { id: body[0]!.id } });
  expect(csvLines(file.text)[1]).toContain("example.com,5");
});

test("an affiliate sees their own links and figures, by their address, and never a buyer", async () => {
  const { creator, affiliate, me } = await store({ sales: 2, matured: false });
  const account = await makeCreator(app, { email: affiliate.email!.toUpperCase() });
  const stranger = await makeCreator(app);
  expect((await app.as(account).call(getCurrentUser)).body.isAffiliate).toBe(true);
  expect((await app.as(stranger).call(getCurrentUser)).body.isAffiliate).toBe(false);

  const { body, text } = await app.as(account).call(contract.getAffiliateOverview);
  expect(body).toMatchObject({ commissionCount: 2, pendingCents: 400, payableCents: 0, paidCents: 0 });
  expect(body.links).toMatchObject([
    {
      code: affiliate.link.code,
      creatorName: "Robin Vale",
      productTitle: null,
      commissionRate: 0.2,
      sales: 2,
      earnedCents: 400,
      active: true,
    },
  ]);
  const list = await app.as(account).call(contract.listOwnCommissions);
  expect(list.body).toMatchObject([{ status: "PENDING", amountCents: 200 }, { status: "PENDING" }]);
  for (const answer of [text, list.text]) {
    expect(answer).not.toContain("buyers.example.com");
    expect(answer).not.toContain("orderId");
  }
  expect((await me.call(affiliates.listAffiliates)).body).toMatchObject([{ signedIn: true }]);

  for (const other of [stranger, creator]) {
    const nothing = await app.as(other).call(contract.getAffiliateOverview);
    expect(nothing.body).toEqual({
      commissionCount: 0,
      pendingCents: 0,
      payableCents: 0,
      paidCents: 0,
      links: [],
    });
    expect((await app.as(other).call(contract.listOwnCommissions)).body).toEqual([]);
  }
});
