import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { listAnalyticsRows } from "#contract/analytics/figure-rows.ts";
import { getMembershipFigures } from "#contract/analytics/memberships.ts";
import { pauseMembership, resumeMembership } from "#contract/memberships/memberships.ts";
import { receiptToken } from "#server/features/access/can-see.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { figureRows } from "#tests/support/figure-rows.ts";
import { joinMembership, passDays } from "#tests/support/membership.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
let creator: Awaited<ReturnType<typeof makeCreator>>;
beforeEach(async () => {
  vi.restoreAllMocks();
  creator = await makeCreator(app);
});

type Query = Record<string, string>;
async function figures(querystring: Query = {}) {
  const { status, body, text } = await app.as(creator).call(getMembershipFigures, { querystring });
  expect([status, text]).toEqual([200, expect.anything()]);
  return body;
}
const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0);

type Figure = "members" | "trials" | `mrr${"New" | "Expansion" | "Reactivation" | "Contraction" | "Churn"}`;
const rowsOf = (figure: Figure, query: Query) => figureRows(app.as(creator), figure, query);
const centsOf = async (figure: Figure, query: Query) =>
  sum((await rowsOf(figure, query)).map(({ cents }) => cents ?? 0));

/** All that has to add up, of any period. */
async function expectClosed(query: Query) {
  const all = await figures(query);
  const moved = (
    of: Pick<
      typeof all,
      "newCents" | "expansionCents" | "reactivationCents" | "contractionCents" | "churnCents"
    >,
  ) => of.newCents + of.expansionCents + of.reactivationCents + of.contractionCents + of.churnCents;
  expect(all.startCents + moved(all)).toBe(all.endCents);
  expect(all.startMembers + all.newMembers + all.returnedMembers - all.leftMembers).toBe(all.endMembers);
  let before = all.startCents;
  for (const day of all.days) expect((before += moved(day))).toBe(day.mrrCents);
  expect(before).toBe(all.endCents);
  expect(all.days.at(-1)).toMatchObject({ members: all.endMembers, trials: all.trials });
  expect(await centsOf("members", query)).toBe(all.endCents);
  expect(await rowsOf("members", query)).toHaveLength(all.endMembers);
  expect(await rowsOf("trials", query)).toHaveLength(all.trials);
  expect(await centsOf("mrrNew", query)).toBe(all.newCents);
  expect(await centsOf("mrrExpansion", query)).toBe(all.expansionCents);
  expect(await centsOf("mrrReactivation", query)).toBe(all.reactivationCents);
  expect(await centsOf("mrrContraction", query)).toBe(all.contractionCents);
  expect(await centsOf("mrrChurn", query)).toBe(all.churnCents);
  return all;
}

const dayMs = 86_400_000;
const begins = Date.parse("2026-01-01T00:00Z");
const at = (days: number) => new Date(begins + days * dayMs);
const dateOf = (days: number) => at(days).toISOString().slice(0, 10);

/** How a membership stands from a day on; days are parts of days, too. */
type State = {
  day: number;
  status: "trialing" | "active" | "past_due" | "paused" | "canceled" | "unpaid";
  price: number;
  interval: "MONTH" | "YEAR";
  paidUntil: number;
  owesSince: number;
  paysNow: boolean;
};
type Life = { buyer: number; product: number; hasTrial: boolean; states: State[] };

const states = fc.array(
  fc.record({
    wait: fc.double({ min: 0.01, max: 60, noNaN: true }),
    status: fc.constantFrom(
      "active" as const,
      "active" as const,
      "past_due" as const,
      "paused" as const,
      "canceled" as const,
      "unpaid" as const,
    ),
    price: fc.constantFrom(0, 1, 333, 900, 4_999, 10_000, 99_999_999),
    interval: fc.constantFrom("MONTH" as const, "YEAR" as const),
    paid: fc.double({ min: -5, max: 40, noNaN: true }),
    owes: fc.double({ min: 0, max: 9, noNaN: true }),
    paysNow: fc.boolean(),
  }),
  { minLength: 1, maxLength: 7 },
);
const lives = fc.array(
  fc
    .record({
      buyer: fc.integer({ min: 0, max: 3 }),
      product: fc.integer({ min: 0, max: 1 }),
      hasTrial: fc.boolean(),
      states,
    })
    .map(({ states, hasTrial, ...life }): Life => {
      let day = 0;
      return {
        ...life,
        hasTrial,
        states: states.map(({ wait, paid, owes, ...state }, index) => {
          day += wait;
          const status = index > 0 ? state.status : hasTrial ? "trialing" : "active";
          return { ...state, status, day, paidUntil: day + paid, owesSince: day - owes };
        }),
      };
    }),
  { minLength: 3, maxLength: 9 },
);

