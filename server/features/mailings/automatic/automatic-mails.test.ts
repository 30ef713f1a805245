import { beforeEach, expect, test } from "vitest";
import {
  checkAutomaticMail,
  createAutomaticMail,
  deleteAutomaticMail,
  getAutomaticMail,
  listAutomaticMails,
  previewAutomaticMail,
  sendTestAutomaticMail,
  switchAutomaticMail,
  updateAutomaticMail,
} from "#contract/mailings/automatic-mails.ts";
import { archiveProduct } from "#contract/catalog/archived-products.ts";
import { automaticMailOf, letGoBy, makeAutomaticMail } from "#tests/support/automatic-mail-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeSubscriber, makeTrustedCreator, openMailings, someone } from "#tests/support/mailing-factory.ts";
import { mailsTo } from "#tests/support/member.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { queueAutomaticMails } from "./queue-automatic-mails.ts";

const app = await testApp();
const { pool } = app.services;
const { sent, send, reset, buyer } = openMailings(app);
beforeEach(async () => {
  await reset();
  // What a test before this one switched on would write down anew whom it had written down.
  await pool.query("delete from automatic_mails");
});

test("a subscriber is welcomed once, and nobody from before it was switched on", async () => {
  const creator = await makeTrustedCreator(app);
  const [before, after] = [someone(), someone()];
  await makeSubscriber(app, creator.id, before);
  app.clock.advance({ seconds: 1 });
  const mail = await makeAutomaticMail(app, creator, { kind: "WELCOME" });
  app.clock.advance({ seconds: 1 });
  await makeSubscriber(app, creator.id, after);
  for (const _ of [1, 2]) {
    await letGoBy(app, { minutes: 1 });
    await send();
  }
  expect(sent.map(({ to }) => to)).toEqual([after]);
  expect(sent[0]?.subject).toContain("Welcome to");
  expect(sent[0]?.headers).toMatchObject({ "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" });
  expect(sent[0]?.text).toContain("Springfield");
  expect((await automaticMailOf(app, creator, mail.id)).outcomes).toEqual({
    sent: 1,
    skipped: 0,
    failed: 0,
    unknown: 0,
    waiting: 0,
  });
});

test("who left the list meanwhile is not welcomed, and who comes back is not welcomed again", async () => {
  const creator = await makeTrustedCreator(app);
  const mail = await makeAutomaticMail(app, creator, { kind: "WELCOME", days: 1 });
  const [leaves, returns] = [someone(), someone()];
  for (const email of [leaves, returns]) await makeSubscriber(app, creator.id, email);
  await letGoBy(app, { days: 1, seconds: 1 });
  await pool.query("update subscribers set state = 'UNSUBSCRIBED', unsubscribed_at = $2 where email = $1", [
    leaves,
    app.clock.now(),
  ]);
  await send();
  expect(sent.map(({ to }) => to)).toEqual([returns]);
  expect((await automaticMailOf(app, creator, mail.id)).skipped).toEqual([
    { reason: "They want no mails", people: 1 },
  ]);
  await pool.query("update subscribers set confirmed_at = $2 where email = $1", [returns, app.clock.now()]);
  await letGoBy(app, { days: 1, seconds: 1 });
  await send();
  expect(sent).toHaveLength(1);
});

test("a buyer hears of it days after their purchase, by its name, once for each product and mailbox", async () => {
  const creator = await makeTrustedCreator(app);
  const guide = await makeProduct(app, { ownerId: creator.id, priceCents: 2_000, title: "Guide" });
  const early = await buyer(guide);
  app.clock.advance({ seconds: 1 });
  await makeAutomaticMail(app, creator, { kind: "AFTER_PURCHASE", productId: guide.id, days: 3 });
  app.clock.advance({ seconds: 1 });
  const ana = await buyer(guide, someone(), { customerName: "Ana Ruiz" });
  await buyer(guide, ana.replace("@", "+again@"));
  await letGoBy(app, { days: 2, hours: 23 });
  await send();
  expect(sent).toEqual([]);
  await letGoBy(app, { hours: 2 });
  await send();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.to.replace("+again", "")).toBe(ana);
  expect(sent[0]?.subject).toBe("How do you like Guide?");
  expect(sent.map(({ to }) => to)).not.toContain(early);
  await buyer(guide, ana);
  await letGoBy(app, { days: 3, hours: 1 });
  await send();
  expect(sent).toHaveLength(1);
});

