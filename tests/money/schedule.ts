import { auditBooks } from "#server/features/ledger/audit.ts";
import { allJobs } from "#server/jobs/all-jobs.ts";
import { runFollowUps } from "#server/payments/sandbox/follow-ups.ts";
import { decideDispute, listDisputes } from "#server/payments/sandbox/disputes.ts";
import { sendWebhook, takeEvents } from "#tests/support/buy.ts";
import type { TestApp } from "#tests/support/test-app.ts";
import { attributionWrongs } from "./attribution-figures.ts";
import type { FaultPlan, Faults } from "./faults.ts";
import { Buyer, refundSomething } from "./people.ts";
import { type Random, seededRandom } from "./random.ts";
import { mugsAtFirst, openShop, type Shop } from "./shop.ts";

export type Outcome = { seed: number; steps: string[]; problems: string[] };

export type Run = { app: TestApp; faults: Faults; shop: Shop; buyers: Buyer[]; random: Random };
type Step = { name: string; weight: number; run: (faults: Run) => Promise<unknown> };

const stepCount = 15;

/** What can happen next, and how likely it is. */
const steps: readonly Step[] = [
  { name: "choose", weight: 5, run: ({ random, buyers }) => random.pick(buyers).chooses(random) },
  { name: "pay", weight: 6, run: ({ random, buyers }) => random.pick(buyers).pays(random) },
  { name: "return", weight: 3, run: ({ random, buyers }) => random.pick(buyers).returns() },
  { name: "upsell", weight: 4, run: ({ random, buyers }) => random.pick(buyers).answersAnOffer(random) },
  { name: "pay add-on", weight: 2, run: ({ random, buyers }) => random.pick(buyers).paysTheAddOn(random) },
  { name: "webhooks", weight: 4, run: ({ app, faults, random }) => deliver(app, faults, random) },
  {
    name: "minutes pass",
    weight: 2,
    run: async ({ app, random }) => app.clock.advance({ minutes: random.integer(1, 20) }),
  },
  { name: "jobs", weight: 3, run: ({ app, faults }) => work(app, faults) },
  { name: "refund", weight: 2, run: ({ app, shop, random }) => refundSomething(app, shop, random) },
  { name: "dispute decided", weight: 1, run: ({ app, random }) => decide(app, random) },
  {
    name: "at once",
    weight: 3,
    run: ({ app, faults, buyers, random }) =>
      Promise.all([
        ...buyers.map((buyer) => buyer.pays(random)),
        random.pick(buyers).returns(),
        random.pick(buyers).answersAnOffer(random),
        deliver(app, faults, random),
      ]),
  },
];

/** Every afternoon begins with some sales, so that there is something to go wrong with. */
const opening: readonly Step[] = [
  {
    name: "all choose",
    weight: 0,
    run: ({ random, buyers }) => Promise.all(buyers.map((buyer) => buyer.chooses(random))),
  },
  {
    name: "all choose again",
    weight: 0,
    run: ({ random, buyers }) => Promise.all(buyers.map((buyer) => buyer.chooses(random))),
  },
  {
    name: "all pay",
    weight: 0,
    run: ({ random, buyers }) => Promise.all(buyers.map((buyer) => buyer.pays(random))),
  },
  { name: "webhooks", weight: 0, run: ({ app, faults, random }) => deliver(app, faults, random) },
  {
    name: "all answer an offer",
    weight: 0,
    run: ({ random, buyers }) => Promise.all(buyers.map((buyer) => buyer.answersAnOffer(random))),
  },
  { name: "refund", weight: 0, run: ({ app, shop, random }) => refundSomething(app, shop, random) },
];

/** What somebody does between two steps, and before everything heals; problems that they found at the end. */
export type Beside = {
  /** What goes wrong in a step, where they say so; else it is drawn. Undefined: nothing does. */
  planFor?(step: number, run: Run): FaultPlan | undefined;
  afterStep(step: number, run: Run): Promise<void>;
  atEnd(run: Run): Promise<string[]>;
  /** For a database that loses something: an order that a buyer was told of may be gone where this says so. */
  mayLack?(paymentIntentId: string): boolean;
};

