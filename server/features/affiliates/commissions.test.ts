import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inTransaction } from "#server/database/in-transaction.ts";
import { addCommissions } from "#server/features/affiliates/commissions.ts";
import {
  holdCommissions,
  releaseCommissions,
  reverseCommissions,
  correctDisputedCommissions,
} from "#server/features/affiliates/commission-corrections.ts";
import { matureCommissions } from "#server/features/affiliates/mature-commissions.ts";
import { makeAffiliate } from "#tests/support/affiliate-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;
const creator = await makeCreator(app);
const day = 86_400_000;

type Row = { amount: number; status: string; held: boolean; payableAt: Date; rate: string };
const rowsOf = async (orderId: string) =>
  (
    await pool.query<Row>(
      `select amount_cents as amount, status, held, payable_at as "payableAt", commission_rate as rate
         from commissions where order_id = $1 order by created_at, id`,
      [orderId],
    )
  ).rows;
const sumOf = async (orderId: string) =>
  (await rowsOf(orderId)).reduce((sum, { amount, status }) => sum + (status === "VOID" ? 0 : amount), 0);

const add = (orderId: string, affiliateCode: string | null) =>
  inTransaction(pool, (client) => addCommissions(client, { orderId, affiliateCode, now: app.clock.now() }));

async function refund(orderItemId: string, cents: number, refundId = randomUUID()) {
  await inTransaction(pool, async (client) => {
    await client.query("update order_items set refunded_cents = refunded_cents + $2 where id = $1", [
      orderItemId,
      cents,
    ]);
    await reverseCommissions(client, { orderItemId, refundId, now: app.clock.now() });
  });
  return refundId;
}

async function sale({
  prices = [1_999],
  rate = "0.2000",
  email,
}: Partial<{ prices: number[]; rate: string; email: string }> = {}) {
  const affiliate = await makeAffiliate(app, { ownerId: creator.id, commissionRate: rate });
  const items = [];
  for (const priceCents of prices)
    items.push({ product: await makeProduct(app, { ownerId: creator.id, priceCents }) });
  const order = await makeOrder(app, { items, paidAt: app.clock.now(), ...(email && { email }) });
  return { affiliate, order, item: order.items[0]! };
}
const sold = async (fields: Parameters<typeof sale>[0] = {}) => {
  const made = await sale(fields);
  await add(made.order.id, made.affiliate.link.code);
  return made;
};
const markPaid = (orderId: string) =>
  pool.query("update commissions set status = 'PAID', paid_at = now() where order_id = $1", [orderId]);

