import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { getCurrentUser } from "#contract/accounts/accounts.ts";
import { getOperatorBooks, listOperatorEvents } from "#contract/operator/operator-books.ts";
import {
  decideStuck,
  getOperatorCounts,
  listOperatedCreators,
  listOwnerlessPayments,
  listStuck,
  resolveOwnerlessPayment,
} from "#contract/operator/operator.ts";
import { listAbuseReports } from "#contract/operator/abuse-reports.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { bookDifferences } from "#server/database/schema/ledger.ts";
import { quarantinedPayments } from "#server/database/schema/quarantined-payments.ts";
import { recordAudit } from "#server/features/ledger/record-audit.ts";
import { defineJob } from "#server/jobs/job.ts";
import { startQueue } from "#server/jobs/queue.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { signedInBrowser } from "#tests/support/signed-in-browser.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp({ OPERATORS: "olga@example.com" });
const { pool, db, payments } = app.services;
const olga = await makeCreator(app, { email: "Olga@example.com", handle: "olga" });
const me = app.as(olga);
beforeAll(async () => {
  const jobs = ["breaking", "hidden", "other"].map((name) =>
    defineJob({ name, data: z.object({}), handle: async () => {} }),
  );
  await (await startQueue(app.services, jobs)).stop();
});

const failJob = async (name: string, message: string) => {
  const { rows } = await pool.query<{ id: string }>(
    `insert into pgboss.job (name, data, state, completed_on, output) values ($1, '{}', 'failed', now(), $2) returning id`,
    [name, JSON.stringify({ message })],
  );
  return rows[0]?.id ?? "";
};
const failMail = async (event: string, state = "FAILED", dueAt: Date | "infinity" | null = null) => {
  const { rows } = await pool.query<{ id: string }>(
    `insert into mail_outbox (event, recipient, template, data, state, attempts, failure, due_at)
     values ($1, 'buyer-in-hiding@example.com', 'receipt', '{"words": "what a buyer reads"}', $2, 10, '550 <buyer-in-hiding@example.com>: no such user', $3)
     returning id`,
    [event, state, dueAt],
  );
  return rows[0]?.id ?? "";
};
const kept = (received = 1_900, ownerId: string | null = null) =>
  payments
    .createIntent({
      amountCents: received,
      currency: "usd",
      receiptEmail: "buyer-in-hiding@example.com",
      saveCard: false,
      metadata: {},
      idempotencyKey: `kept-${Math.random()}`,
    })
    .then(async ({ id }) => {
      const [row] = await db
        .insert(quarantinedPayments)
        .values({ paymentIntentId: id, receivedCents: received, reason: "It names nobody's sale.", ownerId })
        .returning();
      return row!;
    });

const reads: Endpoint[] = [
  listOperatedCreators,
  getOperatorCounts,
  listOwnerlessPayments,
  listStuck,
  getOperatorBooks,
  listAbuseReports,
  listOperatorEvents,
];

test("the desk is there for the accounts that are named, is asked about with each request, and not there for others", async () => {
  const other = await makeCreator(app);
  for (const endpoint of reads) {
    const input = { querystring: endpoint === listStuck ? { kind: "JOB" } : {} };
    expect((await me.call(endpoint, input)).status, endpoint.url).toBe(200);
    expect((await app.as(other).call(endpoint, input)).status, endpoint.url).toBe(404);
    expect((await app.call(endpoint, input)).status, endpoint.url).toBe(401);
  }
  expect((await me.call(getCurrentUser)).body.isOperator).toBe(true);
  expect((await app.as(other).call(getCurrentUser)).body.isOperator).toBe(false);
  // Whoever has another address now is no operator any more.
  await pool.query("update users set email = 'elsewhere@example.com' where id = $1", [olga.id]);
  expect((await me.call(getOperatorCounts)).status).toBe(404);
  await pool.query("update users set email = 'olga@example.com' where id = $1", [olga.id]);
  expect((await me.call(getOperatorCounts)).status).toBe(200);
});

