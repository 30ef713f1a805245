import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  confirmSubscription,
  deleteSubscriber,
  exportSubscribers,
  getMailingList,
  getPublicList,
  getSubscription,
  joinList,
  listSubscribers,
  resubscribe,
  saveMailingList,
  unsubscribe,
} from "#contract/mailing-list/mailing-list.ts";
import { getOrderByPaymentIntent } from "#contract/orders/orders.ts";
import { mailbox, mailOutbox } from "#server/database/schema/delivery.ts";
import { subscribers } from "#server/database/schema/mailing-lists.ts";
import { orders } from "#server/database/schema/orders.ts";
import { removeWhatEnded } from "#server/jobs/remove-what-ended.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;

const someone = () => `someone-${randomUUID().slice(0, 8)}@example.com`;
const mailsTo = async (email: string) => {
  await app.runJobs();
  return db.select().from(mailbox).where(eq(mailbox.to, email)).orderBy(mailbox.sentAt);
};

async function openList(thanks?: Parameters<typeof makeProduct>[1]) {
  const creator = await makeCreator(app);
  const gift = thanks && (await makeProduct(app, { ownerId: creator.id, priceCents: 0, ...thanks }));
  const desk = app.as(creator);
  const settings = {
    isOpen: true,
    title: "Notes on light",
    promise: "Once a month",
    thanksProductId: gift?.id ?? null,
  };
  expect((await desk.call(saveMailingList, { body: settings })).status).toBe(200);
  const params = { handle: creator.handle };
  const browser = app.browser();
  const join = (email: string, more: object = {}) =>
    browser.call(joinList, { params, body: { email, ...more } });
  const confirm = (body: { email: string; code: string } | { token: string }, who = browser) =>
    who.call(confirmSubscription, { params, body });
  /** The code, the link's token and the unsubscribe token of the newest mail to an address. */
  const mailOf = async (email: string) => {
    const mail = (await mailsTo(email)).filter(({ subject }) => /^\d{6} confirms/.test(subject)).at(-1);
    return {
      code: mail?.subject.slice(0, 6) ?? "",
      token: /#confirm=(\S+)/.exec(mail?.text ?? "")?.[1] ?? "",
      stop: /unsubscribe#token=(\S+)/.exec(mail?.text ?? "")?.[1] ?? "",
      mail,
    };
  };
  const state = async (email: string) =>
    (await db.select().from(subscribers).where(eq(subscribers.email, email)))[0]?.state;
  return { creator, gift, desk, params, browser, join, confirm, mailOf, state };
}

test("whoever asks and confirms with the code is on the list, with the proof of it; nobody else is", async () => {
  const { creator, desk, join, confirm, mailOf, state } = await openList();
  const email = someone();
  expect((await join(email.toUpperCase())).status).toBe(200);
  expect(await state(email)).toBe("PENDING");
  const { code, mail } = await mailOf(email);
  expect(mail?.subject).toContain("confirms that you want mails from");
  expect(mail?.headers["List-Unsubscribe-Post"] ?? "List-Unsubscribe=One-Click").toBe(
    "List-Unsubscribe=One-Click",
  );
  const wrong = code === "000000" ? "000001" : "000000";
  expect((await confirm({ email, code: wrong })).body).toMatchObject({
    fields: { code: "Invalid or expired code." },
  });
  app.clock.advance({ minutes: 3 });
  expect(await confirm({ email, code: `${code.slice(0, 3)} ${code.slice(3)}` })).toMatchObject({
    status: 200,
    body: { thanks: null },
  });
  expect((await confirm({ email, code })).status).toBe(200);
  const { body } = await desk.call(listSubscribers, { querystring: {} });
  expect(body.subscribers).toEqual([
    {
      id: expect.any(String),
      email,
      state: "SUBSCRIBED",
      consentText: expect.stringContaining("By joining you ask"),
      ipAddress: "127.0.0.1",
      askedAt: expect.any(String),
      confirmedAt: expect.any(String),
      unsubscribedAt: null,
      tags: [],
    },
  ]);
  expect((await desk.call(getMailingList)).body).toMatchObject({
    subscribed: 1,
    pending: 0,
    waitingMails: 0,
  });
  const other = app.as(await makeCreator(app));
  expect((await other.call(listSubscribers, { querystring: {} })).body.subscribers).toEqual([]);
  expect((await other.call(deleteSubscriber, { params: { id: body.subscribers[0]?.id ?? "" } })).status).toBe(
    404,
  );
  expect(creator.id).toBeTruthy();
});