/**
 * One random afternoon in a shop of its own: buyers, a creator and an affiliate, with faults; then everything heals, and
 * the books must be right. The same seed does the same again, as far as the order of parallel requests allows.
 */
export async function runSchedule(
  app: TestApp,
  faults: Faults,
  seed: number,
  beside?: Beside,
): Promise<Outcome> {
  const random = seededRandom(seed);
  const shop = await openShop(app);
  const buyers = ["ann", "ben", "cleo"].map((name) => new Buyer(app, shop, name));
  const run: Run = { app, faults, shop, buyers, random };
  const taken: string[] = [];
  const problems: string[] = [];
  for (let n = 0; n < stepCount; n++) {
    const step = opening[n] ?? pickStep(random);
    const drawn = random.chance(0.4);
    const planned = beside?.planFor ? beside.planFor(n, run) : drawn ? drawPlan(random) : undefined;
    const faulty = planned !== undefined;
    faults.plan(planned);
    const before = buyers.flatMap(({ failures }) => failures).length;
    try {
      await step.run(run);
    } catch (error) {
      if (!faulty) problems.push(`${step.name} failed without a fault: ${String(error)}`);
    }
    taken.push(`${step.name}${faulty ? " with faults" : ""}${faults.isDead() ? ", killed" : ""}`);
    faults.heal();
    const broken = buyers.flatMap(({ failures }) => failures).slice(before);
    if (!faulty && broken.length > 0)
      problems.push(`${step.name} answered ${broken.join(", ")} without a fault`);
    await beside?.afterStep(n, run);
  }
  problems.push(...((await beside?.atEnd(run)) ?? []));
  await heal(app, faults);
  problems.push(...(await wrongs(app, shop, buyers, beside)));
  return { seed, steps: taken, problems };
}

function pickStep(random: Random): Step {
  let at = random.next() * steps.reduce((sum, { weight }) => sum + weight, 0);
  for (const step of steps) if ((at -= step.weight) < 0) return step;
  throw new Error("no step was picked");
}

const drawPlan = (random: Random): FaultPlan => ({
  random,
  provider: random.pick([0, 0.1, 0.4]),
  commit: random.pick([0, 0.1, 0.4]),
  statement: random.pick([0, 0, 0.05]),
  ...(random.chance(0.4) && { killAtCall: random.integer(1, 40) }),
});

/** The provider's events: some are lost, some come twice, and in any order. A refused one comes again later. */
async function deliver(app: TestApp, faults: Faults, random: Random): Promise<void> {
  const events = (await takeEvents(app)).sort(() => random.next() - 0.5);
  for (const event of events) {
    if (random.chance(0.15)) continue;
    for (let times = random.chance(0.2) ? 3 : 1; times > 0; times--) {
      const status = await sendWebhook(app, event);
      if (status !== 200)
        await app.services.pool.query("update sandbox.events set delivered_at = null where id = $1", [
          event.id,
        ]);
    }
  }
  await work(app, faults);
}

/** What the worker does: a job that fails, or whose worker dies, is done again. */
async function work(app: TestApp, faults: Faults, names: readonly string[] = []): Promise<void> {
  const services = faults.services();
  for (const name of names) await runJob(app, services, name, {}).catch(() => undefined);
  const { rows } = await app.services.pool.query<{ name: string; data: unknown }>(
    "delete from job_outbox returning name, data",
  );
  for (const { name, data } of rows) {
    if (name === "send-mail") continue;
    await runJob(app, services, name, data).catch(() =>
      app.services.pool.query("insert into job_outbox (name, data) values ($1, $2)", [name, data]),
    );
  }
}

async function runJob(
  _app: TestApp,
  services: TestApp["services"],
  name: string,
  data: unknown,
): Promise<void> {
  const job = allJobs.find((candidate) => candidate.name === name);
  if (!job) throw new Error(`There is no job called ${name}`);
  await job.handle(services, job.data.parse(data));
}

async function decide(app: TestApp, random: Random): Promise<void> {
  const { db, clock } = app.services;
  await runFollowUps(app.services);
  const open = (await listDisputes(db)).filter(({ status }) => status === "open");
  if (open.length > 0)
    await decideDispute(db, random.pick(open).id, random.pick(["won", "lost"]), clock.now());
}