test("a payment that is nobody's is given back once, however many decide at once, and a creator's is not theirs to decide", async () => {
  const payment = await kept();
  const creator = await makeCreator(app);
  const theirs = await kept(900, creator.id);
  const { payments: listed } = (await me.call(listOwnerlessPayments, { querystring: {} })).body;
  expect(listed).toMatchObject([{ id: payment.id, receivedCents: 1_900, resolution: null }]);
  const decide = (id: string, resolution: "REFUNDED" | "DISMISSED") =>
    me.call(resolveOwnerlessPayment, { params: { id }, body: { resolution } });
  expect((await decide(theirs.id, "DISMISSED")).status).toBe(404);
  const answers = await Promise.all([1, 2, 3].map(() => decide(payment.id, "DISMISSED")));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect((await decide(payment.id, "REFUNDED")).status).toBe(409);
  expect((await me.call(listOwnerlessPayments, { querystring: {} })).body.payments).toEqual([]);
  const { events } = (await me.call(listOperatorEvents, { querystring: {} })).body;
  expect(events.filter(({ subject }) => subject === payment.id)).toMatchObject([
    { kind: "PAYMENT_DISMISSED", operator: "olga", handle: null },
  ]);
});

test("what is decided of a payment is written down once, before the provider is asked, and whatever it answers", async () => {
  const payment = await kept();
  const decide = () =>
    me.call(resolveOwnerlessPayment, { params: { id: payment.id }, body: { resolution: "REFUNDED" } });
  const written = async () =>
    (await pool.query("select from operator_events where subject = $1", [payment.id])).rowCount;
  const before: (number | null)[] = [];
  const refund = vi.spyOn(payments, "refund").mockImplementation(async () => {
    before.push(await written());
    throw new Error("no answer");
  });
  onTestFinished(() => refund.mockRestore());
  expect((await decide()).status).toBe(503);
  expect((await decide()).status).toBe(503);
  expect(before).toEqual([1, 1]);
  // Nobody ever paid it.
  refund.mockRestore();
  expect(await decide()).toMatchObject({ status: 409, body: { code: "NOT_REFUNDABLE" } });
  expect(await written()).toBe(1);
});

test("jobs that failed for good are tried again or given up, one of them or all of a name", async () => {
  const [one] = [await failJob("breaking", "no luck"), await failJob("breaking", "no luck again")];
  await failJob("other", "not this one");
  const jobs = async (name?: string) =>
    (await me.call(listStuck, { querystring: { kind: "JOB", ...(name && { name }) } })).body;
  expect((await jobs()).names).toEqual([
    { name: "breaking", count: 2 },
    { name: "other", count: 1 },
  ]);
  expect((await jobs("breaking")).items).toHaveLength(2);
  const decide = (body: object) => me.call(decideStuck, { body: { kind: "JOB", ...body } as never });
  expect((await decide({ decision: "RETRY", id: one })).body).toEqual({ done: 1 });
  expect((await decide({ decision: "RETRY", id: one })).status).toBe(409);
  expect((await decide({ decision: "DISCARD", name: "breaking" })).body).toEqual({ done: 1 });
  expect((await jobs()).names).toEqual([{ name: "other", count: 1 }]);
  const { rows } = await pool.query("select name, state from pgboss.job order by name");
  expect(rows).toEqual([
    { name: "breaking", state: "created" },
    { name: "other", state: "failed" },
  ]);
  expect((await decide({ decision: "RETRY" })).status).toBe(422);
  expect((await decide({ decision: "RETRY", id: "1; drop table users" })).status).toBe(404);
});

test("mails that failed, are held or are late stand there, and leave or stay as somebody decides", async () => {
  const [failed, held, late] = [
    await failMail("one"),
    await failMail("two", "QUEUED", "infinity"),
    await failMail("three", "QUEUED", new Date(app.clock.now().getTime() - 3_600_000)),
  ];
  const { items } = (await me.call(listStuck, { querystring: { kind: "MAIL" } })).body;
  expect(new Map(items.map(({ id, state }) => [id, state]))).toEqual(
    new Map([
      [failed, "FAILED"],
      [held, "HELD"],
      [late, "LATE"],
    ]),
  );
  const decide = (id: string, decision: "RETRY" | "DISCARD") =>
    me.call(decideStuck, { body: { kind: "MAIL", decision, id } });
  expect((await decide(failed, "RETRY")).body).toEqual({ done: 1 });
  expect((await decide(held, "DISCARD")).body).toEqual({ done: 1 });
  expect((await decide(late, "RETRY")).status).toBe(409);
  const { rows } = await pool.query("select id, state from mail_outbox where id = any($1)", [[failed, held]]);
  expect(new Map(rows.map(({ id, state }) => [id, state]))).toEqual(
    new Map([
      [failed, "QUEUED"],
      [held, "SKIPPED"],
    ]),
  );
});

