import { beforeEach, expect, test } from "vitest";
import { sendCartEmail, saveCartSequence } from "#contract/carts/sequences.ts";
import { joinList } from "#contract/mailing-list/mailing-list.ts";
import { queueCartMails } from "#server/features/carts/queue-cart-mails.ts";
import { firstSteps } from "#server/features/carts/sequences.ts";
import { queueOpenings } from "#server/features/mailing-list/queue-openings.ts";
import { queueAutomaticMails } from "#server/features/mailings/automatic/queue-automatic-mails.ts";
import { automaticMailOf, makeAutomaticMail } from "#tests/support/automatic-mail-factory.ts";
import { makeCart } from "#tests/support/cart-factory.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { leavingOf, makeOnboarded } from "#tests/support/leaving-creator.ts";
import {
  makeMailing,
  makeSubscriber,
  openMailings,
  someone,
  startNow,
} from "#tests/support/mailing-factory.ts";
import { mailsTo } from "#tests/support/member.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;
const { sent, send, reset, reportOf } = openMailings(app);
const { ask, keep } = leavingOf(app);
beforeEach(async () => {
  await reset();
  await pool.query("delete from automatic_mails");
});

const makeSeller = () => makeOnboarded(app, { postalAddress: "Main St 1\nSpringfield" });
const recipients = () => sent.map(({ to }) => to);
const close = async (creator: Awaited<ReturnType<typeof makeSeller>>) =>
  expect((await ask(creator)).status).toBe(201);
const open = async (creator: Awaited<ReturnType<typeof makeSeller>>) =>
  expect((await keep(creator)).status).toBe(200);

/** What the workers do, twice. */
async function work() {
  for (const _ of [1, 2]) {
    await queueAutomaticMails(app.services);
    await queueCartMails(app.services);
    await send();
  }
}

test("an automatic mail that is wanted while the store is closed leaves once, when its creator stays within a day", async () => {
  const creator = await makeSeller();
  const mail = await makeAutomaticMail(app, creator, { kind: "WELCOME" });
  app.clock.advance({ seconds: 1 });
  const [before, meanwhile, other] = [someone(), someone(), someone()];
  await makeSubscriber(app, creator.id, before);
  await queueAutomaticMails(app.services);
  await close(creator);
  await makeSubscriber(app, creator.id, meanwhile);
  const neighbour = await makeSeller();
  await makeAutomaticMail(app, neighbour, { kind: "WELCOME" });
  app.clock.advance({ seconds: 1 });
  await makeSubscriber(app, neighbour.id, other);
  app.clock.advance({ hours: 20 });
  await work();
  // Others do not wait for it, and nothing of it is settled.
  expect(recipients()).toEqual([other]);
  expect((await automaticMailOf(app, creator, mail.id)).outcomes).toMatchObject({ waiting: 2, skipped: 0 });
  await open(creator);
  await work();
  expect(recipients().slice(1).toSorted()).toEqual([before, meanwhile].toSorted());
});

test("what has become too late meanwhile is left out for that, as after any other day without mail", async () => {
  const creator = await makeSeller();
  const mail = await makeAutomaticMail(app, creator, { kind: "WELCOME" });
  app.clock.advance({ seconds: 1 });
  await makeSubscriber(app, creator.id, someone());
  await queueAutomaticMails(app.services);
  await close(creator);
  app.clock.advance({ days: 5 });
  await open(creator);
  await work();
  expect(sent).toEqual([]);
  expect((await automaticMailOf(app, creator, mail.id)).skipped).toEqual([
    { reason: "It would be too late", people: 1 },
  ]);
});

