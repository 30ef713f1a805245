import { expect, test } from "vitest";
import { finishPayment } from "#contract/checkout/checkout.ts";
import { connectPayouts, checkPayouts } from "#contract/payouts/payouts.ts";
import { completeSandboxOnboarding } from "#contract/dev/sandbox.ts";
import { afterRestore, sendingJobs } from "#server/after-restore/after-restore.ts";
import { heldMails } from "#server/mail/held-mails.ts";
import { releasePayouts } from "#server/features/payouts/held-payouts.ts";
import { allJobs } from "#server/jobs/all-jobs.ts";
import { sendQueuedMail } from "#server/mail/send-queued-mail.ts";
import type { Services } from "#server/services.ts";
import { openCheckout, pay } from "#tests/support/buy.ts";
import { runJobsThatSendNothing } from "#tests/support/run-due.ts";
import { isLongRun } from "#tests/support/long-run.ts";
import { keepMoment } from "#tests/support/set-back.ts";
import { testApp } from "#tests/support/test-app.ts";
import { createFaults } from "./faults.ts";
import { type Beside, type Run, runSchedule } from "./schedule.ts";

// As in random-schedules.test.ts: SCHEDULE_SEED=17 npx vitest run tests/money/restored
const first = process.env["SCHEDULE_SEED"];
const count = Number(process.env["SCHEDULES"] ?? (first ? 1 : isLongRun ? 200 : 0));
/** The moment is kept before the creator is connected, when they have just been, and late. */
const everyRun = [2, 6, 7];
const seeds = count > 0 ? Array.from({ length: count }, (_, n) => Number(first ?? 1) + n) : everyRun;

const faults = createFaults();
const app = await testApp({}, { between: faults.between });
const { pool } = app.services;

/** Over all afternoons: what was lost with the database and came back, by what way. */
const seen = { recovered: 0, keptAside: 0, held: 0, transfers: 0 };

test(
  `${seeds.length} random afternoons that are set back to an earlier moment: nothing is charged, paid out or mailed twice, and no paid order is lost`,
  { timeout: 120_000 + seeds.length * 30_000 },
  async () => {
    for (const seed of seeds) {
      const { problems, steps } = await runSchedule(app, faults, seed, setBack(seed));
      expect(problems, `seed ${seed}: ${problems.join("; ")}, after ${steps.join(" | ")}`).toEqual([]);
    }
    // Of those that somebody chose, none may have paid a creator in the lost time.
    if (seeds === everyRun || seeds.length >= 9)
      for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(0);
  },
);

/** Keeps a moment in the middle, and sets everything but the provider and the mailbox back to it at the end. */
function setBack(seed: number): Beside {
  const keptAfter = 1 + ((seed * 5) % 9);
  const lacking = new Set<string>();
  let back: (() => Promise<void>) | undefined;
  let to = new Date(0);
  let promisedBefore = new Set<string>();
  let begun: (() => Promise<void>) | undefined;
  const promisedTo = ({ buyers }: Run) => buyers.flatMap(({ promised }) => promised);
  return {
    async afterStep(step, run) {
      // Money that is owed when they connect, whatever went wrong with all others until then.
      if (step === 3) await (await chooses(run, "sure"))();
      if (step === 4) await connect(run);
      if (step >= 4 && step !== keptAfter) await send();
      if (step !== keptAfter) return;
      to = app.clock.now();
      promisedBefore = new Set(promisedTo(run));
      begun = await chooses(run, "early");
      back = await keepMoment(pool);
      app.clock.advance({ minutes: 1 });
      // Known to the database that is set back, and not.
      await begun();
      await (
        await chooses(run, "late")
      )();
      await send();
    },
    async atEnd(run) {
      await send();
      const before = await outside();
      const booked = await bookedPayments();
      await back?.();
      const [bookedThen, transfersThen] = [await bookedPayments(), await countTransfers()];
      const { events, unknownTransfers, held } = await afterRestore(app.services, {
        to,
        runDueJobs: () => runJobsThatSendNothing(app.services),
      });
      const problems: string[] = [];
      if (events.failed > 0) problems.push(`${events.failed} events were not dealt with`);
      // All that a worker sends, as soon as it is started.
      await send();
      const after = await outside();
      for (const [what, value] of Object.entries(before))
        if (after[what] !== value) problems.push(`${what} were ${value}, and are ${after[what]}`);

      const aside = await keptAside(run);
      const bookedNow = await bookedPayments();
      for (const id of booked)
        if (!bookedNow.has(id) && !aside.has(id))
          problems.push(`${id} was a paid order, and is nothing any more`);
      for (const id of promisedTo(run))
        if (aside.has(id) || (id.startsWith("free_") && !promisedBefore.has(id))) lacking.add(id);
      seen.recovered += [...booked].filter((id) => !bookedThen.has(id) && bookedNow.has(id)).length;
      seen.keptAside += aside.size;
      seen.held += held.mails;
      seen.transfers += (await countTransfers()) - transfersThen;
      problems.push(...(await payOut(unknownTransfers, aside.size)));
      await heldMails.drop(pool, app.clock.now(), null);
      return problems;
    },
    mayLack: (id) => lacking.has(id),
  };
}