test("a mail that is held leaves only with the line of the log that says who let it", async () => {
  const id = await failMail("four", "QUEUED", "infinity");
  const stillHeld = async () =>
    (await pool.query("select from mail_outbox where id = $1 and due_at = 'infinity'", [id])).rowCount;
  const decide = () => me.call(decideStuck, { body: { kind: "MAIL", decision: "RETRY", id } });
  await pool.query(
    "alter table operator_events add constraint none check (kind <> 'MAIL_RETRIED') not valid",
  );
  try {
    expect((await decide()).status).toBe(500);
    expect(await stillHeld()).toBe(1);
  } finally {
    await pool.query("alter table operator_events drop constraint none");
  }
  expect((await decide()).body).toEqual({ done: 1 });
  expect(await stillHeld()).toBe(0);
  await pool.query("update mail_outbox set state = 'SKIPPED' where id = $1", [id]);
});

test("a place that is no row of a list is refused", async () => {
  for (const [kind, cursor] of [
    ["JOB", "680_-19--de--f"],
    ["MAIL", "680_-19--de--f"],
    ["WEBHOOK", "680_-19--de--f"],
    ["WEBHOOK", `680_${"9".repeat(36)}`],
    ["JOB", "680_19"],
    ["MAIL", "680_19"],
  ] as const)
    expect((await me.call(listStuck, { querystring: { kind, cursor } })).body).toMatchObject({
      fields: { cursor: "This page does not exist" },
    });
});

test("news of payments that nobody acted on are acted on again, or by nobody", async () => {
  const at = new Date(app.clock.now().getTime() - 600_000);
  const { rows } = await pool.query<{ id: string }>(
    `insert into webhook_events (provider, event_id, type, payload, received_at)
     select 'sandbox', 'evt_' || n, 'refund.updated', '{"objectId": null}', $1 from generate_series(1, 30) n returning id::text`,
    [at],
  );
  const all = async () => {
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { body } = await me.call(listStuck, {
        querystring: { kind: "WEBHOOK", ...(cursor && { cursor }) },
      });
      seen.push(...body.items.map(({ id }) => id));
      cursor = body.nextCursor;
    }
    return seen;
  };
  expect((await all()).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  const decide = (body: object) => me.call(decideStuck, { body: { kind: "WEBHOOK", ...body } as never });
  expect((await decide({ decision: "RETRY", id: rows[0]?.id })).body).toEqual({ done: 1 });
  await app.runJobs();
  expect(await all()).toHaveLength(29);
  expect((await decide({ decision: "DISCARD", name: "refund.updated" })).body).toEqual({ done: 29 });
  expect(await all()).toEqual([]);
});

test("news of another payment provider than today's say why nobody can act on them again, and can be given up", async () => {
  const at = new Date(app.clock.now().getTime() - 600_000);
  const { rows } = await pool.query<{ id: string }>(
    `insert into webhook_events (provider, event_id, type, payload, received_at)
     select 'former', 'evt_' || n, 'charge.former', '{"objectId": null}', $1 from generate_series(1, 2) n returning id::text`,
    [at],
  );
  const decide = (body: object) => me.call(decideStuck, { body: { kind: "WEBHOOK", ...body } as never });
  for (const chosen of [{ id: rows[0]?.id }, { name: "charge.former" }]) {
    const { status, body } = await decide({ decision: "RETRY", ...chosen });
    expect(status).toBe(409);
    expect(body).toMatchObject({ message: expect.stringContaining("It can only be given up.") });
  }
  expect((await decide({ decision: "DISCARD", id: rows[0]?.id })).body).toEqual({ done: 1 });
  expect((await decide({ decision: "DISCARD", name: "charge.former" })).body).toEqual({ done: 1 });
  expect((await me.call(listStuck, { querystring: { kind: "WEBHOOK" } })).body.items).toEqual([]);
});

