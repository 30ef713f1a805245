import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listAccountEvents } from "#contract/accounts/account-log.ts";
import { updateProfile } from "#contract/accounts/accounts.ts";
import { getSenderName, requestNameReview } from "#contract/accounts/sender-name.ts";
import { listOperatorEvents } from "#contract/operator/operator-books.ts";
import { getOperatorCounts } from "#contract/operator/operator.ts";
import { decideNameReview, listNameReviews } from "#contract/operator/sender-names.ts";
import { mailbox } from "#server/database/schema/delivery.ts";
import { senderNameReviews } from "#server/database/schema/sender-names.ts";
import { queueReportDigest } from "./queue-report-digest.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { buyOrder } from "#tests/support/paid-order.ts";
import { colleagueBrowser } from "#tests/support/team-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp({ OPERATORS: "olga@example.com" });
const operator = app.as(await makeCreator(app, { email: "olga@example.com", handle: "olga" }));
const { db } = app.services;
let counter = 0;

/** A creator whose emails don't show their name. */
async function makeReplaced(firstName = "Chase", lastName = "Support") {
  counter += 1;
  const handle = `calm_lens_${counter}`;
  const creator = await makeCreator(app, { handle, firstName, lastName });
  const me = app.as(creator);
  const shown = async (typed: { firstName?: string; lastName?: string; handle?: string } = {}) =>
    (await me.call(getSenderName, { querystring: { firstName, lastName, handle, ...typed } })).body;
  const ask = (note = "It is my name.") => me.call(requestNameReview, { body: { note } });
  const listed = async (state: "OPEN" | "DECIDED" = "OPEN") =>
    (await operator.call(listNameReviews, { querystring: { state } })).body.reviews.filter(
      (review) => review.creatorId === creator.id,
    );
  const decide = (id: string, body: { decision: "APPROVED" | "DECLINED"; answer?: string }) =>
    operator.call(decideNameReview, { params: { id }, body });
  const requested = async () => {
    expect((await ask()).status).toBe(201);
    return (await listed())[0]?.id ?? "";
  };
  /** Whom a buyer's receipt comes from. */
  const sender = async () => {
    const { email } = await buyOrder(app, { creator });
    await app.runJobs();
    const [receipt] = await db.select().from(mailbox).where(eq(mailbox.to, email));
    return receipt?.subject.replace(/^Your order from (.+): .*$/, "$1");
  };
  return { creator, me, handle, shown, ask, listed, decide, requested, sender };
}

test("tells creators which name emails show for what they type, saved or not, and why", async () => {
  const { shown, handle } = await makeReplaced();
  const replaced = { name: handle, canAppeal: true, review: null };
  expect(await shown()).toEqual({ ...replaced, replacedFor: "IMPERSONATION" });
  expect(await shown({ firstName: "evil.com", lastName: "" })).toEqual({ ...replaced, replacedFor: "LINK" });
  expect(await shown({ firstName: "me@evil" })).toMatchObject({ replacedFor: "ADDRESS", canAppeal: false });
  expect(await shown({ lastName: "Miller" })).toEqual({
    name: "Chase Miller",
    replacedFor: null,
    canAppeal: false,
    review: null,
  });
});

test("shows an approved name in emails until the name or handle changes, and never another one", async () => {
  const { me, shown, decide, requested, sender, handle, listed, creator } = await makeReplaced();
  expect(await sender()).toBe(handle);
  const id = await requested();
  expect(await listed()).toMatchObject([
    { name: "Chase Support", handle, note: "It is my name.", replacedFor: "IMPERSONATION", state: "OPEN" },
  ]);
  expect((await decide(id, { decision: "APPROVED" })).status).toBe(200);
  expect(await sender()).toBe("Chase Support");
  expect(await shown()).toMatchObject({ name: "Chase Support", replacedFor: null });
  // For another name, or the same with another handle, it says nothing.
  expect(await shown({ firstName: "PayPal" })).toMatchObject({ replacedFor: "IMPERSONATION", review: null });
  expect(await shown({ handle: "chase_bank" })).toMatchObject({ replacedFor: "IMPERSONATION" });

  // A change that leaves both alone ends nothing; one of the name ends it for good.
  await me.call(updateProfile, { body: { tagline: "Calm" } });
  expect(await sender()).toBe("Chase Support");
  await me.call(updateProfile, { body: { firstName: "Robin" } });
  await me.call(updateProfile, { body: { firstName: "Chase" } });
  expect(await sender()).toBe(handle);
  expect(await listed("DECIDED")).toEqual([]);

  await decide(await requested(), { decision: "APPROVED" });
  expect(await sender()).toBe("Chase Support");
  const moved = await me.call(updateProfile, { body: { handle: `${handle}_x` } });
  expect(moved.status, moved.text).toBe(200);
  expect(await sender()).toBe(`${handle}_x`);
  expect(creator.handle).toBe(handle);
});

