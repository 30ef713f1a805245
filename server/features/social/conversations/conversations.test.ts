import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import {
  getDmConversation,
  listDmConversations,
  listNewestConversations,
  listDmMessages,
  listSocialEvents,
  updateDmConversation,
} from "#contract/social/conversations.ts";
import { dmConversations, socialEvents, socialSends } from "#server/database/schema/social-messages.ts";
import { makeCreator } from "#tests/support/factories.ts";
import {
  makeConversation,
  makeKeywordResponse,
  makeMessage,
  makeSocialAccount,
} from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;
let creator: Awaited<ReturnType<typeof makeCreator>>;
let account: Awaited<ReturnType<typeof makeSocialAccount>>;
beforeEach(async () => {
  creator = await makeCreator(app);
  account = await makeSocialAccount(app, { userId: creator.id });
});

const list = async (querystring: { accountId?: string; search?: string; cursor?: string } = {}) =>
  (await app.as(creator).call(listDmConversations, { querystring })).body;
const namesOf = async (querystring: { accountId?: string; search?: string } = {}) =>
  (await list(querystring)).conversations.map(({ participantUsername }) => participantUsername);
const minutesAgo = (minutes: number) => new Date(app.clock.now().getTime() - minutes * 60_000);

test("conversations come by their newest message, those without one last, with that message and its account", async () => {
  await makeConversation(app, account, { participantUsername: "silent", lastInboundAt: null });
  const old = await makeConversation(app, account, {
    participantUsername: "old",
    lastMessageAt: minutesAgo(9),
  });
  await makeConversation(app, account, { participantUsername: "new", hasUnread: true });
  await makeMessage(app, old, { messageText: "Earlier", platformCreatedAt: minutesAgo(10) });
  await makeMessage(app, old, { messageText: "Later", platformCreatedAt: minutesAgo(9) });
  const { conversations, total, nextCursor } = await list();
  expect(
    conversations.map(({ participantUsername, lastMessage }) => [participantUsername, lastMessage?.text]),
  ).toEqual([
    ["new", undefined],
    ["old", "Later"],
    ["silent", undefined],
  ]);
  expect([total, nextCursor]).toEqual([3, null]);
  expect(conversations[1]).toMatchObject({
    account: { id: account.id, platform: "INSTAGRAM", username: account.username },
    lastMessage: { text: "Later", messageType: "TEXT", isOutgoing: false, kind: null, outcome: null },
    hasUnread: false,
    isActive: true,
  });
  expect(conversations[2]).toMatchObject({
    lastMessageAt: null,
    lastMessage: null,
    windowClosesAt: null,
    refusal: { code: "WINDOW_CLOSED" },
  });
});

test("pages follow one another without a gap or a repeat, also where moments are the same and messages come in between", async () => {
  const at = minutesAgo(60);
  const made = await db
    .insert(dmConversations)
    .values(
      Array.from({ length: 120 }, (_, index) => ({
        userId: creator.id,
        socialAccountId: account.id,
        platformConversationId: `c${index}`,
        participantId: `p${index}`,
        lastMessageAt: index < 40 ? minutesAgo(index) : index < 110 ? at : null,
      })),
    )
    .returning();
  const first = await list();
  expect([first.conversations.length, first.total]).toEqual([50, 120]);
  await makeConversation(app, account);
  const second = await list({ cursor: first.nextCursor ?? "" });
  const third = await list({ cursor: second.nextCursor ?? "" });
  expect(third.nextCursor).toBeNull();
  const seen = [first, second, third].flatMap(({ conversations }) => conversations.map(({ id }) => id));
  expect(seen.toSorted()).toEqual(made.map(({ id }) => id).toSorted());
});

test("the plain address answers the newest conversations as a list", async () => {
  const made = [
    await makeConversation(app, account, { participantUsername: "first" }),
    await makeConversation(app, account, { participantUsername: "second" }),
  ];
  const plain = (await app.as(creator).call(listNewestConversations, { querystring: {} })).body;
  expect(plain).toEqual((await list()).conversations);
  expect(plain.map(({ id }) => id)).toEqual(expect.arrayContaining(made.map(({ id }) => id)));
});

test("a cursor of nobody's making is refused", async () => {
  for (const cursor of [
    "x",
    "2026-02-30T00:00:00.000000Z_c0ffee00-0000-4000-8000-00000000beef",
    "0000-01-01T00:00:00.000000Z_c0ffee00-0000-4000-8000-00000000beef",
    "2026-01-01T00:00:00.000000Z_x",
  ]) {
    const { status, body } = await app.as(creator).call(listDmConversations, { querystring: { cursor } });
    expect([status, body], cursor).toMatchObject([422, { fields: { cursor: "This page does not exist" } }]);
  }
});