test("the books say what the last audit found, and where they differ from the provider's", async () => {
  const creator = await makeCreator(app);
  expect((await me.call(getOperatorBooks, { querystring: {} })).body.audit).toBeNull();
  const findings = [
    { name: "sums", rule: "Sums are sums", count: 2, examples: [{ email: "buyer-in-hiding@example.com" }] },
  ];
  await recordAudit(pool, 40, findings, app.clock.now());
  await db.insert(bookDifferences).values({
    ownerId: creator.id,
    paymentIntentId: "pi_1",
    kind: "AMOUNT",
    oursCents: 100,
    theirsCents: 90,
    foundAt: app.clock.now(),
  });
  const { body } = await me.call(getOperatorBooks, { querystring: {} });
  expect(body).toMatchObject({
    audit: { rules: 40, findings: [{ name: "sums", rule: "Sums are sums", count: 2 }] },
    differences: [{ handle: creator.handle, kind: "AMOUNT", oursCents: 100, theirsCents: 90 }],
  });
});

test("the tabs say how much of each kind waits: what goes by itself, or a creator decides, is not counted", async () => {
  const counts = async () => (await me.call(getOperatorCounts)).body;
  const before = await counts();
  const creator = await makeCreator(app);
  const { id: paymentId } = await kept();
  await kept(900, creator.id);
  await failJob("breaking", "no luck");
  await failMail("counted");
  await failMail("held", "QUEUED", "infinity");
  await failMail("late", "QUEUED", new Date(app.clock.now().getTime() - 3_600_000));
  const news = (provider: string, event: string, minutes: number) =>
    pool.query(
      "insert into webhook_events (provider, event_id, type, payload, received_at) values ($1, $2, 'refund.updated', '{}', $3)",
      [provider, event, new Date(app.clock.now().getTime() - minutes * 60_000)],
    );
  await news("sandbox", "evt_old", 6);
  await news("sandbox", "evt_new", 1);
  await news("mail-other", "evt_mail", 6);
  await db.insert(bookDifferences).values({
    ownerId: null,
    paymentIntentId: "pi_2",
    kind: "NO_ORDER",
    oursCents: 0,
    theirsCents: 90,
    foundAt: app.clock.now(),
  });
  await pool.query(
    "insert into abuse_reports (owner_id, reason, words, visitor_hash) values ($1, 'FRAUD', '', 'x')",
    [creator.id],
  );
  const { payments: ownerless, jobs, mails, webhooks, differences, reports } = before;
  expect(await counts()).toEqual({
    ...before,
    payments: ownerless + 1,
    jobs: jobs + 1,
    mails: mails + 2,
    webhooks: webhooks + 1,
    differences: differences + 1,
    reports: reports + 1,
  });
  await me.call(resolveOwnerlessPayment, { params: { id: paymentId }, body: { resolution: "DISMISSED" } });
  expect((await counts()).payments).toBe(ownerless);
});

test("nothing at the desk says who bought, or what a buyer wrote or reads", async () => {
  const product = await makeProduct(app);
  await makeOrder(app, { items: [{ product }], email: "buyer-in-hiding@example.com" });
  await failMail("hidden");
  await failJob("hidden", "could not write to buyer-in-hiding@example.com");
  await kept();
  for (const endpoint of reads)
    for (const kind of endpoint === listStuck ? ["JOB", "MAIL", "WEBHOOK"] : [""]) {
      const { status, text } = await me.call(endpoint, { querystring: kind ? { kind } : {} });
      expect(status).toBe(200);
      for (const secret of ["buyer-in-hiding", "what a buyer reads"]) expect(text).not.toContain(secret);
    }
});

test("acts are for a sign-in of the last 15 minutes, and looking is not", async () => {
  const browser = await signedInBrowser(app, olga);
  app.clock.advance({ minutes: 16 });
  expect((await browser.call(getOperatorCounts)).status).toBe(200);
  const { status, text } = await browser.call(decideStuck);
  expect([status, JSON.parse(text)]).toMatchObject([403, { code: "RECENT_SIGN_IN_REQUIRED" }]);
});
