import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { getMailingReport, listRecipients, recordMailingClick } from "#contract/mailings/mailing-report.ts";
import {
  checkMailing,
  countAudience,
  deleteMailing,
  getMailing,
  listMailings,
  previewMailing,
  scheduleMailing,
  sendTestMailing,
  stopMailing,
  unscheduleMailing,
  updateMailing,
} from "#contract/mailings/mailings.ts";
import { unsubscribe } from "#contract/mailing-list/mailing-list.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { eraseSubscriptions } from "#server/features/mailing-list/erase-subscriptions.ts";
import type { Mail } from "#server/mail/mailer.ts";
import { sendPromotions } from "#server/mail/promotions/send-promotions.ts";
import { deliverWebhooks, openCheckout, pay } from "#tests/support/buy.ts";
import { makeCart } from "#tests/support/cart-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import {
  makeMailing,
  makeSubscriber,
  makeTrustedCreator,
  paragraphs,
  startNow,
} from "#tests/support/mailing-factory.ts";
import { mailsTo } from "#tests/support/member.ts";
import { joinMembership } from "#tests/support/membership.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { newPhone } from "#tests/support/reply-link.ts";
import { testApp } from "#tests/support/test-app.ts";
import { startMailings } from "./start-mailings.ts";

const app = await testApp();
const { pool } = app.services;

let sent: Mail[] = [];
const services = { ...app.services, mailer: { send: async (mail: Mail) => void sent.push(mail) } };
const send = () => sendPromotions(services, undefined);
beforeEach(async () => {
  sent = [];
  await pool.query("delete from promotions");
});

const someone = () => `p-${randomUUID()}@example.com`;
const buyer = async (
  product: Parameters<typeof makeOrder>[1] extends infer _ ? Awaited<ReturnType<typeof makeProduct>> : never,
  email = someone(),
  fields = {},
) => {
  await makeOrder(app, { items: [{ product }], email, ...fields });
  return email;
};
const reportOf = async (creator: { id: string }, id: string) =>
  (await app.as(creator).call(getMailingReport, { params: { id } })).body;