/** Faults have ended; what runs every minute runs often enough for everything to settle. */
async function heal(app: TestApp, faults: Faults): Promise<void> {
  faults.heal();
  for (const minutes of [3, 31, 31, 3]) {
    app.clock.advance({ minutes });
    await runFollowUps(app.services);
    for (const event of await takeEvents(app)) await sendWebhook(app, event);
    await work(app, faults, [
      "reconcile-payments",
      "requeue-payment-events",
      "sync-open-refunds",
      "sync-open-disputes",
    ]);
    await work(app, faults);
  }
}

/** SQL: `q` was sent back, and its bank refused that, or disputed it before. What did not fit is set aside at once. */
const couldNotGoBack = "(cardinality(q.failed_refund_ids) > 0 or q.reason like '%its bank disputes it%')";

/**
 * SQL: the payment `i` was rightly sent back: an add-on of an order that was given money back, that was declined or that another
 * payment brought, the second payment of a checkout, or one with a coupon for first purchases by who had bought before.
 */
const buysNothing = `(
  exists (select from upsell_offers u
           where u.order_id::text = i.metadata->>'order' and u.upsell_id::text = i.metadata->>'upsell'
             and (u.decision = 'DECLINED' or u.payment_intent_id <> i.id or exists (select from refunds r where r.order_id = u.order_id)))
  or exists (select from orders o
              where o.checkout_session_id::text = i.metadata->>'checkout_session' and o.payment_intent_id is distinct from i.id)
  or exists (select from checkout_sessions s
               join coupons c on c.owner_id = s.owner_id and c.code = upper(s.coupon_code) and c.first_time_customer_only
               join orders o on o.owner_id = s.owner_id and o.checkout_session_id is distinct from s.session_id
               join customers k on k.id = o.customer_id and k.email = s.email
              where s.session_id::text = i.metadata->>'checkout_session'))`;

async function wrongs(
  app: TestApp,
  shop: Shop,
  buyers: readonly Buyer[],
  beside: Beside | undefined,
): Promise<string[]> {
  const { pool, payments } = app.services;
  const problems = (await auditBooks(pool, { provider: payments.provider })).map(
    ({ name, count, examples }) => `${name}: ${count}, ${JSON.stringify(examples[0])}`,
  );
  const one = async (sql: string, ...values: unknown[]) =>
    Number((await pool.query<{ n: string }>(`select (${sql}) as n`, values)).rows[0]?.n);
  const promised = [...new Set(buyers.flatMap((buyer) => buyer.promised))].filter(
    (payment) => !beside?.mayLack?.(payment),
  );
  const kept = await one(
    `select count(*) from orders where coalesce(payment_intent_id, 'free_' || id) = any ($1) and status in ('PAID', 'REFUNDED')`,
    promised,
  );
  if (kept !== promised.length)
    problems.push(`${promised.length - kept} orders that a buyer was told of are gone`);
  const mugs = await one(
    `select coalesce(sum(quantity), 0) from stock_holds where product_id = $1 and state in ('HELD', 'USED')`,
    shop.mug.id,
  );
  const restocked = await one(
    "select count(*) from order_items where product_id = $1 and restocked_at is not null",
    shop.mug.id,
  );
  const left = await shop.mugsLeft();
  if (left + mugs - restocked !== mugsAtFirst)
    problems.push(`${mugsAtFirst} mugs became ${left} + ${mugs} - ${restocked}`);
  const quarantined = await one(
    `select count(*) from quarantined_payments q left join sandbox.payment_intents i on i.id = q.payment_intent_id
      where (q.owner_id = $1 or q.owner_id is null) and not (${couldNotGoBack} and ${buysNothing})`,
    shop.creator.id,
  );
  if (quarantined > 0 && !beside?.mayLack)
    problems.push(`${quarantined} payments did not fit what was asked for`);
  problems.push(...(await attributionWrongs(app, shop)));
  const undecided = await one(
    "select count(*) from sandbox.payment_intents where status = 'requires_capture'",
  );
  if (undecided > 0) problems.push(`${undecided} authorized payments were neither captured nor released`);
  const waiting = await one("select count(*) from webhook_events where handled_at is null");
  if (waiting > 0) problems.push(`${waiting} events are still waiting`);
  return problems;
}