test("who was given their money back, unsubscribed, has what it leads to, or proved no address gets none, and it says why", async () => {
  const creator = await makeTrustedCreator(app);
  const guide = await makeProduct(app, { ownerId: creator.id, priceCents: 2_000, title: "Guide" });
  const free = await makeProduct(app, { ownerId: creator.id, priceCents: 0, title: "Free" });
  const next = await makeProduct(app, { ownerId: creator.id, priceCents: 4_000, title: "Next" });
  const mail = await makeAutomaticMail(app, creator, {
    kind: "AFTER_PURCHASE",
    days: 1,
    offerProductId: next.id,
  });
  app.clock.advance({ seconds: 1 });
  const stays = await buyer(guide);
  const refunded = await makeOrder(app, { items: [{ product: guide }], email: someone() });
  const no = await buyer(guide);
  const owner = await buyer(guide);
  await makeOrder(app, { items: [{ product: next }], email: owner });
  await buyer(free);
  await letGoBy(app, { days: 1, seconds: 1 });
  await pool.query("update orders set status = 'REFUNDED', refunded_cents = total_cents where id = $1", [
    refunded.id,
  ]);
  await pool.query(
    "insert into suppressions (owner_id, address_hash, reason) values ($1, address_hash(mailbox_of($2)), 'UNSUBSCRIBED')",
    [creator.id, no],
  );
  await send();
  expect(sent.map(({ to }) => to)).toEqual([stays]);
  expect(sent[0]?.text).toContain("Guide");
  const { skipped, outcomes } = await automaticMailOf(app, creator, mail.id);
  expect(Object.fromEntries(skipped.map(({ reason, people }) => [reason, people]))).toEqual({
    // Their purchase of what it leads to waits for its own turn.
    "They have what it leads to": 2,
    "They want no mails": 1,
    "They were given their money back": 1,
    "Nobody proved that this address is theirs: it stands below free orders only": 1,
  });
  expect(outcomes).toMatchObject({ sent: 1, skipped: 5, waiting: 0 });
});

test("a product with a mail of its own is left to that one, and what is charged again for a membership is no purchase", async () => {
  const creator = await makeTrustedCreator(app);
  const [guide, other] = await Promise.all(
    ["Guide", "Other"].map((title) => makeProduct(app, { ownerId: creator.id, priceCents: 2_000, title })),
  );
  const all = await makeAutomaticMail(app, creator, { kind: "AFTER_PURCHASE", days: 0 });
  const own = await makeAutomaticMail(app, creator, {
    kind: "AFTER_PURCHASE",
    productId: guide?.id ?? "",
    days: 0,
  });
  app.clock.advance({ seconds: 1 });
  if (!guide || !other) throw new Error("no product was made");
  await buyer(guide);
  await buyer(other);
  const renewed = await makeOrder(app, { items: [{ product: other }], email: someone() });
  await pool.query(
    `update orders set subscription_id = gen_random_uuid(), checkout_session_id = null where id = $1`,
    [renewed.id],
  );
  await letGoBy(app, { minutes: 1 });
  await send();
  expect(sent.map(({ subject }) => subject).toSorted()).toEqual([
    "How do you like Guide?",
    "How do you like Other?",
  ]);
  expect((await automaticMailOf(app, creator, all.id)).outcomes.sent).toBe(1);
  expect((await automaticMailOf(app, creator, own.id)).outcomes.sent).toBe(1);
});