/** A buyer whom nothing goes wrong with chooses; what it answers pays, and returns to an order that is paid. */
async function chooses({ shop }: Run, name: string): Promise<() => Promise<void>> {
  const browser = app.browser();
  const [guide] = shop.products;
  const checkout = await openCheckout(browser, guide?.id ?? "", `${name}-${shop.creator.handle}@example.com`);
  return async () => {
    await pay(browser, checkout);
    const { body } = await browser.call(finishPayment, {
      body: { paymentIntentId: checkout.paymentIntentId ?? "" },
    });
    expect(body.status).toBe("PAID");
  };
}

/** The creator's part of what was paid until now is owed to them; of what comes, it goes to them at once. */
async function connect({ shop }: Run): Promise<void> {
  const seller = app.as(shop.creator);
  const { body } = await seller.call(connectPayouts);
  await app.call(completeSandboxOnboarding, { params: { token: body.url.split("/").at(-1) ?? "" } });
  await seller.call(checkPayouts);
}

/** What a worker brings outside. */
async function send(services: Services = app.services): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    "select id from mail_outbox where state = 'QUEUED' and (due_at is null or due_at <= $1)",
    [app.clock.now()],
  );
  for (const { id } of rows) await sendQueuedMail(services, id);
  for (const { name, schedule, data, handle } of allJobs)
    if (schedule && sendingJobs.has(name)) await handle(services, data.parse({}));
}

/** What others have had from us: the provider's books, and the mailbox. */
async function outside(): Promise<Record<string, number>> {
  const { rows } = await pool.query<Record<string, number>>(
    `select (select count(*)::int from mailbox) as mails,
            (select coalesce(sum(amount_received), 0)::int from sandbox.payment_intents) as "cents taken",
            (select coalesce(sum(amount - reversed), 0)::int from sandbox.transfers) as "cents passed on",
            (select coalesce(sum(reversed), 0)::int from sandbox.transfers) as "cents taken back"`,
  );
  return rows[0] ?? {};
}

async function bookedPayments(): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>(
    "select payment_intent_id as id from order_payments where status = 'SUCCEEDED' and payment_intent_id is not null",
  );
  return new Set(rows.map(({ id }) => id));
}

/** What the books say of money that reached creators. */
async function countTransfers(): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    "select count(*)::int as n from creator_transfers where status = 'DONE'",
  );
  return rows[0]?.n ?? 0;
}

/** Kept for their creator to decide about: it cannot be known any more what was in these carts. */
async function keptAside({ shop }: Run): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>(
    "select payment_intent_id as id from quarantined_payments where owner_id = $1",
    [shop.creator.id],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * A person lets payouts go on: what each payment brought its creator is what is theirs, and no more. But where a person was told of
 * its transfer, or the account is one that was connected in the lost time: nothing can be taken back from there.
 */
async function payOut(unknown: readonly string[], keptAsideCount: number): Promise<string[]> {
  const problems: string[] = [];
  if (unknown.length > 0 && keptAsideCount === 0)
    problems.push(`transfers fit nothing although every payment is known: ${unknown.join(", ")}`);
  await releasePayouts(pool, app.clock.now());
  await send();
  await send();
  const { rows } = await pool.query<{ id: string; moved: number; received: number }>(
    `select i.id, sum(t.amount - t.reversed)::int as moved, i.amount_received as received
       from sandbox.transfers t join sandbox.payment_intents i on i.id = t.metadata ->> 'payment_intent'
      where exists (select from payout_accounts known where known.account_id = t.account)
      group by i.id, i.amount_received
     having sum(t.amount - t.reversed) > i.amount_received
            - coalesce((select sum(r.amount) from sandbox.refunds r where r.payment_intent = i.id and r.status = 'succeeded'), 0)
            and not array_agg(t.id) && $1::text[]`,
    [unknown],
  );
  for (const { id, moved, received } of rows)
    problems.push(`of ${id}, which brought ${received}, ${moved} cents were passed on`);
  return problems;
}
