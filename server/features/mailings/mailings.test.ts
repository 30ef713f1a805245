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
import { deliverWebhooks, openCheckout, pay } from "#tests/support/buy.ts";
import type { Block } from "#contract/document/document.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import {
  makeMailing,
  makeSubscriber,
  makeTrustedCreator,
  openMailings,
  someone,
  startNow,
} from "#tests/support/mailing-factory.ts";
import { mailsTo } from "#tests/support/member.ts";
import { joinMembership } from "#tests/support/membership.ts";
import { newPhone } from "#tests/support/reply-link.ts";
import { testApp } from "#tests/support/test-app.ts";
import { startMailings } from "./start-mailings.ts";

const app = await testApp();
const { pool } = app.services;

const { sent, send, reset, buyer, reportOf } = openMailings(app);
beforeEach(reset);

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

test("an address is filled into texts, and refused in a subject, where it would lead nowhere", async () => {
  const creator = await makeCreator(app);
  const {
    id,
    subject: _,
    content,
    audience,
    productId,
    couponId,
    revision,
  } = await makeMailing(app, creator);
  const body = { content, audience, productId, couponId, revision };
  const refused = await app
    .as(creator)
    .call(updateMailing, { params: { id }, body: { ...body, subject: "Look: {link}" } });
  expect(refused).toMatchObject({
    status: 422,
    body: { fields: { subject: expect.stringMatching(/^\{link\} is not known here\. Use .*\{store\}/) } },
  });
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
        { type: "paragraph", content: [{ type: "text", text: "Use {code}" }] },
        { type: "product", attrs: { productId: gone.id } },
      ],
    },
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

test("warns about a coupon or a product that the text neither names nor links to", async () => {
  const creator = await makeCreator(app);
  const me = app.as(creator);
  const product = await makeProduct(app, { ownerId: creator.id, title: "Brand audit" });
  const coupon = await makeCoupon(app, { ownerId: creator.id, code: "SPRING20" });
  const text = (words: string) => ({
    type: "paragraph" as const,
    content: [{ type: "text" as const, text: words }],
  });
  const button = { type: "button" as const, attrs: { href: "/{link}", label: "Get it" } };
  const card = { type: "product" as const, attrs: { productId: product.id } };
  const warningsOf = async (chosen: { productId?: string; couponId?: string }, ...blocks: Block[]) => {
    const content = { type: "doc" as const, content: [text("Something long enough to be read."), ...blocks] };
    const { id } = await makeMailing(app, creator, { ...chosen, content });
    const { problems } = (await me.call(checkMailing, { params: { id } })).body;
    return problems.filter(({ level }) => level === "WARN").map(({ message }) => message);
  };
  const both = { productId: product.id, couponId: coupon.id };
  const ofCoupon = expect.stringContaining("SPRING20 is nowhere in the text");
  const ofProduct = expect.stringContaining("links to Brand audit");
  expect(await warningsOf(both)).toEqual([ofCoupon, ofProduct]);
  expect(await warningsOf(both, text("Use {code} today"))).toEqual([ofProduct]);
  expect(await warningsOf(both, button)).toEqual([]);
  expect(await warningsOf(both, text("Here: {link}"))).toEqual([]);
  expect(await warningsOf({ couponId: coupon.id }, card)).toEqual([]);
  expect(await warningsOf({ couponId: coupon.id }, text("Type spring20 at checkout"))).toEqual([]);
  expect(await warningsOf({ couponId: coupon.id }, button)).toEqual([ofCoupon]);
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
  const nameless = await makeMailing(app, creator, { subject: "" });
  expect((await me.call(sendTestMailing, { params: { id: nameless.id } })).status).toBe(422);
  const button = { type: "button" as const, attrs: { label: "Look", href: "/u/x" } };
  const long = await makeMailing(app, creator, {
    content: { type: "doc", content: Array.from({ length: 900 }, () => button) },
  });
  const tooLong = { params: { id: long.id } };
  expect((await me.call(previewMailing, { ...tooLong, querystring: { as: "light" } })).status).toBe(422);
  expect((await me.call(sendTestMailing, tooLong)).status).toBe(422);
});

test("a link that would leave this site by a redirect is left as it is written", async () => {
  const creator = await makeTrustedCreator(app);
  await makeSubscriber(app, creator.id, someone());
  const { origin } = app.services.config.publicUrl;
  const button = (href: string) => ({ type: "button" as const, attrs: { label: "Look", href } });
  const draft = await makeMailing(app, creator, {
    content: {
      type: "doc",
      content: [
        { type: "paragraph", content: [{ type: "text", text: "Some words, and two buttons below them." }] },
        button(`${origin}//elsewhere.example/x`),
        button(`${origin}/u/somebody`),
      ],
    },
    audience: { match: "ALL", conditions: [{ type: "subscribed", is: true }] },
  });
  await startNow(app, creator, draft);
  const { rows } = await pool.query<{ target: string }>(
    "select target from reply_links where mailing_id = $1 order by target",
    [draft.id],
  );
  expect(new Set(rows.map(({ target }) => target))).toEqual(new Set([`/u/${creator.handle}`, "/u/somebody"]));
  await send();
  const tokens = Array.from(sent[0]?.text.matchAll(/\/r\/([\w-]{32})/g) ?? [], ([, token]) => token);
  expect(tokens).toHaveLength(1);
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