test("a creator writes to the buyers of a product who are no members, and sees who was left out, why, and what it earned", async () => {
  const creator = await makeTrustedCreator(app);
  const me = app.as(creator);
  const guide = await makeProduct(app, { ownerId: creator.id, priceCents: 2_000, title: "Guide" });
  const next = await makeProduct(app, { ownerId: creator.id, priceCents: 3_000, title: "Next" });
  const club = await joinMembership(app, {
    product: { ownerId: creator.id },
    email: "member@example.com",
  });
  const ana = await buyer(guide, someone(), { customerName: "Ana Ruiz" });
  const no = await buyer(guide);
  await buyer(guide, "member@example.com");
  await buyer(next);
  const reader = someone();
  await makeSubscriber(app, creator.id, reader);
  await pool.query(
    "insert into suppressions (owner_id, address_hash, reason) values ($1, address_hash(mailbox_of($2)), 'UNSUBSCRIBED')",
    [creator.id, no],
  );
  const draft = await makeMailing(app, creator, {
    subject: "{first_name}, there is more",
    productId: next.id,
    content: {
      type: "doc",
      content: [
        {
          type: "paragraph",
          content: [{ type: "text", text: "Hi {first_name}, you know what comes next." }],
        },
        { type: "product", attrs: { productId: next.id } },
        { type: "button", attrs: { label: "Look at it", href: "/{link}" } },
      ],
    },
    audience: {
      match: "ALL",
      conditions: [
        { type: "bought", is: true, productId: guide.id, since: null },
        { type: "member", is: false, productId: club.product.id, when: "NOW" },
      ],
    },
  });
  const params = { id: draft.id };
  const counted = await me.call(countAudience, { params });
  expect(counted.body).toMatchObject({
    audience: 2,
    recipients: 1,
    leftOut: [{ reason: "They want no mails", people: 1 }],
    roomToday: 200,
  });
  await startNow(app, creator, draft);
  await send();
  expect(sent.map(({ to }) => to)).toEqual([ana]);
  const [mail] = sent;
  expect(mail).toMatchObject({ subject: "Ana, there is more" });
  expect(mail?.headers).toMatchObject({ "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" });
  expect(mail?.text).toContain("Springfield");
  await startMailings(app.services);
  expect((await me.call(getMailing, { params })).body.state).toBe("SENT");

  const token = /\/r\/([\w-]{32})/.exec(mail?.text ?? "")?.[1] ?? "";
  expect(mail?.html.match(/\/r\/[\w-]{32}/g)).toHaveLength(2);
  const browser = app.browser();
  const headers = { "user-agent": newPhone() };
  const bot = await app.app.inject({ url: `/r/${token}`, headers: { "user-agent": "Googlebot/2.1" } });
  expect(bot.headers.location).toBe(`/checkout/${next.id}`);
  expect(bot.cookies).toEqual([]);
  const visit = await app.app.inject({ url: `/r/${token}`, headers });
  for (const { name, value } of visit.cookies) browser.cookies[name] = value;
  expect((await reportOf(creator, draft.id)).clicks).toBe(0);
  for (const _ of [1, 2]) await browser.call(recordMailingClick, { body: { token } });
  await browser.call(recordMailingClick, { body: { token: `${token.slice(0, 31)}x` } });
  const checkout = await openCheckout(browser, next.id);
  await pay(browser, checkout);
  await deliverWebhooks(app);
  const report = await reportOf(creator, draft.id);
  expect(report).toEqual({
    outcomes: { audience: 2, sent: 1, skipped: 1, failed: 0, unknown: 0, waiting: 0 },
    skipped: [{ reason: "They want no mails", people: 1 }],
    failed: [],
    clicks: 1,
    orders: 1,
    netRevenueCents: 3_000,
    links: [
      { target: `/checkout/${next.id}`, productTitle: "Next", clicks: 1, orders: 1, netRevenueCents: 3_000 },
    ],
  });
  const { body: people } = await me.call(listRecipients, { params, querystring: {} });
  expect(
    people.recipients.map(({ email, outcome, hasClicked }) => [email, outcome, hasClicked]).toSorted(),
  ).toEqual(
    [
      [ana, "sent", true],
      [no, "skipped", false],
    ].toSorted(),
  );
});

test("each condition finds whom it says, one person for each mailbox", async () => {
  const creator = await makeTrustedCreator(app);
  const me = app.as(creator);
  const guide = await makeProduct(app, { ownerId: creator.id, priceCents: 2_000 });
  const other = await makeProduct(app, { ownerId: creator.id, priceCents: 9_000 });
  const both = "both@gmail.com";
  await buyer(guide, both);
  await buyer(other, "b.oth+shop@gmail.com");
  await buyer(guide, "old@example.com", { paidAt: new Date(app.clock.now().getTime() - 40 * 86_400_000) });
  await buyer(guide, "back@example.com", { status: "REFUNDED" });
  await makeSubscriber(app, creator.id, "reader@example.com");
  await makeSubscriber(app, creator.id, both);
  await makeCart(app, other, { email: "old@example.com" });
  await makeCart(app, other, { email: "stranger@example.com" });
  const draft = await makeMailing(app, creator);
  let { revision } = draft;
  const found = async (...conditions: (typeof draft)["audience"]["conditions"]) => {
    const { subject, content, productId, couponId } = draft;
    const audience = { match: "ALL" as const, conditions };
    const params = { id: draft.id };
    const saved = await me.call(updateMailing, {
      params,
      body: { subject, content, productId, couponId, audience, revision },
    });
    expect(saved.status, saved.text).toBe(200);
    revision = saved.body.revision;
    return (await me.call(countAudience, { params })).body.audience;
  };
  // Also who bought what makes the creator trusted.
  expect(await found()).toBe(5);
  expect(await found({ type: "bought", is: true, productId: guide.id, since: null })).toBe(2);
  expect(await found({ type: "bought", is: false, productId: guide.id, since: null })).toBe(3);
  const since = new Date(app.clock.now().getTime() - 7 * 86_400_000).toISOString().slice(0, 10);
  expect(await found({ type: "bought", is: true, productId: guide.id, since })).toBe(1);
  expect(await found({ type: "spent", is: true, atLeastCents: 11_000 })).toBe(2);
  expect(await found({ type: "spent", is: false, atLeastCents: 1 })).toBe(2);
  expect(await found({ type: "subscribed", is: true })).toBe(2);
  expect(await found({ type: "leftCart", is: true, productId: other.id, since: null })).toBe(1);
  expect(await found({ type: "member", is: true, productId: null, when: "BEFORE" })).toBe(0);
  for (const source of ["REPLY", "MAILING", "AFFILIATE", "CART_MAIL"] as const)
    expect(await found({ type: "cameFrom", is: false, source })).toBe(5);
  expect(
    await found(
      { type: "subscribed", is: true },
      {
        type: "group",
        match: "ANY",
        conditions: [
          { type: "bought", is: true, productId: other.id, since: null },
          { type: "spent", is: true, atLeastCents: 1_000_000 },
        ],
      },
    ),
  ).toBe(1);
});