/** What memberships are at a moment, by what is said of them and nothing that is kept. */
function naive(all: Life[], day: number) {
  let [annual, members, trials] = [0, 0, 0];
  for (const { states, hasTrial } of all) {
    const past = states.filter((state) => state.day < day);
    const state = past.at(-1);
    if (!state) continue;
    const { status, price, interval, paidUntil, owesSince } = state;
    const pays = !hasTrial || past.some(({ paysNow }) => paysNow);
    const ends =
      status === "active" || status === "trialing"
        ? Infinity
        : status === "past_due"
          ? owesSince + 7
          : status === "unpaid"
            ? -Infinity
            : paidUntil;
    // What ends at a moment is over after it; what had ended when it was said ends then.
    if (ends <= state.day || ends < day) continue;
    if (pays) {
      members++;
      annual += price * (interval === "YEAR" ? 1 : 12);
    } else if (["trialing", "active", "paused", "canceled"].includes(status)) trials++;
  }
  return { mrrCents: Math.floor((annual + 6) / 12), members, trials };
}

/** Writes what happened, in the order in which it did. */
async function live(all: Life[], productIds: string[], customerIds: string[]) {
  const { pool } = app.services;
  const events = all.flatMap((life, number) =>
    life.states.map((state, index) => ({ life, number, state, index })),
  );
  const ids = new Map<number, string>();
  for (const { life, number, state, index } of events.toSorted((a, b) => a.state.day - b.state.day)) {
    const values = [
      state.status,
      state.price,
      state.interval,
      at(state.paidUntil),
      at(state.owesSince),
      at(state.day),
    ];
    if (index === 0) {
      const { rows } = await pool.query<{ id: string }>(
        `insert into subscriptions (status, price_cents, billing_interval, current_period_end, past_due_at, created_at, updated_at, owner_id, product_id,
           customer_id, trial_days, provider_subscription_id) values ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9, $10, gen_random_uuid()) returning id`,
        [...values, creator.id, productIds[life.product], customerIds[life.buyer], life.hasTrial ? 7 : null],
      );
      ids.set(number, rows[0]?.id ?? "");
    }
    if (state.paysNow)
      await pool.query(
        `insert into subscription_invoices (subscription_id, provider_invoice_id, amount_cents, status, period_start, period_end)
         values ($1, gen_random_uuid(), 100, 'PAID', $2, $2)`,
        [ids.get(number), at(state.day)],
      );
    if (index > 0 || state.paysNow)
      await pool.query(
        `update subscriptions set status = $1, price_cents = $2, billing_interval = $3, current_period_end = $4, past_due_at = $5, updated_at = $6 where id = $7`,
        [...values, ids.get(number)],
      );
  }
}