test("a code of five wrong tries is over, and the next mail's works", async () => {
  const { join, confirm, mailOf } = await openList();
  const email = someone();
  await join(email);
  const { code } = await mailOf(email);
  const wrong = (Number(code) + 1).toString().padStart(6, "0").slice(-6);
  await Promise.all(Array.from({ length: 8 }, () => confirm({ email, code: wrong })));
  expect((await confirm({ email, code })).status).toBe(422);
  app.clock.advance({ minutes: 61 });
  await join(email);
  const next = await mailOf(email);
  expect(next.code).not.toBe("");
  expect((await confirm({ email, code: next.code })).status).toBe(200);
});

test("the mail's link confirms in any browser, for its own store alone, until the next mail", async () => {
  const { join, confirm, mailOf, state } = await openList();
  const other = await openList();
  const email = someone();
  await join(email);
  const first = await mailOf(email);
  expect((await other.confirm({ token: first.token })).status).toBe(422);
  for (const bad of [
    "",
    "x",
    first.token.slice(0, -1),
    `${first.token}a`,
    first.token.replace(/\.1\./, ".2."),
  ])
    expect((await confirm({ token: bad })).status).toBe(422);
  app.clock.advance({ minutes: 61 });
  await join(email);
  expect((await confirm({ token: first.token })).status).toBe(422);
  const { token } = await mailOf(email);
  expect((await confirm({ token }, app.browser())).status).toBe(200);
  expect(await state(email)).toBe("SUBSCRIBED");
});

test("the answer is the same for every address, and nobody is mailed twice in an hour or once they are on the list", async () => {
  const { join, confirm, mailOf } = await openList();
  const email = someone();
  const answers = [
    await join(email),
    await join(email),
    await join(someone(), { website: "https://spam.example" }),
  ];
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(await mailsTo(email)).toHaveLength(1);
  await confirm({ email, code: (await mailOf(email)).code });
  app.clock.advance({ hours: 30 });
  expect((await join(email)).text).toBe(answers[0]?.text);
  expect(await mailsTo(email)).toHaveLength(1);
  expect(await db.$count(mailOutbox, eq(mailOutbox.template, "confirm-subscription"))).toBeGreaterThan(0);
});