test("a customer whom nobody proved is left out, and so is who only tried to pay", async () => {
  const creator = await makeTrustedCreator(app);
  const gift = await makeProduct(app, { ownerId: creator.id, priceCents: 0 });
  const paid = await makeProduct(app, { ownerId: creator.id, priceCents: 500 });
  const [victim, reader] = [await buyer(gift), await buyer(gift)];
  await makeSubscriber(app, creator.id, reader);
  await buyer(paid, someone(), { status: "FAILED" });
  const draft = await makeMailing(app, creator, {
    audience: { match: "ALL", conditions: [{ type: "bought", is: true, productId: gift.id, since: null }] },
  });
  await startNow(app, creator, draft);
  await send();
  expect(sent.map(({ to }) => to)).toEqual([reader]);
  const { body } = await app
    .as(creator)
    .call(listRecipients, { params: { id: draft.id }, querystring: { outcome: "skipped" } });
  expect(body.recipients).toMatchObject([
    { email: victim, reason: expect.stringContaining("Nobody proved") },
  ]);
});

test("a creator who has sold little writes to 100 people a mailing, and is told so before", async () => {
  const creator = await makeCreator(app, { postalAddress: "Main St 1" });
  for (let n = 0; n < 103; n++) await makeSubscriber(app, creator.id, someone());
  const draft = await makeMailing(app, creator);
  const { body } = await app.as(creator).call(countAudience, { params: { id: draft.id } });
  expect(body).toMatchObject({ audience: 103, recipients: 100, leftOut: [{ people: 3 }], roomToday: 100 });
  await startNow(app, creator, draft);
  expect((await reportOf(creator, draft.id)).outcomes).toMatchObject({
    audience: 103,
    skipped: 3,
    waiting: 100,
  });
});

test("the claim reads again who fits the conditions, what is on sale and whether it was stopped", async () => {
  const creator = await makeTrustedCreator(app);
  const guide = await makeProduct(app, { ownerId: creator.id, priceCents: 2_000 });
  const next = await makeProduct(app, { ownerId: creator.id, priceCents: 2_000 });
  const [quick, left, other] = [await buyer(guide), await buyer(guide), await buyer(guide)];
  const audience = {
    match: "ALL" as const,
    conditions: [
      { type: "bought" as const, is: true, productId: guide.id, since: null },
      { type: "bought" as const, is: false, productId: next.id, since: null },
    ],
  };
  const draft = await makeMailing(app, creator, { audience, productId: next.id });
  await startNow(app, creator, draft);
  await buyer(next, quick);
  await pool.query(
    "insert into suppressions (owner_id, address_hash, reason) values (null, address_hash($1), 'BOUNCED')",
    [left],
  );
  await pool.query("update products set state = 'DRAFT' where id = $1", [next.id]);
  await send();
  expect(sent).toEqual([]);
  const report = await reportOf(creator, draft.id);
  expect(report.outcomes).toMatchObject({ audience: 3, skipped: 3 });
  expect(report.skipped).toEqual(
    expect.arrayContaining([
      { reason: "Their address does not exist", people: 1 },
      { reason: "Its product is not on sale any more", people: 2 },
    ]),
  );
  await pool.query("update products set state = 'PUBLISHED' where id = $1", [next.id]);
  const again = await makeMailing(app, creator, { audience, productId: next.id });
  await startNow(app, creator, again);
  await buyer(next, other);
  await send();
  expect((await reportOf(creator, again.id)).skipped).toContainEqual({
    reason: "Your conditions do not fit them any more",
    people: 1,
  });
});

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
    me.call(scheduleMailing, { params, body: { revision, schedule: { on, byPersonZone } } });
  for (const on of [at(-1), "2026-02-31T09:00", at(24 * 400)])
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