test("start and movements add up to the end, to the cent, for any time, and are what the memberships say", async () => {
  vi.spyOn(app.services.clock, "now").mockReturnValue(at(500));
  const bought = await makeOrder(app);
  const customers = await Promise.all(
    ["a", "b", "c"].map(async (name) => (await makeOrder(app, { email: `${name}@example.com` })).customerId),
  );
  await fc.assert(
    fc.asyncProperty(
      lives,
      fc.integer({ min: 0, max: 400 }),
      fc.integer({ min: 0, max: 99 }),
      async (all, from, length) => {
        creator = await makeCreator(app);
        const products = [
          await makeProduct(app, { ownerId: creator.id, type: "MEMBERSHIP", billingInterval: "MONTH" }),
          await makeProduct(app, { ownerId: creator.id, type: "MEMBERSHIP", billingInterval: "MONTH" }),
        ];
        await live(
          all,
          products.map(({ id }) => id),
          [bought.customerId, ...customers],
        );
        const query = { startDate: dateOf(from), endDate: dateOf(from + length) };
        for (const [index, productId] of [undefined, products[0]?.id, products[1]?.id].entries()) {
          const own = all.filter(({ product }) => index === 0 || product === index - 1);
          const found = await expectClosed({ ...query, granularity: "day", ...(productId && { productId }) });
          const [start, end] = [naive(own, from), naive(own, from + length + 1)];
          expect(found).toMatchObject({
            startCents: start.mrrCents,
            startMembers: start.members,
            endCents: end.mrrCents,
            endMembers: end.members,
            trials: end.trials,
          });
          for (const [day, row] of found.days.entries())
            expect(row).toMatchObject(naive(own, from + day + 1));
        }
        // Everybody who ever joined is in one cohort, and who is still there stayed in theirs.
        const whole = await figures({ startDate: "2025-12-01", endDate: dateOf(450) });
        expect(sum(whole.cohorts.map(({ stayed }) => stayed.at(-1) ?? 0))).toBe(whole.endMembers);
        expect(sum(whole.cohorts.map(({ joined }) => joined))).toBe(whole.newMembers);
      },
    ),
    { numRuns: 12 },
  );
});

test("memberships as they are lived: a pause, a payment that fails, and who comes back", async () => {
  const product = { ownerId: creator.id, priceCents: 900 };
  expect(await figures()).toMatchObject({
    startCents: 0,
    endCents: 0,
    mrrChange: null,
    churnRate: null,
    atRisk: { members: 0, cents: 0 },
    cohorts: [],
  });
  const first = await joinMembership(app, { product });
  const failing = await joinMembership(app, { product, card: "4000000000000341" });
  const paused = { params: { id: first.id }, body: { orderId: first.orderId, months: 1 as const } };
  expect(await figures({ period: "7d" })).toMatchObject({ newCents: 1_800, endMembers: 2, endCents: 1_800 });
  expect((await first.browser.call(pauseMembership, paused)).status).toBe(200);
  // What is paid for goes on.
  expect(await figures({ period: "7d" })).toMatchObject({ endMembers: 2, churnCents: 0 });

  await passDays(app, 32);
  // The pause has begun, and the payment that failed is in grace.
  expect(await expectClosed({ period: "7d" })).toMatchObject({
    startMembers: 2,
    endMembers: 1,
    churnCents: -900,
    pausedCents: -900,
    pausedMembers: 1,
    churnRate: 50,
    atRisk: { members: 1, cents: 900 },
  });
  await passDays(app, 8);
  // Grace is over, whatever the bank is asked still.
  expect(await expectClosed({ period: "30d" })).toMatchObject({
    endMembers: 0,
    endCents: 0,
    leftMembers: 2,
    pausedMembers: 1,
    atRisk: { members: 0, cents: 0 },
  });
  const resumed = { params: { id: first.id }, body: { orderId: first.orderId } };
  const proof = { headers: { "x-order-proof": receiptToken(app.services.secret, first.orderId) } };
  expect((await first.browser.call(resumeMembership, resumed, proof)).status).toBe(200);
  await passDays(app, 30);
  const after = await expectClosed({ period: "90d", granularity: "month" });
  expect(after).toMatchObject({ newMembers: 2, returnedMembers: 1, endMembers: 1, endCents: 900 });
  expect(sum(after.cohorts.map(({ joined }) => joined))).toBe(2);
  const [row] = await rowsOf("mrrChurn", { period: "90d" });
  expect(row).toMatchObject({
    kind: "CHURN",
    cents: -900,
    orderId: failing.orderId,
    title: expect.stringContaining("@"),
  });

  // Another creator sees nothing of it.
  const other = app.as(await makeCreator(app));
  const foreign = await other.call(getMembershipFigures, { querystring: { productId: first.product.id } });
  expect(foreign.status).toBe(404);
  const rows = await other.call(listAnalyticsRows, { querystring: { figure: "mrrNew", period: "all" } });
  expect(rows.body.rows).toEqual([]);
  expect((await app.call(getMembershipFigures, { querystring: {} })).status).toBe(401);
});