describe("a sale through a link", () => {
  test("earns the floor of rate times price on every line, for 30 days PENDING", async () => {
    const before = app.clock.now().getTime();
    const { order } = await sold({ prices: [1_999, 333, 0, 4] });
    const rows = await rowsOf(order.id);
    expect(rows.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([66, 399]);
    expect(rows[0]).toMatchObject({ status: "PENDING", held: false, rate: "0.2000" });
    for (const { payableAt } of rows) {
      expect(payableAt.getTime()).toBeGreaterThanOrEqual(before + 30 * day);
      expect(payableAt.getTime()).toBeLessThanOrEqual(app.clock.now().getTime() + 30 * day);
    }
  });

  test("is attributed and counted once, however often it is told and in whatever case", async () => {
    const { order, affiliate } = await sale();
    const code = affiliate.link.code.toLowerCase();
    await Promise.all(Array.from({ length: 20 }, () => add(order.id, code)));
    expect(await rowsOf(order.id)).toHaveLength(1);
    const { rows } = await pool.query(
      `select o.affiliate_link_id, o.affiliate_link_code, l.conversions from orders o
         join affiliate_links l on l.id = o.affiliate_link_id where o.id = $1`,
      [order.id],
    );
    expect(rows).toEqual([
      { affiliate_link_id: affiliate.link.id, affiliate_link_code: affiliate.link.code, conversions: 1 },
    ]);
  });

  test("earns on an upsell too, once that is added, and another code changes nothing", async () => {
    const { order, affiliate, item } = await sold();
    await pool.query(
      `insert into order_items (order_id, owner_id, product_id, item_type, unit_price_cents, total_price_cents)
       values ($1, $2, $3, 'UPSELL', 1000, 1000)`,
      [order.id, creator.id, item.productId],
    );
    const rival = await makeAffiliate(app, { ownerId: creator.id });
    await add(order.id, rival.link.code);
    expect(await sumOf(order.id)).toBe(399);
    await add(order.id, affiliate.link.code);
    expect((await rowsOf(order.id)).map(({ amount }) => amount)).toEqual([399, 200]);
  });

  test("earns nothing for a code that is unknown, switched off, foreign or of another product", async () => {
    const { order, item } = await sale();
    const other = await makeProduct(app, { ownerId: creator.id });
    const stranger = await makeCreator(app);
    const codes = await Promise.all([
      makeAffiliate(app, { ownerId: creator.id, link: { active: false } }),
      makeAffiliate(app, { ownerId: creator.id, active: false }),
      makeAffiliate(app, { ownerId: creator.id, link: { productId: other.id } }),
      makeAffiliate(app, { ownerId: stranger.id }),
    ]);
    for (const code of [...codes.map(({ link }) => link.code), "nobody", "", "' or 1=1 --", null])
      await add(order.id, code);
    expect(await rowsOf(order.id)).toEqual([]);

    const own = await makeAffiliate(app, { ownerId: creator.id, link: { productId: item.productId } });
    await add(order.id, own.link.code);
    expect(await sumOf(order.id)).toBe(399);
  });

  test("earns nothing when the affiliate buys, by any spelling of either address", async () => {
    const account = await makeCreator(app, { email: "june@account.example.com" });
    const affiliate = await makeAffiliate(app, {
      ownerId: creator.id,
      userId: account.id,
      email: "june+shop@example.com",
    });
    for (const email of ["june@example.com", "JUNE+other@Example.com", "june+x@account.example.com"]) {
      const { order } = await sale({ email });
      await add(order.id, affiliate.link.code);
      expect(await rowsOf(order.id), email).toEqual([]);
    }
    const { order } = await sale({ email: "june@elsewhere.example.com" });
    await add(order.id, affiliate.link.code);
    expect(await rowsOf(order.id)).toHaveLength(1);
  });

  test("earns nothing when the creator is the affiliate", async () => {
    const byAccount = await makeAffiliate(app, { ownerId: creator.id, userId: creator.id });
    const byAddress = await makeAffiliate(app, {
      ownerId: creator.id,
      email: creator.email.replace("@", "+me@").toUpperCase(),
    });
    const { order } = await sale();
    await add(order.id, byAccount.link.code);
    await add(order.id, byAddress.link.code);
    expect(await rowsOf(order.id)).toEqual([]);
  });

  test("earns nothing for an affiliate's own purchase, however Gmail lets the address be written", async () => {
    const affiliate = await makeAffiliate(app, { ownerId: creator.id, email: "kimseller@gmail.com" });
    for (const email of ["k.im.seller@gmail.com", "kimseller+shop@googlemail.com"]) {
      const { order } = await sale({ email });
      await add(order.id, affiliate.link.code);
      expect(await rowsOf(order.id), email).toEqual([]);
    }
  });

  test("earns for an affiliate whose address is not known yet", async () => {
    const affiliate = await makeAffiliate(app, { ownerId: creator.id, email: null });
    const { order } = await sale();
    await add(order.id, affiliate.link.code);
    expect(await sumOf(order.id)).toBe(399);
  });
});

describe("a refund", () => {
  test("of a part takes back its part with a negative row, once", async () => {
    const { order, item } = await sold();
    const refundId = await refund(item.id, 1_000);
    await refund(item.id, 0, refundId);
    expect((await rowsOf(order.id)).map(({ amount, status }) => [amount, status])).toEqual([
      [399, "PENDING"],
      [-200, "PENDING"],
    ]);
  });

  test("of a whole line makes its rows VOID", async () => {
    const { order, item } = await sold({ prices: [1_999, 500] });
    await refund(item.id, 1_000);
    await refund(item.id, 999);
    expect(
      (await rowsOf(order.id)).filter(({ status }) => status !== "VOID").map(({ amount }) => amount),
    ).toEqual([100]);
  });

  test("after the payout never changes what was paid, and claws it back at once", async () => {
    const { order, item } = await sold();
    app.clock.advance({ days: 31 });
    await markPaid(order.id);
    await refund(item.id, 1_000);
    // Rows are listed by when they were written.
    app.clock.advance({ minutes: 1 });
    await refund(item.id, 999);
    expect((await rowsOf(order.id)).map(({ amount, status }) => [amount, status])).toEqual([
      [399, "PAID"],
      [-200, "PAYABLE"],
      [-199, "PAYABLE"],
    ]);
  });

  test("that fails after all gives the commission back", async () => {
    for (const paid of [false, true]) {
      const { order, item } = await sold();
      app.clock.advance({ days: 31 });
      if (paid) await markPaid(order.id);
      const refundId = await refund(item.id, 1_999);
      expect(await sumOf(order.id)).toBe(0);
      await refund(item.id, -1_999, refundId);
      expect(await sumOf(order.id)).toBe(399);
    }
  });

  test("100 at once leave exactly the commission of what is left", async () => {
    const { order, item } = await sold();
    await Promise.all(Array.from({ length: 100 }, () => refund(item.id, 19)));
    expect(await sumOf(order.id)).toBe(Math.floor(0.2 * 99));
  });

  test("in any parts, before and after payouts, leaves floor(rate × what is left)", async () => {
    const step = fc.oneof(fc.integer({ min: 1, max: 400 }), fc.constant("pay" as const));
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 2_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        fc.array(step, { maxLength: 8 }),
        async (price, bps, steps) => {
          const { order, item } = await sold({ prices: [price], rate: (bps / 10_000).toFixed(4) });
          const aim = (left: number) => Math.floor((bps * left) / 10_000);
          expect(await sumOf(order.id)).toBe(aim(price));
          let left = price;
          for (const next of steps) {
            if (next === "pay") {
              await pool.query(
                "update commissions set status = 'PAID' where order_id = $1 and status <> 'VOID'",
                [order.id],
              );
              continue;
            }
            const cents = Math.min(next, left);
            left -= cents;
            await refund(item.id, cents);
            expect(await sumOf(order.id)).toBe(aim(left));
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("a dispute", () => {
  const disputed = async (orderId: string, paymentId: string, status: string) => {
    const { rows } = await pool.query<{ id: string }>(
      `insert into disputes (owner_id, order_id, order_payment_id, provider_dispute_id, amount_cents, status)
       values ($1, $2, $3, gen_random_uuid(), 1999, $4) returning id`,
      [creator.id, orderId, paymentId, status],
    );
    return rows[0]!.id;
  };

  test("holds the commission until it is won", async () => {
    const { order } = await sold();
    await inTransaction(pool, (client) => holdCommissions(client, order.id));
    app.clock.advance({ days: 31 });
    await matureCommissions(app.services);
    expect(await rowsOf(order.id)).toMatchObject([{ status: "PENDING", held: true }]);
    await inTransaction(pool, (client) => releaseCommissions(client, order.id));
    await matureCommissions(app.services);
    expect(await rowsOf(order.id)).toMatchObject([{ status: "PAYABLE", held: false }]);
  });

  test("that is lost makes it VOID, or claws back what was paid, once, and for good", async () => {
    for (const paid of [false, true]) {
      const { order, item } = await sold();
      if (paid) await markPaid(order.id);
      const orderPaymentId = order.payment!.id;
      const disputeId = await disputed(order.id, orderPaymentId, "LOST");
      for (const _ of [1, 2])
        await inTransaction(pool, (client) =>
          correctDisputedCommissions(client, { orderPaymentId, disputeId, now: app.clock.now() }),
        );
      expect(await sumOf(order.id)).toBe(0);
      await refund(item.id, 500);
      expect(await sumOf(order.id)).toBe(0);
      expect(await rowsOf(order.id)).toHaveLength(paid ? 2 : 1);
    }
  });
});

test("a commission becomes payable after 30 days, not before", async () => {
  const { order } = await sold();
  app.clock.advance({ days: 30, minutes: -1 });
  await matureCommissions(app.services);
  expect(await rowsOf(order.id)).toMatchObject([{ status: "PENDING" }]);
  app.clock.advance({ minutes: 1 });
  await matureCommissions(app.services);
  expect(await rowsOf(order.id)).toMatchObject([{ status: "PAYABLE" }]);
});