test("in each person's zone it leaves when it is that time where they are, as far as that is known", async () => {
  const creator = await makeTrustedCreator(app);
  const me = app.as(creator);
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
  const on = new Date(app.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10) + "T12:00";
  const params = { id: draft.id };
  await me.call(scheduleMailing, {
    params,
    body: { revision: draft.revision, schedule: { on, byPersonZone: true } },
  });
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

test("two tabs do not overwrite each other, and only a draft can be changed or deleted", async () => {
  const creator = await makeTrustedCreator(app);
  const me = app.as(creator);
  const draft = await makeMailing(app, creator);
  const params = { id: draft.id };
  const { subject, content, audience, productId, couponId, revision } = draft;
  const body = { subject, content, audience, productId, couponId, revision };
  const first = await me.call(updateMailing, { params, body: { ...body, subject: "One" } });
  expect(first.body).toMatchObject({ subject: "One", revision: revision + 1 });
  const second = await me.call(updateMailing, { params, body: { ...body, subject: "Two" } });
  expect(second.status).toBe(409);
  const stale = await me.call(scheduleMailing, { params, body: { revision, schedule: null } });
  expect(stale.status).toBe(409);
  await startNow(app, creator, first.body);
  const fixed = await me.call(updateMailing, { params, body: { ...body, revision: revision + 2 } });
  expect(fixed.status).toBe(409);
  expect((await me.call(deleteMailing, { params })).status).toBe(409);
  await expect(pool.query("update mailings set subject = 'x' where id = $1", [draft.id])).rejects.toThrow(
    "no draft",
  );
  const other = await makeMailing(app, creator);
  expect((await me.call(deleteMailing, { params: { id: other.id } })).status).toBe(200);
  expect((await me.call(listMailings, { querystring: {} })).body.mailings.map(({ id }) => id)).toEqual([
    draft.id,
  ]);
});

test("what keeps a mailing from leaving is said, and refused", async () => {
  const creator = await makeCreator(app, { postalAddress: null });
  const me = app.as(creator);
  const gone = await makeProduct(app, { ownerId: creator.id, state: "DRAFT", title: "Gone" });
  const draft = await makeMailing(app, creator, {
    subject: "",
    productId: gone.id,
    content: {
      type: "doc",
      content: [
        ...(paragraphs("Use {code}").content as []),
        { type: "product", attrs: { productId: gone.id } },
      ],
    } as never,
  });
  const params = { id: draft.id };
  const { problems } = (await me.call(checkMailing, { params })).body;
  expect(problems.filter(({ level }) => level === "BLOCK").map(({ message }) => message)).toEqual([
    "It has no subject yet",
    expect.stringContaining("postal address"),
    expect.stringContaining("Gone"),
    expect.stringContaining("{code}"),
    expect.stringContaining("not on sale"),
  ]);
  const refused = await me.call(scheduleMailing, {
    params,
    body: { revision: draft.revision, schedule: null },
  });
  expect(refused.status).toBe(422);
  const loud = await makeMailing(app, creator, { subject: "BUY THIS NOW!!!" });
  const loudly = (await me.call(checkMailing, { params: { id: loud.id } })).body.problems;
  expect(loudly.filter(({ level }) => level === "WARN")).toHaveLength(2);
});

test("the preview is the mail, in light, dark and as text; a test goes to the creator alone", async () => {
  const creator = await makeTrustedCreator(app);
  const me = app.as(creator);
  const draft = await makeMailing(app, creator, { subject: "Hello {first_name}" });
  const params = { id: draft.id };
  const preview = (as: "light" | "dark" | "text") => me.call(previewMailing, { params, querystring: { as } });
  const [light, dark, text] = [await preview("light"), await preview("dark"), await preview("text")];
  expect(light.text).toContain("Hi Ada");
  expect(light.headers["content-security-policy"]).toContain("sandbox");
  expect(dark.text).toContain("@media all");
  expect(light.text.replace("@media not all", "@media all")).toBe(dark.text);
  expect(text.headers["content-type"]).toContain("text/plain");
  expect(text.text).toContain("Springfield");
  expect((await me.call(sendTestMailing, { params })).status).toBe(200);
  await app.runJobs();
  expect(await mailsTo(app, creator.email)).toMatchObject([{ subject: "Hello Ada" }]);
});

test("nobody reads or does anything with another creator's mailing", async () => {
  const creator = await makeTrustedCreator(app);
  const stranger = await makeTrustedCreator(app);
  const draft = await makeMailing(app, creator);
  const product = await makeProduct(app, { ownerId: creator.id });
  const params = { id: draft.id };
  const as = app.as(stranger);
  for (const call of [
    getMailing,
    countAudience,
    checkMailing,
    previewMailing,
    sendTestMailing,
    stopMailing,
    unscheduleMailing,
    deleteMailing,
    getMailingReport,
    listRecipients,
  ])
    expect((await as.call(call as never, { params, querystring: {} } as never)).status).toBe(404);
  const mine = await makeMailing(app, stranger);
  const { subject, content, couponId, revision } = mine;
  const steal = (fields: object) =>
    as.call(updateMailing, {
      params: { id: mine.id },
      body: { subject, content, couponId, revision, productId: null, audience: mine.audience, ...fields },
    });
  expect((await steal({ productId: product.id })).status).toBe(422);
  expect(
    (
      await steal({
        audience: {
          match: "ALL",
          conditions: [{ type: "bought", is: true, productId: product.id, since: null }],
        },
      })
    ).status,
  ).toBe(422);
});

test("who has their data removed stays in the sum without a name, and who unsubscribes by the mail's link gets no next one", async () => {
  const creator = await makeTrustedCreator(app);
  const [gone, stays] = [someone(), someone()];
  for (const email of [gone, stays]) await makeSubscriber(app, creator.id, email);
  const audience = { match: "ALL" as const, conditions: [{ type: "subscribed" as const, is: true }] };
  const draft = await makeMailing(app, creator, { audience });
  await startNow(app, creator, draft);
  await inTransaction(pool, (client) => eraseSubscriptions(client, gone));
  await send();
  expect(sent.map(({ to }) => to)).toEqual([stays]);
  const { outcomes, skipped } = await reportOf(creator, draft.id);
  expect(outcomes).toEqual({ audience: 2, sent: 1, skipped: 1, failed: 0, unknown: 0, waiting: 0 });
  expect(skipped).toEqual([{ reason: "They had their data removed", people: 1 }]);
  const { body } = await app
    .as(creator)
    .call(listRecipients, { params: { id: draft.id }, querystring: { outcome: "skipped" } });
  expect(body.recipients).toMatchObject([{ email: null }]);

  const token = /\/api\/unsubscribe\/([\w-]+)/.exec(sent[0]?.headers?.["List-Unsubscribe"] ?? "")?.[1] ?? "";
  expect((await app.call(unsubscribe, { params: { token }, querystring: {} })).status).toBe(200);
  const again = await makeMailing(app, creator);
  const counted = await app.as(creator).call(countAudience, { params: { id: again.id } });
  // Only who bought what makes the creator trusted is left: who is on the list no more is nobody's subscriber.
  expect(counted.body).toMatchObject({ audience: 1, leftOut: [] });
});
