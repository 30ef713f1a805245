import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { refundOrder } from "#contract/orders/orders-admin.ts";
import { sandboxIntents } from "#server/database/schema/sandbox.ts";
import { openDispute } from "#server/payments/sandbox/disputes.ts";
import { makeAffiliate } from "#tests/support/affiliate-factory.ts";
import { deliverWebhooks, sendWebhook } from "#tests/support/buy.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { joinMembership, passDays } from "#tests/support/membership.ts";
import { auditNow, buyOrder } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";
import { upsellShop } from "#tests/support/upsell-shop.ts";

const app = await testApp();
const { clock } = app;
const { db, pool } = app.services;
const { shop, bought, list, choose } = upsellShop(app);
const rowsOf = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await pool.query<Row>(text, values)).rows;

/** The bank disputes this much of a payment. */
async function dispute(paymentIntentId: string, cents?: number) {
  const intent = await db.query.sandboxIntents.findFirst({ where: eq(sandboxIntents.id, paymentIntentId) });
  if (!intent) throw new Error("there is no such payment");
  const amountReceived = cents ?? intent.amountReceived;
  await openDispute(db, { ...intent, amountReceived }, "fraudulent", clock.now());
  await deliverWebhooks(app);
}

/** What the bank says of a payment's dispute; of a lost one it may say `won` later. */
async function decide(paymentIntentId: string, status: "won" | "lost") {
  const [found] = await rowsOf<{ id: string }>(
    "update sandbox.disputes set status = $2 where payment_intent = $1 returning id",
    paymentIntentId,
    status,
  );
  const data = { id: found?.id, object: "dispute", payment_intent: paymentIntentId };
  clock.advance({ seconds: 1 });
  await sendWebhook(app, { id: `evt_${randomUUID()}`, type: "charge.dispute.closed", data });
  await app.runJobs();
}

const commissions = (orderId: string) =>
  rowsOf<{ cents: number }>(
    `select coalesce(sum(c.amount_cents) filter (where c.status <> 'VOID'), 0)::int as cents
       from order_items i join commissions c on c.order_item_id = i.id where i.order_id = $1
      group by i.id order by i.total_price_cents desc`,
    orderId,
  ).then((rows) => rows.map(({ cents }) => cents));

/** $19 and a bump at $6, of which an affiliate earns a fifth. */
async function buy() {
  const creator = await makeCreator(app);
  const { code } = (await makeAffiliate(app, { ownerId: creator.id })).link;
  return buyOrder(app, { creator, affiliateCode: code, bumps: [600] });
}

test("a dispute about a part that is lost earns its payment's lines nothing, and an appeal that is won gives all of it back", async () => {
  const order = await buy();
  expect(await commissions(order.id)).toEqual([380, 120]);
  await dispute(order.paymentIntentId, 1_000);
  await decide(order.paymentIntentId, "lost");
  expect(await order.read()).toMatchObject({
    status: "PAID",
    refundedCents: 1_000,
    lines: [{ hasAccess: false }, { hasAccess: false }],
  });
  expect(await commissions(order.id)).toEqual([0, 0]);
  expect(await auditNow(app)).toEqual([]);

  await decide(order.paymentIntentId, "won");
  expect(await order.read()).toMatchObject({
    status: "PAID",
    refundedCents: 0,
    lines: [{ hasAccess: true }, { hasAccess: true }],
  });
  expect(await commissions(order.id)).toEqual([380, 120]);
  expect(await auditNow(app)).toEqual([]);
});

test("what was paid out of a commission before its dispute was lost is taken back, and given again once an appeal is won", async () => {
  const order = await buy();
  await pool.query(
    `with batch as (insert into payout_batches (owner_id, paid_at) values ($1, now()) returning id)
     update commissions set status = 'PAID', paid_at = now(), payout_batch_id = batch.id from batch where order_id = $2`,
    [order.creator.id, order.id],
  );
  await dispute(order.paymentIntentId, 1_000);
  await decide(order.paymentIntentId, "lost");
  expect(await commissions(order.id)).toEqual([0, 0]);
  await decide(order.paymentIntentId, "won");
  expect(await commissions(order.id)).toEqual([380, 120]);
  expect(await auditNow(app)).toEqual([]);
});

test("a disputed add-on suspends its order, and closes only itself when it is lost", async () => {
  const { main, extra, upsell } = await shop();
  const { browser, paymentIntentId } = await bought(main);
  await list(browser, main, paymentIntentId);
  const { body } = await choose(browser, upsell.id, paymentIntentId, "ACCEPT");
  await deliverWebhooks(app);
  const opened = async () =>
    (
      await rowsOf<{ id: string }>(
        "select product_id as id from open_access($2) where owner_id = $1",
        main.ownerId,
        clock.now(),
      )
    ).map(({ id }) => id);
  expect((await opened()).toSorted()).toEqual([main.id, extra.id].toSorted());
  await dispute(body.paymentIntentId ?? "");
  expect(await opened()).toEqual([]);
  // The payment that nobody disputes can be refunded meanwhile, in part.
  const [order] = await rowsOf<{ id: string; line: string }>(
    "select o.id, i.id as line from orders o join order_items i on i.order_id = o.id and i.item_type = 'MAIN' where o.product_id = $1",
    main.id,
  );
  const refunded = await app.as({ id: main.ownerId }).call(refundOrder, {
    params: { id: order?.id ?? "" },
    body: { idempotencyKey: randomUUID(), lines: [{ orderItemId: order?.line ?? "", amountCents: 700 }] },
  });
  expect(refunded.body).toMatchObject([{ status: "SUCCEEDED" }]);
  await decide(body.paymentIntentId ?? "", "lost");
  expect(await opened()).toEqual([main.id]);
  expect(await auditNow(app)).toEqual([]);
  await decide(body.paymentIntentId ?? "", "won");
  expect((await opened()).toSorted()).toEqual([main.id, extra.id].toSorted());
  expect(await auditNow(app)).toEqual([]);
});

test("a disputed renewal suspends its membership; a lost one ends it until the next bill is paid", async () => {
  const { product, orderId } = await joinMembership(app);
  const isOpen = async () =>
    (await rowsOf("select from open_access($2) where product_id = $1", product.id, clock.now())).length > 0;
  await passDays(app, 32);
  const [renewal] = await rowsOf<{ paymentIntentId: string }>(
    `select payment_intent_id as "paymentIntentId" from orders where product_id = $1 and id <> $2`,
    product.id,
    orderId,
  );
  const paymentIntentId = renewal?.paymentIntentId ?? "";
  expect(await isOpen()).toBe(true);
  await dispute(paymentIntentId);
  expect(await isOpen()).toBe(false);
  await decide(paymentIntentId, "lost");
  expect(await isOpen()).toBe(false);
  await passDays(app, 31);
  expect(await isOpen()).toBe(true);
  expect(await auditNow(app)).toEqual([]);
});

test("a dispute about a bill that is over changes nothing of the membership", async () => {
  const { product, checkout } = await joinMembership(app);
  await passDays(app, 32);
  await dispute(checkout.paymentIntentId ?? "");
  await decide(checkout.paymentIntentId ?? "", "lost");
  expect(
    await rowsOf("select from open_access($2) where product_id = $1", product.id, clock.now()),
  ).toHaveLength(1);
  expect(await auditNow(app)).toEqual([]);
});
