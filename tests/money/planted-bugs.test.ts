import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listFiles, root } from "#tests/house/source-files.ts";
import { isLongRun } from "#tests/support/long-run.ts";
import { testApp } from "#tests/support/test-app.ts";
import { createFaults, type PlantedBug } from "./faults.ts";
import { runSchedule } from "./schedule.ts";

const mostSeeds = 200;

/**
 * Each is a mistake that somebody could make; the random schedules must notice every one of them. `firstSeed` is one
 * that has noticed it; the next ones follow, since parallel requests take another order in each run. `npm test` has time for
 * those `inEveryRun`: one for each rule (stock, coupons, access, totals, commissions, payments, refunds, replies, carts).
 */
const bugs: Record<string, PlantedBug & { firstSeed?: number; inEveryRun?: true }> = {
  "an expired checkout keeps its stock": {
    firstSeed: 8,
    statement: {
      find: "inventory_quantity = p.inventory_quantity + s.quantity\n       from (select",
      replace: "inventory_quantity = p.inventory_quantity\n       from (select",
    },
  },
  "stock that was sold stays on hold": {
    inEveryRun: true,
    statement: {
      find: "set state = 'USED', network = null\n      where checkout_session_id",
      replace: "set state = 'HELD'\n      where checkout_session_id",
    },
  },
  "stock is held without looking at what is left": {
    firstSeed: 20,
    statement: {
      find: "select hold_stock($1, $2, $3, $4, $5, $6) as outcome",
      replace: "select coalesce(nullif(hold_stock($1, $2, $3, $4, $5, $6), 'SOLD_OUT'), 'HELD') as outcome",
    },
  },
  "a coupon's use is not counted": {
    inEveryRun: true,
    firstSeed: 3,
    statement: { find: "usage_count = usage_count + 1", replace: "usage_count = usage_count + 0" },
  },
  "the last use of a coupon is held for everybody": {
    firstSeed: 17,
    statement: {
      find: "select hold_coupon($1, $2, $3, $4, $5, $6) as outcome",
      replace: "select coalesce(nullif(hold_coupon($1, $2, $3, $4, $5, $6), 'NONE_LEFT'), 'HELD') as outcome",
    },
  },
  "a paid line opens nothing": {
    inEveryRun: true,
    statement: {
      find: "from paid_order, given, items),",
      replace: "from paid_order, given, items where items.product_id is null),",
    },
  },
  "an add-on is left out of its order's total": {
    inEveryRun: true,
    firstSeed: 7,
    statement: {
      find: 'set total_cents = orders.total_cents + given."totalCents"',
      replace: 'set total_cents = orders.total_cents + 0 * given."totalCents"',
    },
  },
  "commissions are rounded up": {
    firstSeed: 2,
    statement: {
      find: "floor(link.rate * (item.total_price_cents - item.shipping_cents))::int",
      replace: "ceil(link.rate * (item.total_price_cents - item.shipping_cents))::int",
    },
  },
  "an authorized payment is never captured": {
    inEveryRun: true,
    gateway: ({ getIntent }) => ({ captureIntent: getIntent }),
  },
  "a checkout forgets its payment": {
    inEveryRun: true,
    statement: {
      find: "set payment_intent_id = $2, client_secret_hash = $3",
      replace: "set client_secret_hash = coalesce($3, $2)",
    },
  },
  "a refund is not written on its line": {
    firstSeed: 2,
    statement: {
      find: "update order_items set refunded_cents = refunded_cents + $2",
      replace: "update order_items set refunded_cents = refunded_cents + 0 * $2",
    },
  },
  "a refunded order keeps its commission": {
    inEveryRun: true,
    firstSeed: 9,
    statement: {
      find: "greatest(item.total_price_cents - item.shipping_cents - item.refunded_cents, 0) as goods_cents",
      replace: "item.total_price_cents - item.shipping_cents as goods_cents",
    },
  },
  "a refund is not told to the provider": {
    inEveryRun: true,
    firstSeed: 2,
    gateway: () => ({
      refund: async ({ paymentIntentId, amountCents = 0 }) => ({
        id: `re_sbx_${randomUUID()}`,
        paymentIntentId,
        amountCents,
        status: "succeeded",
        metadata: {},
      }),
    }),
  },
  "an add-on that is completed twice at once is taken for a second payment": {
    firstSeed: 4,
    statement: {
      find: 'f.payment_intent_id as "intentId",',
      replace:
        '(select payment_intent_id from order_payments p where p.order_id = o.id and p.upsell_id = f.upsell_id) as "intentId",',
    },
  },
  "an order counts for a reply that was clicked last month": {
    inEveryRun: true,
    firstSeed: 13,
    statement: { find: "o.paid_at - interval '7 days'", replace: "o.paid_at - interval '70 days'" },
  },
  "an order counts for another creator's reply": {
    firstSeed: 16,
    statement: { find: "l.code = $2 and l.user_id = o.owner_id", replace: "l.code = $2" },
  },
  "what deleted replies earned is forgotten": {
    statement: { find: "or g.gone", replace: "or false" },
  },
  "a changed cart is charged as the one before": {
    inEveryRun: true,
    gateway: (gateway) => ({
      updateIntent: (id, input) => gateway.updateIntent(id, { ...input, amountCents: 5_000 }),
    }),
  },
};

test("every planted bug bends a statement of ours", () => {
  const code = listFiles("server")
    .filter((path) => path.endsWith(".ts"))
    .map((path) => readFileSync(join(root, path), "utf8"))
    .join("\n");
  const unplanted = Object.entries(bugs).filter(
    ([, { statement }]) => statement && !code.includes(statement.find),
  );
  expect(unplanted.map(([name]) => name)).toEqual([]);
});

for (const [name, bug] of Object.entries(bugs)) {
  if (!bug.inEveryRun && !isLongRun) continue;
  test(`the schedules notice it when ${name}`, async () => {
    const faults = createFaults();
    const app = await testApp({}, { between: faults.between });
    faults.plant(bug);
    let found: string[] = [];
    const first = bug.firstSeed ?? 1;
    for (let seed = first; found.length === 0 && seed < first + mostSeeds; seed++)
      found = (await runSchedule(app, faults, seed)).problems;
    expect(found, `not noticed by ${mostSeeds} schedules`).not.toEqual([]);
  });
}