test("twenty who ask at once for one address make one row and one mail", async () => {
  const { join } = await openList();
  const email = someone();
  const answers = await Promise.all(Array.from({ length: 20 }, () => join(email)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await db.$count(subscribers, eq(subscribers.email, email))).toBe(1);
  expect(await mailsTo(email)).toHaveLength(1);
});

test("who confirms is given the thanks once, and opens it in the browser that confirmed", async () => {
  const { gift, browser, join, confirm, mailOf } = await openList({ type: "DOWNLOAD" });
  const email = someone();
  await join(email);
  const { code } = await mailOf(email);
  const answers = [
    await confirm({ email, code }),
    ...(await Promise.all([1, 2].map(() => confirm({ email, code })))),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const given = answers.flatMap(({ body }) => body.thanks ?? []);
  expect(given[0]?.title).toBe(gift?.title);
  expect(given).toHaveLength(3);
  expect(new Set(given.map(({ orderReference }) => orderReference)).size).toBe(1);
  expect(await db.$count(orders, eq(orders.productId, gift?.id ?? ""))).toBe(1);
  const seen = await Promise.all(
    given.map(({ orderReference, email: customer_email }) =>
      browser.call(getOrderByPaymentIntent, {
        params: { paymentIntentId: orderReference },
        querystring: { customer_email },
      }),
    ),
  );
  expect(seen.map(({ status }) => status)).toContain(200);
  expect((await mailsTo(email)).map(({ subject }) => subject)).toHaveLength(2);
});

test.each([
  ["costs something", { priceCents: 500 }],
  ["is a draft", { state: "DRAFT" as const }],
  ["is a session", { type: "BOOKING_LINK" as const }],
  ["has a stock", { trackInventory: true, inventoryQuantity: 3 }],
])("thanks that %s are refused, and the field is named", async (_, fields) => {
  const { desk, creator } = await openList();
  const product = await makeProduct(app, { ownerId: creator.id, type: "DOWNLOAD", priceCents: 0, ...fields });
  const body = { isOpen: true, title: "List", promise: "", thanksProductId: product.id };
  expect(await desk.call(saveMailingList, { body })).toMatchObject({
    status: 422,
    body: { fields: { thanksProductId: expect.any(String) } },
  });
});

test("thanks that are no longer free are given to nobody, and the address is on the list all the same", async () => {
  const { gift, desk, join, confirm, mailOf, state, params } = await openList({ type: "DOWNLOAD" });
  const { products } = await import("#server/database/schema/catalog.ts");
  await db
    .update(products)
    .set({ priceCents: 900 })
    .where(eq(products.id, gift?.id ?? ""));
  expect((await app.call(getPublicList, { params })).body.list).toMatchObject({ thanks: null });
  const email = someone();
  await join(email);
  expect((await confirm({ email, code: (await mailOf(email)).code })).body).toEqual({ thanks: null });
  expect(await state(email)).toBe("SUBSCRIBED");
  expect((await desk.call(getMailingList)).body.subscribed).toBe(1);
});

test("a GET never unsubscribes; a POST of any form does, once, and it can be taken back", async () => {
  const { join, confirm, mailOf, state } = await openList();
  const email = someone();
  await join(email);
  const { code, stop, mail } = await mailOf(email);
  await confirm({ email, code });
  expect(stop).toMatch(/^[\w-]{44}$/);
  expect(mail?.text).not.toContain("http://localhost/api");
  const params = { params: { token: stop } };
  expect((await app.call(getSubscription, params)).body).toMatchObject({ isSubscribed: true });
  expect(await state(email)).toBe("SUBSCRIBED");
  for (const [type, payload] of [
    ["application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"],
    [
      "multipart/form-data; boundary=x",
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ] as const) {
    await app.call(resubscribe, { ...params, querystring: {} });
    expect(await state(email)).toBe("SUBSCRIBED");
    const answer = await app.app.inject({
      method: "POST",
      url: `/api/unsubscribe/${stop}`,
      headers: { "content-type": type },
      payload,
    });
    expect(answer.statusCode).toBe(200);
    expect(await state(email)).toBe("UNSUBSCRIBED");
  }
  expect((await app.call(unsubscribe, { ...params, querystring: {} })).body).toEqual({ success: true });
  expect((await app.call(getSubscription, params)).body).toMatchObject({ isSubscribed: false });
  for (const bad of ["x", `${stop.slice(0, -1)}${stop.endsWith("A") ? "B" : "A"}`, "a".repeat(44)]) {
    expect((await app.call(unsubscribe, { params: { token: bad }, querystring: {} })).status).toBe(404);
    expect((await app.call(getSubscription, { params: { token: bad } })).status).toBe(404);
  }
});

test("who says no to the first mail is not asked again for a week, and its code is over", async () => {
  const { join, confirm, mailOf, state } = await openList();
  const email = someone();
  await join(email);
  const { code, token, stop } = await mailOf(email);
  await app.call(unsubscribe, { params: { token: stop }, querystring: {} });
  expect((await confirm({ email, code })).status).toBe(422);
  expect((await confirm({ token })).status).toBe(422);
  expect((await app.call(resubscribe, { params: { token: stop }, querystring: {} })).body).toMatchObject({
    isSubscribed: false,
  });
  app.clock.advance({ days: 6 });
  await join(email);
  expect(await mailsTo(email)).toHaveLength(1);
  app.clock.advance({ days: 2 });
  await join(email);
  expect(await state(email)).toBe("UNSUBSCRIBED");
  const again = await mailOf(email);
  expect((await confirm({ email, code: again.code })).status).toBe(200);
  expect(await state(email)).toBe("SUBSCRIBED");
});

test("more than a new creator's hundred a day wait their turn, are told to the creator, and none is dropped", async () => {
  const { creator, desk, join } = await openList();
  const emails = Array.from({ length: 104 }, someone);
  for (const email of emails) await join(email);
  await app.runJobs();
  expect((await desk.call(getMailingList)).body).toMatchObject({ pending: 104, waitingMails: 4 });
  app.clock.advance({ days: 20 });
  await removeWhatEnded.handle(app.services, {}, new AbortController().signal);
  const later = app.as(creator);
  expect((await later.call(getMailingList)).body).toMatchObject({ pending: 4, waitingMails: 4 });
  const { releaseWaitingMails } = await import("#server/mail/release-mails.ts");
  await releaseWaitingMails(app.services);
  await app.runJobs();
  expect((await later.call(getMailingList)).body).toMatchObject({ waitingMails: 0 });
  const sent = await Promise.all(emails.map(mailsTo));
  expect(sent.every((mails) => mails.length === 1)).toBe(true);
});

test("a list that is closed or unknown is joined by nobody", async () => {
  const { desk, join, params } = await openList();
  const closed = { isOpen: false, title: "Notes", promise: "", thanksProductId: null };
  await desk.call(saveMailingList, { body: closed });
  expect((await join(someone())).status).toBe(404);
  expect((await app.call(getPublicList, { params })).body).toEqual({ list: null, accent: null });
  expect((await app.call(getPublicList, { params: { handle: "nobody_here" } })).body).toEqual({
    list: null,
    accent: null,
  });
  const body = { ...closed, isOpen: true, title: " " };
  expect(await desk.call(saveMailingList, { body })).toMatchObject({
    status: 422,
    body: { fields: { title: expect.any(String) } },
  });
});

test("two tabs that save the list notice each other", async () => {
  const { desk } = await openList();
  const { revision } = (await desk.call(getMailingList)).body;
  const body = { isOpen: true, title: "One", promise: "", thanksProductId: null, revision };
  expect((await desk.call(saveMailingList, { body })).status).toBe(200);
  expect((await desk.call(saveMailingList, { body: { ...body, title: "Two" } })).status).toBe(409);
});

test("the list is read in pages, searched, and exported without formulas", async () => {
  const { creator, desk } = await openList();
  const rows = Array.from({ length: 120 }, (_, n) => ({
    ownerId: creator.id,
    email: `reader-${n}@example.com`,
    consentText: n === 7 ? "=HYPERLINK(1)" : "yes",
    askedAt: new Date(app.clock.now().getTime() - Math.floor(n / 3) * 1_000),
  }));
  await db.insert(subscribers).values(rows);
  const seen: string[] = [];
  let cursor: string | null | undefined;
  do {
    const { body } = await desk.call(listSubscribers, { querystring: cursor ? { cursor } : {} });
    seen.push(...body.subscribers.map(({ email }) => email));
    cursor = body.nextCursor;
  } while (cursor);
  expect(new Set(seen).size).toBe(120);
  const found = await desk.call(listSubscribers, { querystring: { q: "READER-11" } });
  expect(found.body.subscribers).toHaveLength(11);
  expect((await desk.call(listSubscribers, { querystring: { q: "%" } })).body.subscribers).toEqual([]);
  const file = await desk.call(exportSubscribers);
  expect(file.text.trim().split("\r\n")).toHaveLength(121);
  expect(file.text).toContain(`"'=HYPERLINK(1)"`);
  const [first] = (await desk.call(listSubscribers, { querystring: {} })).body.subscribers;
  expect((await desk.call(deleteSubscriber, { params: { id: first?.id ?? "" } })).status).toBe(200);
  expect(await db.$count(subscribers, eq(subscribers.ownerId, creator.id))).toBe(119);
});
