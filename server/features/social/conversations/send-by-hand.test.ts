import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { listDmConversations, listDmMessages, sendDmMessage } from "#contract/social/conversations.ts";
import { momentText } from "#contract/dates.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { makeConversation, makeMessage, makeSocialAccount } from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;
let creator: Awaited<ReturnType<typeof makeCreator>>;
beforeEach(async () => {
  creator = await makeCreator(app);
});

const dayMs = 24 * 3_600_000;
const answer = (conversation: { id: string }, body: { idempotencyKey?: string; text?: string } = {}) =>
  app.as(creator).call(sendDmMessage, {
    params: { id: conversation.id },
    body: { idempotencyKey: randomUUID(), text: "I am on it", ...body },
  });
const sendsOf = async ({ id }: { id: string }) =>
  (
    await pool.query<Record<string, unknown>>(
      `select s.purpose, s.state, s.text, s.recipient_id, s.event_id, m.platform_message_id = 'send:' || s.id as named
         from social_sends s join dm_messages m on m.id = s.message_id where s.conversation_id = $1`,
      [id],
    )
  ).rows;

test("an answer by hand is queued, shown at once, and lets automation rest for 24 hours", async () => {
  const account = await makeSocialAccount(app, { userId: creator.id });
  const conversation = await makeConversation(app, account, { hasUnread: true });
  const { status, body } = await answer(conversation, { text: "  I am on it  " });
  expect([status, body]).toMatchObject([
    201,
    { text: "I am on it", isOutgoing: true, isFromBot: false, delivery: "QUEUED", outcome: null },
  ]);
  expect(await sendsOf(conversation)).toEqual([
    {
      purpose: "BY_HAND",
      state: "QUEUED",
      text: "I am on it",
      recipient_id: conversation.participantId,
      event_id: null,
      named: true,
    },
  ]);
  const { body: listed } = await app.as(creator).call(listDmConversations, { querystring: {} });
  expect(listed.conversations[0]).toMatchObject({
    hasUnread: false,
    lastMessage: { text: "I am on it", isOutgoing: true },
    pausedUntil: new Date(Date.parse(body.at) + dayMs).toISOString(),
  });
});

test("the same key sends nothing twice: not by 20 calls at once, and not after the window has closed", async () => {
  const account = await makeSocialAccount(app, { userId: creator.id });
  const conversation = await makeConversation(app, account);
  const again = { idempotencyKey: randomUUID() };
  const answers = await Promise.all(Array.from({ length: 20 }, () => answer(conversation, again)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  await pool.query("update dm_conversations set last_inbound_at = null where id = $1", [conversation.id]);
  expect((await answer(conversation, again)).body.id).toBe(answers[0]?.body.id);
  expect(await sendsOf(conversation)).toHaveLength(1);
  // In another conversation it is another answer, and so it is for another creator.
  const other = await makeConversation(app, account);
  expect((await answer(other, again)).body.id).not.toBe(answers[0]?.body.id);
  const theirs = await makeConversation(app, await makeSocialAccount(app));
  const theirAnswer = await app.as({ id: theirs.userId }).call(sendDmMessage, {
    params: { id: theirs.id },
    body: { ...again, text: "Mine" },
  });
  expect([theirAnswer.status, theirAnswer.body.text]).toEqual([201, "Mine"]);
});

test("outside a platform's window nothing is written, and it is said until when it was open", async () => {
  const account = await makeSocialAccount(app, { userId: creator.id });
  const now = app.clock.now().getTime();
  const open = await makeConversation(app, account, { lastInboundAt: new Date(now - dayMs + 1_000) });
  const closed = await makeConversation(app, account, { lastInboundAt: new Date(now - dayMs) });
  const silent = await makeConversation(app, account, { lastInboundAt: null });
  const x = await makeSocialAccount(app, { userId: creator.id, platform: "TWITTER" });
  const longAgo = await makeConversation(app, x, { lastInboundAt: new Date(now - 90 * dayMs) });
  const neverOnX = await makeConversation(app, x, { lastInboundAt: null });
  expect((await answer(open)).status).toBe(201);
  expect((await answer(longAgo)).status).toBe(201);
  for (const conversation of [closed, silent, neverOnX]) {
    const { status, body } = await answer(conversation);
    expect([status, body]).toMatchObject([409, { code: "WINDOW_CLOSED" }]);
    expect(await sendsOf(conversation)).toEqual([]);
  }
  expect((await answer(closed)).text).toContain(`until ${momentText(new Date(now), "UTC")}`);
  expect((await answer(silent)).text).toContain("have not written to you yet");
});

test.each([
  [{ isActive: false }, "switched off"],
  [{ verified: false }, "has not confirmed"],
  [{ problem: "RECONNECT" }, "Reconnect it"],
  [{ problem: "RESTRICTED" }, "restricts"],
  [{ problem: "MESSAGE_ACCESS_OFF" }, "no access to its messages"],
  [{ platform: "TWITTER", problem: "NO_CREDITS" }, "credits are used up"],
  [{ connection: "OAUTH" }, "not set up here"],
] as const)("an account with %o does not send, and says why", async (fields, reason) => {
  const account = await makeSocialAccount(app, { userId: creator.id, ...fields });
  const conversation = await makeConversation(app, account);
  const { status, body } = await answer(conversation);
  expect([status, body]).toMatchObject([409, { code: "ACCOUNT_PROBLEM" }]);
  expect((body as unknown as { message: string }).message).toContain(reason);
  expect(await sendsOf(conversation)).toEqual([]);
});

test("a text that the platform would not take is refused at its field", async () => {
  const account = await makeSocialAccount(app, { userId: creator.id });
  const conversation = await makeConversation(app, account);
  for (const text of ["", "   ", "é".repeat(501), "x".repeat(1_001)]) {
    const { status, body } = await answer(conversation, { text });
    expect([status, body], text).toMatchObject([422, { fields: { text: expect.any(String) as string } }]);
  }
  expect((await answer(conversation, { text: "é".repeat(500) })).status).toBe(201);
});

test("another creator's conversation is not there", async () => {
  const theirs = await makeConversation(app, await makeSocialAccount(app));
  await makeMessage(app, theirs);
  expect((await answer(theirs)).status).toBe(404);
  expect((await answer({ id: randomUUID() })).status).toBe(404);
  expect(await sendsOf(theirs)).toEqual([]);
  const own = await app.as(creator).call(listDmMessages, { querystring: { conversationId: theirs.id } });
  expect(own.status).toBe(404);
});

test("an answer by hand calls its person by name", async () => {
  const account = await makeSocialAccount(app, { userId: creator.id });
  const conversation = await makeConversation(app, account, { participantDisplayName: "Zoë Müller" });
  const { body } = await answer(conversation, { text: "Hi {first_name}!" });
  expect(body).toMatchObject({ text: "Hi Zoë!" });
  expect(await sendsOf(conversation)).toMatchObject([{ text: "Hi Zoë!" }]);
  expect((await answer(conversation, { text: "Hi {name}!" })).status).toBe(422);
});