test("a trial is none of the members until it pays, and is lost where it does not", async () => {
  const product = { ownerId: creator.id, priceCents: 12_000, billingInterval: "YEAR" as const, trialDays: 7 };
  await joinMembership(app, { product });
  await joinMembership(app, { product, card: "4000000000000341" });
  expect(await expectClosed({ period: "7d" })).toMatchObject({
    trials: 2,
    startedTrials: 2,
    endMembers: 0,
    endCents: 0,
  });
  await passDays(app, 8);
  expect(await expectClosed({ period: "30d" })).toMatchObject({
    startedTrials: 2,
    convertedTrials: 1,
    lostTrials: 1,
    trials: 0,
    newMembers: 1,
    endMembers: 1,
    endCents: 1_000,
  });
});

test("what ended before anybody told us ended then", async () => {
  const { id } = await joinMembership(app, { product: { ownerId: creator.id } });
  const now = app.clock.now();
  await app.services.pool.query(
    "update subscriptions set status = 'canceled', ended_at = $2, current_period_end = $2, updated_at = $3 where id = $1",
    [id, new Date(now.getTime() + dayMs), new Date(now.getTime() + 3 * dayMs)],
  );
  app.clock.advance({ days: 4 });
  const { rows } = await app.services.pool.query<{ kind: string; at: Date }>(
    "select kind, at from membership_movements where subscription_id = $1 order by at",
    [id],
  );
  expect(rows.at(-1)).toEqual({ kind: "CHURN", at: new Date(now.getTime() + dayMs) });
});

test("a membership that is given to its right buyer goes on where they had left, and nobody left behind returns", async () => {
  vi.spyOn(app.services.clock, "now").mockReturnValue(at(500));
  const { id: productId } = await makeProduct(app, {
    ownerId: creator.id,
    type: "MEMBERSHIP",
    billingInterval: "MONTH",
  });
  const buyers = await Promise.all(
    ["right", "wrong"].map(
      async (name) => (await makeOrder(app, { email: `${name}@example.com` })).customerId,
    ),
  );
  const lived = (buyer: number, joined: number, left: number): Life => {
    const state = { price: 900, interval: "MONTH", paidUntil: left, owesSince: 0, paysNow: false } as const;
    const states = [
      { ...state, day: joined, status: "active" as const },
      { ...state, day: left, status: "canceled" as const },
    ];
    return { buyer, product: 0, hasTrial: false, states };
  };
  const kinds = async () => {
    const { rows } = await app.services.pool.query<{ kind: string }>(
      "select kind from membership_movements where product_id = $1 order by at",
      [productId],
    );
    return rows.map(({ kind }) => kind);
  };
  await live([lived(0, 0, 40), lived(1, 70, 130), lived(1, 190, 400)], [productId], buyers);
  expect(await kinds()).toEqual(["NEW", "CHURN", "NEW", "CHURN", "REACTIVATION", "CHURN"]);
  const give = "update subscriptions set customer_id = $1 where product_id = $2 and created_at = $3";
  await app.services.pool.query(give, [buyers[0], productId, at(70)]);
  expect(await kinds()).toEqual(["NEW", "CHURN", "REACTIVATION", "CHURN", "NEW", "CHURN"]);
  // What it does from now on is of the same month.
  await app.services.pool.query(
    "update subscriptions set status = 'active', updated_at = $2 where product_id = $1 and created_at = $3",
    [productId, at(450), at(70)],
  );
  const { cohorts, endMembers } = await expectClosed({ startDate: "2025-12-01", endDate: dateOf(450) });
  expect(endMembers).toBe(1);
  expect(cohorts.map(({ month, joined }) => [month, joined])).toEqual([
    ["2026-01", 1],
    ["2026-07", 1],
  ]);
  expect(cohorts[0]?.stayed).toEqual([1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  expect(cohorts.flatMap(({ stayed }) => stayed).every((members) => members >= 0)).toBe(true);
});