test("a mailing that was leaving as the store was closed goes on with those who have not had it", async () => {
  const creator = await makeSeller();
  const people = Array.from({ length: 6 }, someone);
  for (const email of people) await makeSubscriber(app, creator.id, email);
  const mailing = await makeMailing(app, creator);
  await startNow(app, creator, mailing);
  await pool.query(
    "update promotions set due_at = due_at + interval '1 hour' where owner_id = $1 and email = any ($2)",
    [creator.id, people.slice(3)],
  );
  await send();
  expect(recipients().toSorted()).toEqual(people.slice(0, 3).toSorted());
  await close(creator);
  app.clock.advance({ days: 5 });
  await work();
  expect(sent).toHaveLength(3);
  await open(creator);
  await work();
  expect(recipients().toSorted()).toEqual(people.toSorted());
  expect((await reportOf(creator, mailing.id)).outcomes).toMatchObject({ sent: 6, skipped: 0 });
});

test("the mails about a cart go on where they were, and its sequence is not ended by what was off sale", async () => {
  const creator = await makeSeller();
  const me = app.as(creator);
  const product = await makeProduct(app, { ownerId: creator.id, priceCents: 5_000 });
  const body = { kind: "LEFT" as const, isOn: true, steps: firstSteps.LEFT };
  expect((await me.call(saveCartSequence, { body })).status).toBe(200);
  app.clock.advance({ minutes: 1 });
  const email = someone();
  const now = app.clock.now();
  const cart = await makeCart(app, product, {
    email,
    leftAt: now,
    nextMailAt: new Date(now.getTime() + 60_000),
  });
  const late = await makeCart(app, product, {
    email: someone(),
    leftAt: now,
    nextMailAt: new Date(now.getTime() - 10 * 3_600_000),
  });
  await close(creator);
  app.clock.advance({ hours: 20 });
  await work();
  expect(await me.call(sendCartEmail, { params: { id: cart.id } })).toMatchObject({
    status: 409,
    text: expect.stringContaining("Your store is closed"),
  });
  await open(creator);
  await work();
  expect(recipients()).toEqual([email]);
  const { rows } = await pool.query<{ state: string; reason: string; stopped: string | null; step: number }>(
    `select m.state, m.reason, c.stopped, c.next_step as step from abandoned_carts c join cart_mails m on m.cart_id = c.id where c.id = $1`,
    [late.id],
  );
  expect(rows).toEqual([{ state: "SKIPPED", reason: "Too late", stopped: null, step: 1 }]);
});

test("who waits for an opening whose mail was on its way is told of it after all, once", async () => {
  const creator = await makeSeller();
  const kit = await makeProduct(app, { ownerId: creator.id, comingSoon: true });
  const email = someone();
  const params = { handle: creator.handle ?? "" };
  await makeSubscriber(app, creator.id, email);
  expect((await app.browser().call(joinList, { params, body: { email, productId: kit.id } })).status).toBe(
    200,
  );
  await pool.query("update products set coming_soon = false, opens_at = null where id = $1", [kit.id]);
  await queueOpenings(app.services);
  await close(creator);
  const news = async () => {
    app.clock.advance({ minutes: 2 });
    await app.runJobs();
    return (await mailsTo(app, email)).filter(({ subject }) => subject.startsWith("Open now"));
  };
  expect(await news()).toEqual([]);
  // What the mail server refused is not what the store refused.
  const other = someone();
  await makeSubscriber(app, creator.id, other);
  await pool.query(
    `with waits as (
       insert into product_waiters (product_id, subscriber_id, settled_at)
       select $1, id, $2 from subscribers where owner_id = $3 and email = $4 returning id)
     insert into mail_outbox (event, recipient, template, data, state, failure)
     select 'product-open:' || id, $4, 'product-open', jsonb_build_object('waiterId', id), 'FAILED', '550 no such mailbox' from waits`,
    [kit.id, app.clock.now(), creator.id, other],
  );
  await open(creator);
  expect(await news()).toHaveLength(1);
  expect(await mailsTo(app, other)).toEqual([]);
  await close(creator);
  await open(creator);
  expect(await news()).toHaveLength(1);
});