test("emails the answer and writes request and decision down", async () => {
  const { creator, me, decide, requested, shown, ask } = await makeReplaced();
  const before = (await operator.call(getOperatorCounts)).body.senderNames;
  const id = await requested();
  expect((await operator.call(getOperatorCounts)).body.senderNames).toBe(before + 1);
  expect((await ask()).status).toBe(409);
  expect((await decide(id, { decision: "DECLINED" })).body).toMatchObject({
    fields: { answer: "Say why, in the words that the creator reads" },
  });
  const answer = "Chase is a bank. Add your last name.";
  expect((await decide(id, { decision: "DECLINED", answer })).status).toBe(200);
  expect((await decide(id, { decision: "APPROVED" })).status).toBe(409);
  expect(await shown()).toMatchObject({
    replacedFor: "IMPERSONATION",
    review: { state: "DECLINED", answer },
  });
  // It can be asked for again, as another request.
  const again = await requested();
  expect(again).not.toBe(id);
  expect((await decide(id, { decision: "APPROVED" })).status).toBe(404);
  expect((await decide(again, { decision: "APPROVED" })).status).toBe(200);

  await app.runJobs();
  const mails = await db.select().from(mailbox).where(eq(mailbox.to, creator.email)).orderBy(mailbox.sentAt);
  expect(mails.map(({ subject }) => subject)).toEqual([
    "Your sender name wasn't approved",
    "Your sender name was approved",
  ]);
  expect(mails[0]?.text).toContain(answer);
  const { events } = (await me.call(listAccountEvents, { querystring: {} })).body;
  expect(events.map(({ kind }) => kind).filter((kind) => kind.startsWith("SENDER_NAME_"))).toEqual([
    "SENDER_NAME_APPROVED",
    "SENDER_NAME_REVIEW_REQUESTED",
    "SENDER_NAME_DECLINED",
    "SENDER_NAME_REVIEW_REQUESTED",
  ]);
  const acts = (await operator.call(listOperatorEvents, { querystring: {} })).body.events;
  expect(acts.filter(({ handle }) => handle === creator.handle)).toMatchObject([
    { kind: "SENDER_NAME_APPROVED", operator: "olga" },
    { kind: "SENDER_NAME_DECLINED", operator: "olga", reason: answer },
  ]);
});

test("of two decisions at once, and of a decision while the name changes, one counts", async () => {
  const { decide, requested, me, sender, handle } = await makeReplaced();
  const id = await requested();
  const answers = await Promise.all([1, 2, 3].map(() => decide(id, { decision: "APPROVED" })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  const renamed = await makeReplaced();
  const other = await renamed.requested();
  await Promise.all([
    renamed.decide(other, { decision: "APPROVED" }),
    renamed.me.call(updateProfile, { body: { firstName: "Stripe" } }),
  ]);
  expect(await renamed.sender()).toBe(renamed.handle);
  expect(await sender()).toBe("Chase Support");
  expect(await me.call(getSenderName, { querystring: { handle } })).toMatchObject({ status: 200 });
});

test("a name that emails show, or that can only be changed, has nothing to review", async () => {
  for (const [firstName, lastName] of [
    ["Chase", "Miller"],
    ["me@evil", "x"],
  ] as const)
    expect((await (await makeReplaced(firstName, lastName)).ask()).body).toMatchObject({
      code: "NOTHING_TO_REVIEW",
    });
});

test("only the owner asks, and only an operator lists and decides", async () => {
  const { creator, requested } = await makeReplaced();
  const { browser } = await colleagueBrowser(app, creator, "ADMIN");
  const body = { note: "Please." };
  expect((await browser.call(requestNameReview, { body })).status).toBe(403);
  expect((await browser.call(getSenderName, { querystring: { handle: "x" } })).status).toBe(403);
  const params = { id: await requested() };
  const stranger = app.as(await makeCreator(app));
  expect((await stranger.call(listNameReviews, { querystring: {} })).status).toBe(404);
  expect((await stranger.call(decideNameReview, { params, body: { decision: "APPROVED" } })).status).toBe(
    404,
  );
});

test("operators get one email a day about new requests, like the one about reports", async () => {
  const { requested } = await makeReplaced();
  await db.delete(senderNameReviews);
  await requested();
  await queueReportDigest(app.services);
  await queueReportDigest(app.services);
  await app.runJobs();
  const mails = await db.select().from(mailbox).where(eq(mailbox.to, "olga@example.com"));
  expect(mails.map(({ subject }) => subject)).toEqual(["1 sender name to review"]);
  expect(mails[0]?.text).toContain("/operator?view=names");
});
