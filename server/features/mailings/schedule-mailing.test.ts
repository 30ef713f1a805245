import { beforeEach, expect, test } from "vitest";
import { getMailing, scheduleMailing, stopMailing, unscheduleMailing } from "#contract/mailings/mailings.ts";
import type { Mail } from "#server/mail/mailer.ts";
import { sendPromotions } from "#server/mail/promotions/send-promotions.ts";
import { makeCart } from "#tests/support/cart-factory.ts";
import { makeProduct } from "#tests/support/factories.ts";
import {
  makeMailing,
  makeSubscriber,
  makeTrustedCreator,
  openMailings,
  someone,
  startNow,
} from "#tests/support/mailing-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { startMailings } from "./start-mailings.ts";

const app = await testApp();
const { pool } = app.services;

const { sent, services, send, reset, buyer, reportOf } = openMailings(app);
beforeEach(reset);

test("a mailing is stopped while it is sent: who waits gets nothing, and the sum closes", async () => {
  const creator = await makeTrustedCreator(app);
  for (let n = 0; n < 30; n++) await makeSubscriber(app, creator.id, someone());
  const draft = await makeMailing(app, creator, {
    audience: { match: "ALL", conditions: [{ type: "subscribed", is: true }] },
  });
  await startNow(app, creator, draft);
  const params = { id: draft.id };
  const stopping = {
    ...services,
    mailer: {
      async send(mail: Mail) {
        sent.push(mail);
        if (sent.length === 5) expect((await app.as(creator).call(stopMailing, { params })).status).toBe(200);
      },
    },
  };
  await sendPromotions(stopping, undefined);
  const { outcomes } = await reportOf(creator, draft.id);
  expect(outcomes.sent).toBe(sent.length);
  expect(outcomes.sent).toBeLessThan(8);
  expect(outcomes).toEqual({
    audience: 30,
    sent: sent.length,
    skipped: 30 - sent.length,
    failed: 0,
    unknown: 0,
    waiting: 0,
  });
  expect((await app.as(creator).call(stopMailing, { params })).body.state).toBe("STOPPED");
});

test("one that is planned leaves at its time, one whose time went by two hours ago asks its creator", async () => {
  const creator = await makeTrustedCreator(app);
  const me = app.as(creator);
  const reader = someone();
  await makeSubscriber(app, creator.id, reader);
  const draft = await makeMailing(app, creator, {
    audience: { match: "ALL", conditions: [{ type: "subscribed", is: true }] },
  });
  const params = { id: draft.id };
  const at = (hours: number) =>
    new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString().slice(0, 16);
  const plan = (revision: number, on: string, byPersonZone = false) =>
    app.as(creator).call(scheduleMailing, { params, body: { revision, schedule: { on, byPersonZone } } });
  for (const on of [at(-1), "2027-02-31T09:00", at(24 * 400)])
    expect((await plan(draft.revision, on)).status).toBe(422);
  const planned = await plan(draft.revision, at(3));
  expect(planned.body).toMatchObject({ state: "SCHEDULED", schedule: { on: at(3) } });
  expect((await plan(planned.body.revision, at(5))).status).toBe(409);
  await startMailings(app.services);
  expect((await me.call(getMailing, { params })).body.state).toBe("SCHEDULED");
  app.clock.advance({ hours: 6 });
  await startMailings(app.services);
  const late = (await me.call(getMailing, { params })).body;
  expect(late.state).toBe("LATE");
  const again = await plan(late.revision, at(1));
  expect(again.status, again.text).toBe(200);
  const undone = await me.call(unscheduleMailing, { params });
  expect(undone.body).toMatchObject({ state: "DRAFT", schedule: null });
  await plan(undone.body.revision, at(1));
  app.clock.advance({ hours: 1, minutes: 1 });
  await startMailings(app.services);
  await send();
  expect(sent.map(({ to }) => to)).toEqual([reader]);
  expect((await me.call(unscheduleMailing, { params })).status).toBe(409);
});

test("one that is planned asks its creator where their mails are paused at its time, and is spent on nobody", async () => {
  const creator = await makeTrustedCreator(app);
  const me = app.as(creator);
  const reader = someone();
  await makeSubscriber(app, creator.id, reader);
  const audience = { match: "ALL" as const, conditions: [{ type: "subscribed" as const, is: true }] };
  const draft = await makeMailing(app, creator, { audience });
  const params = { id: draft.id };
  const on = new Date(app.clock.now().getTime() + 3_600_000).toISOString().slice(0, 16);
  const plan = (revision: number, schedule: { on: string; byPersonZone: boolean } | null) =>
    app.as(creator).call(scheduleMailing, { params, body: { revision, schedule } });
  expect((await plan(draft.revision, { on, byPersonZone: false })).status).toBe(200);
  app.clock.advance({ hours: 1 });
  await pool.query(
    `insert into promotion_stops (owner_id, reason, sent, counted, created_at, until)
     values ($1, 'COMPLAINTS', 13, 3, $2, $2::timestamptz + interval '30 days')`,
    [creator.id, app.clock.now()],
  );
  await startMailings(app.services);
  const { body: late } = await me.call(getMailing, { params });
  expect(late.state).toBe("LATE");
  const refused = await plan(late.revision, null);
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("paused")]);
  await pool.query("delete from promotion_stops where owner_id = $1", [creator.id]);
  expect((await plan(late.revision, null)).status).toBe(200);
  await startMailings(app.services);
  await send();
  expect(sent.map(({ to }) => to)).toEqual([reader]);
});

test("in each person's zone it leaves when it is that time where they are, as far as that is known", async () => {
  const creator = await makeTrustedCreator(app);
  const product = await makeProduct(app, { ownerId: creator.id, priceCents: 100 });
  const [tokyo, madrid, nowhere] = [await buyer(product), await buyer(product), await buyer(product)];
  await makeCart(app, product, { email: tokyo, timeZone: "Asia/Tokyo" });
  await makeCart(app, product, { email: madrid, timeZone: "Europe/Madrid" });
  await makeCart(app, product, { email: nowhere, timeZone: "Mars/Olympus" });
  const draft = await makeMailing(app, creator, {
    audience: {
      match: "ALL",
      conditions: [{ type: "bought", is: true, productId: product.id, since: null }],
    },
  });
  // Two days ahead: of tomorrow's noon the first may have gone by.
  const on = new Date(app.clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10) + "T12:00";
  const params = { id: draft.id };
  const scheduled = await app.as(creator).call(scheduleMailing, {
    params,
    body: { revision: draft.revision, schedule: { on, byPersonZone: true } },
  });
  expect(scheduled.status).toBe(200);
  const noon = new Date(`${on}Z`).getTime();
  app.clock.advance({ seconds: (noon - app.clock.now().getTime()) / 1_000 - 13 * 3_600 });
  await startMailings(app.services);
  const { rows } = await pool.query<{ email: string; hours: number }>(
    "select email, extract(epoch from due_at - $2::timestamptz)::int / 3600 as hours from promotions where mailing_id = $1",
    [draft.id, new Date(noon)],
  );
  expect(Object.fromEntries(rows.map(({ email, hours }) => [email, hours]))).toMatchObject({
    [tokyo]: -9,
    [nowhere]: 0,
  });
  expect(rows.find(({ email }) => email === madrid)?.hours).toBeLessThan(0);
});