test("a search looks in names and in every message, and takes what is typed as text", async () => {
  const zoe = await makeConversation(app, account, {
    participantUsername: "zoe.b",
    participantDisplayName: "Zoë Bell",
  });
  const ana = await makeConversation(app, account, { participantUsername: "ana" });
  await makeMessage(app, zoe, { messageText: "100% sure_it is C:\\here", platformCreatedAt: minutesAgo(5) });
  await makeMessage(app, ana, { messageText: "Wo ist mein Führer?" });
  await makeMessage(app, zoe, { messageText: "bye" });
  expect(await namesOf({ search: "@ZOE" })).toEqual(["zoe.b"]);
  expect(await namesOf({ search: "zoë b" })).toEqual(["zoe.b"]);
  expect(await namesOf({ search: "führer" })).toEqual(["ana"]);
  for (const search of ["100% s", "sure_it", "C:\\h", "SURE"])
    expect(await namesOf({ search }), search).toEqual(["zoe.b"]);
  for (const search of ["100%%", "sure__it", "s_re", "%zz", "\\\\", "x".repeat(200)])
    expect(await namesOf({ search }), search).toEqual([]);
  expect((await list({ search: "bye" })).total).toBe(1);
});

test("an account's conversations can be shown alone; nobody else's are ever found", async () => {
  const other = await makeSocialAccount(app, { userId: creator.id, platform: "TWITTER" });
  const theirs = await makeSocialAccount(app);
  await makeConversation(app, account, { participantUsername: "here" });
  await makeConversation(app, other, { participantUsername: "there" });
  const secret = await makeConversation(app, theirs, { participantUsername: "secret" });
  await makeMessage(app, secret, { messageText: "whisper" });
  expect(await namesOf({ accountId: other.id })).toEqual(["there"]);
  expect(await namesOf({ accountId: theirs.id })).toEqual([]);
  expect(await namesOf({ search: "whisper" })).toEqual([]);
  const thread = await app.as(creator).call(listDmMessages, { querystring: { conversationId: secret.id } });
  const one = await app.as(creator).call(getDmConversation, { params: { id: secret.id } });
  expect([thread.status, one.status]).toEqual([404, 404]);
});

test("a thread shows each side, what came of a message and why, and how an answer's delivery went", async () => {
  const conversation = await makeConversation(app, account);
  const response = await makeKeywordResponse(app, account, { keyword: "GUIDE" });
  const asked = await makeMessage(app, conversation, {
    messageText: "guide please 🙏",
    platformCreatedAt: minutesAgo(3),
  });
  const event = {
    userId: creator.id,
    socialAccountId: account.id,
    personId: conversation.participantId,
    occurredAt: minutesAgo(3),
    receivedAt: minutesAgo(3),
    conversationId: conversation.id,
    messageId: asked.id,
  };
  const [answered] = await db
    .insert(socialEvents)
    .values([
      {
        ...event,
        kind: "MESSAGE",
        platformEventId: "MESSAGE:1",
        outcome: "SEND_FAILED",
        outcomeDetail: "They cannot be reached",
        keywordResponseId: response.id,
      },
      { ...event, kind: "DELETION", platformEventId: "DELETION:1", outcome: "DELETED" },
    ])
    .returning();
  const reply = await makeMessage(app, conversation, {
    messageText: "Here you go",
    senderId: account.platformUserId,
    isFromBot: true,
    platformCreatedAt: minutesAgo(2),
  });
  const send = {
    userId: creator.id,
    socialAccountId: account.id,
    platform: "INSTAGRAM" as const,
    eventId: answered?.id ?? 0,
    conversationId: conversation.id,
    recipientId: conversation.participantId,
    dueAt: minutesAgo(2),
  };
  await db.insert(socialSends).values([
    {
      ...send,
      purpose: "REPLY",
      messageId: reply.id,
      text: "Here you go",
      button: { title: "Get it", url: "https://shop.example/l/abc" },
      state: "FAILED",
      failure: "They cannot be reached",
    },
    { ...send, purpose: "PUBLIC_REPLY", text: "Sent, look in your messages!", state: "SENT" },
  ]);
  await makeMessage(app, conversation, { senderId: account.platformUserId, messageText: "By phone" });
  const { body } = await app
    .as(creator)
    .call(listDmMessages, { querystring: { conversationId: conversation.id } });
  expect(body).toMatchObject([
    {
      text: "guide please 🙏",
      isOutgoing: false,
      kind: "MESSAGE",
      outcome: "SEND_FAILED",
      outcomeDetail: "They cannot be reached",
      keyword: "GUIDE",
      delivery: null,
      publicReply: { text: "Sent, look in your messages!", delivery: "SENT", failure: null },
    },
    {
      isOutgoing: true,
      isFromBot: true,
      delivery: "FAILED",
      failure: "They cannot be reached",
      button: { title: "Get it" },
      outcome: null,
    },
    { text: "By phone", isOutgoing: true, isFromBot: false, delivery: "SENT" },
  ]);
});