test("two workers at once write each person down once, also what was committed after its moment", async () => {
  const creator = await makeTrustedCreator(app);
  const guide = await makeProduct(app, { ownerId: creator.id, priceCents: 2_000 });
  const mail = await makeAutomaticMail(app, creator, { kind: "AFTER_PURCHASE", days: 0 });
  app.clock.advance({ seconds: 1 });
  for (const _ of Array.from({ length: 12 })) await buyer(guide);
  app.clock.advance({ minutes: 1 });
  await Promise.all([1, 2, 3, 4].map(() => queueAutomaticMails(app.services)));
  await buyer(guide, someone(), { createdAt: new Date(app.clock.now().getTime() - 60_000) });
  app.clock.advance({ minutes: 1 });
  await Promise.all([1, 2].map(() => queueAutomaticMails(app.services)));
  await Promise.all([send(), send()]);
  expect(sent).toHaveLength(13);
  expect(new Set(sent.map(({ to }) => to)).size).toBe(13);
  expect((await automaticMailOf(app, creator, mail.id)).outcomes.sent).toBe(13);
});

test("what is more than a day late since no worker ran is left out, and says so", async () => {
  const creator = await makeTrustedCreator(app);
  const mail = await makeAutomaticMail(app, creator, { kind: "WELCOME" });
  app.clock.advance({ seconds: 1 });
  const [late, soon] = [someone(), someone()];
  await makeSubscriber(app, creator.id, late);
  app.clock.advance({ hours: 23 });
  await makeSubscriber(app, creator.id, soon);
  await letGoBy(app, { hours: 2 });
  await send();
  expect(sent.map(({ to }) => to)).toEqual([soon]);
  expect((await automaticMailOf(app, creator, mail.id)).skipped).toEqual([
    { reason: "It would be too late", people: 1 },
  ]);
});

test("switched off, who waits gets nothing; switched on again, nobody of the time between; deleted, it is gone", async () => {
  const creator = await makeTrustedCreator(app);
  const me = app.as(creator);
  const { id } = await makeAutomaticMail(app, creator, { kind: "WELCOME" });
  const params = { id };
  app.clock.advance({ seconds: 1 });
  await makeSubscriber(app, creator.id, someone());
  await letGoBy(app, { minutes: 1 });
  const off = await me.call(switchAutomaticMail, { params, body: { isOn: false } });
  expect(off.body).toMatchObject({
    switchedOnAt: null,
    outcomes: { waiting: 0, skipped: 1 },
    skipped: [{ reason: "You switched this mail off", people: 1 }],
  });
  await makeSubscriber(app, creator.id, someone());
  app.clock.advance({ minutes: 1 });
  const on = await me.call(switchAutomaticMail, { params, body: { isOn: true } });
  app.clock.advance({ minutes: 1 });
  const same = await me.call(switchAutomaticMail, { params, body: { isOn: true } });
  expect(same.body.switchedOnAt).toBe(on.body.switchedOnAt);
  const last = someone();
  await makeSubscriber(app, creator.id, last);
  await letGoBy(app, { minutes: 1 });
  expect((await me.call(deleteAutomaticMail, { params })).status).toBe(200);
  await send();
  expect(sent).toEqual([]);
  expect((await me.call(listAutomaticMails)).body).toEqual([]);
});

test("it is written, looked at and tried out like a mailing, and what could not leave is not switched on", async () => {
  const creator = await makeCreator(app, { postalAddress: null });
  const me = app.as(creator);
  const gone = await makeProduct(app, { ownerId: creator.id, title: "Gone" });
  const body = { kind: "AFTER_PURCHASE" as const, productId: gone.id };
  const { body: begun } = await me.call(createAutomaticMail, { body });
  expect((await me.call(createAutomaticMail, { body })).body.id).toBe(begun.id);
  const params = { id: begun.id };
  const { subject, content, days, couponId, revision } = begun;
  const fields = { subject, content, days, couponId, revision, offerProductId: gone.id };
  const saved = await me.call(updateAutomaticMail, { params, body: { ...fields, subject: "{product}!" } });
  expect(saved.body).toMatchObject({ subject: "{product}!", revision: revision + 1 });
  expect((await me.call(updateAutomaticMail, { params, body: fields })).status).toBe(409);
  const odd = { ...fields, revision: revision + 1 };
  for (const wrong of [{ days: 366 }, { days: 1.5 }, { subject: "{what}" }])
    expect((await me.call(updateAutomaticMail, { params, body: { ...odd, ...wrong } })).status).toBe(422);
  const preview = await me.call(previewAutomaticMail, { params, querystring: { as: "text" } });
  expect(preview.text).toContain("you got Gone from");
  expect((await me.call(sendTestAutomaticMail, { params })).status).toBe(200);
  await app.runJobs();
  expect(await mailsTo(app, creator.email)).toMatchObject([{ subject: "Gone!" }]);
  const refused = await me.call(switchAutomaticMail, { params, body: { isOn: true } });
  expect(refused.status).toBe(422);
  expect((await me.call(checkAutomaticMail, { params })).body).toEqual([
    { level: "BLOCK", message: expect.stringContaining("postal address") },
    { level: "WARN", message: expect.stringContaining("Nothing in the text links to Gone") },
  ]);
  await pool.query("update users set postal_address = 'Main St 1' where id = $1", [creator.id]);
  expect((await me.call(switchAutomaticMail, { params, body: { isOn: true } })).status).toBe(200);
  const empty = await me.call(updateAutomaticMail, { params, body: { ...odd, subject: "" } });
  expect(empty.status).toBe(422);
  expect((await me.call(getAutomaticMail, { params })).body.subject).toBe("{product}!");
});

test("what it leads to is on sale no more: nobody is led there", async () => {
  const creator = await makeTrustedCreator(app);
  const next = await makeProduct(app, { ownerId: creator.id, priceCents: 4_000, title: "Next" });
  const mail = await makeAutomaticMail(app, creator, { kind: "WELCOME", offerProductId: next.id });
  app.clock.advance({ seconds: 1 });
  await makeSubscriber(app, creator.id, someone());
  await letGoBy(app, { minutes: 1 });
  await app.as(creator).call(archiveProduct, { params: { id: next.id }, body: { isArchived: true } });
  await send();
  expect(sent).toEqual([]);
  expect((await automaticMailOf(app, creator, mail.id)).skipped).toEqual([
    { reason: "What it leads to is not on sale", people: 1 },
  ]);
});

test("nobody reads or does anything with another creator's automatic mail, nor names their products", async () => {
  const creator = await makeTrustedCreator(app);
  const stranger = app.as(await makeTrustedCreator(app));
  const product = await makeProduct(app, { ownerId: creator.id });
  const mail = await makeAutomaticMail(app, creator, { kind: "WELCOME", isOn: false });
  const params = { id: mail.id };
  const { subject, content, days, couponId, offerProductId, revision } = mail;
  const body = { subject, content, days, couponId, offerProductId, revision, isOn: true };
  const asked = { params, body, querystring: {} } as never;
  for (const call of [
    getAutomaticMail,
    updateAutomaticMail,
    switchAutomaticMail,
    checkAutomaticMail,
    previewAutomaticMail,
    sendTestAutomaticMail,
    deleteAutomaticMail,
  ])
    expect((await stranger.call(call as never, asked)).status).toBe(404);
  const begun = await stranger.call(createAutomaticMail, {
    body: { kind: "AFTER_PURCHASE", productId: product.id },
  });
  expect(begun.status).toBe(422);
  expect((await app.as(creator).call(getAutomaticMail, { params })).body.switchedOnAt).toBeNull();
});