test("a long thread is read from its end, a hundred at a time", async () => {
  const conversation = await makeConversation(app, account);
  for (let index = 0; index < 150; index++)
    await makeMessage(app, conversation, {
      messageText: String(index),
      // In pairs of the same moment.
      platformCreatedAt: minutesAgo(200 - Math.floor(index / 2)),
    });
  const read = async (before?: string) =>
    (
      await app
        .as(creator)
        .call(listDmMessages, { querystring: { conversationId: conversation.id, ...(before && { before }) } })
    ).body;
  const newest = await read();
  const older = await read(newest[0]?.id);
  expect([older.length, newest.length]).toEqual([50, 100]);
  const texts = [...older, ...newest].map(({ text }) => Number(text));
  expect(texts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 150 }, (_, index) => index));
  expect(texts.map((text) => Math.floor(text / 2))).toEqual(
    Array.from({ length: 150 }, (_, index) => Math.floor(index / 2)),
  );
  expect(await read(older[0]?.id)).toEqual([]);
});

test("automation is switched, a pause is ended and a thread is read, each without the others", async () => {
  const pausedUntil = new Date(app.clock.now().getTime() + 3_600_000);
  const conversation = await makeConversation(app, account, { hasUnread: true, pausedUntil });
  const change = async (body: { isActive?: boolean; pausedUntil?: null; hasUnread?: false }) =>
    (await app.as(creator).call(updateDmConversation, { params: { id: conversation.id }, body })).body;
  const paused = pausedUntil.toISOString();
  expect(await change({})).toMatchObject({ isActive: true, hasUnread: true, pausedUntil: paused });
  expect(await change({ isActive: false })).toMatchObject({ isActive: false, pausedUntil: paused });
  expect(await change({ hasUnread: false })).toMatchObject({ isActive: false, hasUnread: false });
  expect(await change({ isActive: true, pausedUntil: null })).toMatchObject({
    isActive: true,
    pausedUntil: null,
  });
});

test("every event is listed with its outcome, newest first, also one without a conversation", async () => {
  const [followed] = await db
    .insert(socialEvents)
    .values(
      (["FOLLOW", "MESSAGE"] as const).map((kind, index) => ({
        userId: creator.id,
        socialAccountId: account.id,
        kind,
        platformEventId: kind,
        personId: "p",
        personUsername: "kim",
        occurredAt: minutesAgo(9 - index),
        receivedAt: minutesAgo(9 - index),
        outcome: kind === "FOLLOW" ? ("LISTED" as const) : null,
      })),
    )
    .returning();
  const read = async (before?: number) =>
    (await app.as(creator).call(listSocialEvents, { querystring: before === undefined ? {} : { before } }))
      .body;
  const events = await read();
  expect(events).toMatchObject([
    { kind: "MESSAGE", outcome: null },
    { kind: "FOLLOW", outcome: "LISTED", username: "kim", conversationId: null, account: { id: account.id } },
  ]);
  expect(await read(events[0]?.id)).toEqual([events[1]]);
  expect(await read(followed?.id)).toEqual([]);
  await db.delete(socialEvents).where(eq(socialEvents.userId, creator.id));
});

test("conversations and messages carry the names that the specification gives to their fields", async () => {
  const conversation = await makeConversation(app, account);
  const message = await makeMessage(app, conversation, { messageText: "guide" });
  const { conversations } = await list();
  expect(conversations[0]).toMatchObject({
    socialAccountId: account.id,
    platformConversationId: conversation.platformConversationId,
    participantId: conversation.participantId,
  });
  const { body } = await app
    .as(creator)
    .call(listDmMessages, { querystring: { conversationId: conversation.id } });
  expect(body[0]).toMatchObject({
    conversationId: conversation.id,
    platformMessageId: message.platformMessageId,
    senderId: message.senderId,
    text: "guide",
    messageText: "guide",
    triggeredKeywordId: null,
    at: body[0]?.platformCreatedAt,
  });
});
