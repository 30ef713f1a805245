import { expect, test } from "vitest";
import type { ActiveRule } from "./decision.ts";
import { decided, type Given, hoursAgo, now, replyBy, response, rule } from "./decision-cases.ts";

test("a keyword is answered with its text, product and the word as it was typed", () => {
  expect(
    decided({ responses: [response("r", { keywords: ["Info", "GUIDE"], productId: "p" })] }),
  ).toMatchObject({
    do: "REPLY",
    text: "text of r",
    productId: "p",
    keyword: "GUIDE",
    publicReply: null,
  });
});

test("the strictest match wins, then the longer keyword, then the older response, then the id", () => {
  const contains = response("contains", { keywords: ["guide please now"], matchMode: "CONTAINS" });
  const word = response("word", { keywords: ["guide please"] });
  const starts = response("starts", { keywords: ["guide"], matchMode: "STARTS_WITH" });
  const exact = response("exact", { keywords: ["Guide please now!"], matchMode: "EXACT" });
  const event = { text: "guide, please: NOW" };
  expect(replyBy({ event, responses: [contains, word, starts, exact] })).toBe("exact");
  expect(replyBy({ event, responses: [contains, word, starts] })).toBe("starts");
  expect(replyBy({ event, responses: [contains, word] })).toBe("word");
  expect(replyBy({ event, responses: [response("short"), word] })).toBe("word");
  const older = response("z", { createdAt: hoursAgo(101) });
  expect(replyBy({ responses: [response("b"), older] })).toBe("z");
  expect(replyBy({ responses: [response("b"), response("a")] })).toBe("a");
});

test("an excluded word keeps its own response silent, not the next one", () => {
  const responses = [
    response("long", { keywords: ["guide please"], excludedWords: ["No Thanks", "refund"] }),
    response("short"),
  ];
  expect(replyBy({ responses })).toBe("long");
  expect(replyBy({ responses, event: { text: "guide please… no thanks" } })).toBe("short");
  expect(replyBy({ responses, event: { text: "guide please, refunds?" } })).toBe("long");
  expect(replyBy({ responses: responses.slice(0, 1), event: { text: "REFUND guide please" } })).toBe(
    "NO_MATCH",
  );
});

test("a response answers in its own places, and a mention is for rules", () => {
  const responses = [response("dm", { places: ["DM"] }), response("comment", { places: ["COMMENT"] })];
  expect(replyBy({ responses })).toBe("dm");
  expect(replyBy({ responses, event: { kind: "COMMENT" } })).toBe("comment");
  expect(replyBy({ responses, event: { kind: "STORY_REPLY" } })).toBe("NO_MATCH");
  expect(replyBy({ responses, event: { kind: "MENTION" } })).toBe("NO_MATCH");
  const rules = [rule("k", { triggerType: "KEYWORD", conditions: { keywords: ["guide"] } })];
  expect(replyBy({ responses, rules, event: { kind: "MENTION" } })).toBe("k");
});

test("of what asks for no keyword the event's own trigger comes before a greeting", () => {
  const first = rule("first", { createdAt: hoursAgo(999) });
  const story = rule("story", { triggerType: "STORY_REPLY" });
  const keyed = rule("keyed", { triggerType: "KEYWORD", conditions: { keywords: ["hi", "guide"] } });
  const event = { kind: "STORY_REPLY" } as const;
  expect(replyBy({ event, responses: [], rules: [first, story, keyed] })).toBe("keyed");
  expect(replyBy({ event, responses: [], rules: [first, story] })).toBe("story");
  expect(replyBy({ event, responses: [], rules: [first] })).toBe("first");
  expect(replyBy({ event, responses: [], rules: [first], conversation: {} })).toBe("NO_MATCH");
  const unanswered = { wasAnswered: false };
  expect(replyBy({ event, responses: [], rules: [first], conversation: unanswered })).toBe("first");
  expect(replyBy({ event: { kind: "COMMENT" }, responses: [], rules: [first] })).toBe("NO_MATCH");
  expect(replyBy({ event: { text: "" }, responses: [], rules: [first] })).toBe("first");
});

test("under a post its own rule comes first, then one that asks for a word, then the older", () => {
  const comment = (id: string, conditions: ActiveRule["conditions"], hours = 100) =>
    rule(id, { triggerType: "COMMENT", conditions, createdAt: hoursAgo(hours) });
  const event = { kind: "COMMENT", postId: "p1" } as const;
  const any = comment("any", {}, 900);
  const bound = comment("bound", { postId: "p1" });
  const other = comment("other", { postId: "p2" }, 999);
  const asks = comment("asks", { keywords: ["guide"] });
  const asksOther = comment("asks other", { keywords: ["price"], postId: "p1" });
  expect(replyBy({ event, responses: [], rules: [any, other, asks, asksOther, bound] })).toBe("bound");
  expect(replyBy({ event, responses: [], rules: [any, other, asks, asksOther] })).toBe("asks");
  expect(replyBy({ event, responses: [], rules: [any, other, asksOther] })).toBe("any");
  expect(replyBy({ event, responses: [], rules: [comment("younger", {}), any] })).toBe("any");
  expect(replyBy({ event, responses: [], rules: [other, asksOther] })).toBe("NO_MATCH");
});

test("public replies take turns by event, always the same for one", () => {
  const rules = [
    rule("c", { triggerType: "COMMENT", conditions: { publicReplies: ["Sent!", "Look!", "Yours!"] } }),
  ];
  const texts = [1, 2, 3, 4].map((id) => decided({ event: { id, kind: "COMMENT" }, responses: [], rules }));
  expect(texts.map((decision) => decision.do === "REPLY" && decision.publicReply)).toEqual([
    "Look!",
    "Yours!",
    "Sent!",
    "Look!",
  ]);
});

test("a follower is listed or told of, never written to", () => {
  const event = { kind: "FOLLOW", text: "" } as const;
  const follow = (more: Partial<ActiveRule>) => [rule("f", { triggerType: "FOLLOW", ...more })];
  expect(
    decided({ event, rules: follow({ actionType: "ADD_TO_LIST", conditions: { listName: "New" } }) }),
  ).toMatchObject({ do: "ACT", outcome: "LISTED", effects: { lists: ["New"] } });
  expect(decided({ event, rules: follow({ actionType: "NOTIFY_OWNER" }) })).toMatchObject({
    do: "ACT",
    outcome: "OWNER_NOTIFIED",
  });
  expect(decided({ event, rules: follow({}) })).toMatchObject({ outcome: "NOT_ALLOWED" });
  expect(decided({ event })).toMatchObject({ outcome: "NO_MATCH" });
});

test("STOP ends and START resumes, before anything else is looked at", () => {
  const account = { isActive: false };
  expect(decided({ event: { text: "Stop!!" }, account })).toEqual({ do: "OPT_OUT", language: undefined });
  expect(decided({ event: { text: "parar por favor" }, account })).toEqual({ do: "OPT_OUT", language: "es" });
  expect(decided({ event: { text: "human" }, account })).toEqual({ do: "HAND_OVER", language: "en" });
  expect(decided({ event: { text: "stop it all" } })).toMatchObject({ outcome: "NO_MATCH" });
  expect(decided({ event: { text: "stop", kind: "COMMENT" } })).toMatchObject({ outcome: "NO_MATCH" });
  const conversation = { optedOutAt: hoursAgo(1) };
  expect(decided({ event: { text: "START" }, conversation, account })).toEqual({ do: "OPT_IN" });
  const responses = [response("s", { keywords: ["start"] })];
  expect(replyBy({ event: { text: "start" }, responses, conversation: {} })).toBe("s");
});

const used = { lastAnswered: new Map([["r", hoursAgo(0.016)]]) };
const busy = { recentReplies: Array.from({ length: 10 }, () => hoursAgo(0.5)) };

test.each<[string, Given]>([
  ["OWN_MESSAGE", { event: { kind: "ECHO", text: "stop" } }],
  ["OWN_MESSAGE", { event: { kind: "COMMENT", personId: "me" } }],
  ["DELETED", { event: { kind: "DELETION" } }],
  ["ENCRYPTED", { event: { kind: "OTHER", note: "encrypted" } }],
  ["UNSUPPORTED", { event: { kind: "OTHER", note: "poll" } }],
  ["ACCOUNT_OFF", { account: { isActive: false }, conversation: { isActive: false } }],
  ["CONVERSATION_OFF", { conversation: { isActive: false, optedOutAt: now } }],
  ["CREATOR_ANSWERS", { conversation: { pausedUntil: hoursAgo(-1) } }],
  ["PERSON_OPTED_OUT", { conversation: { optedOutAt: hoursAgo(9) } }],
  ["NO_TEXT", { event: { text: " " }, account: { repliesLeft: 0 } }],
  ["NO_MATCH", { event: { text: "🙏" } }],
  ["NO_MATCH", { event: { text: "hello" }, account: { repliesLeft: 0 }, conversation: busy }],
  ["NOT_ALLOWED", { event: { kind: "COMMENT" }, account: { answersComments: false } }],
  ["WINDOW_CLOSED", { event: { occurredAt: hoursAgo(24) }, account: { repliesLeft: 0 } }],
  ["WINDOW_CLOSED", { event: { kind: "COMMENT", occurredAt: hoursAgo(156) } }],
  ["WINDOW_CLOSED", { event: { kind: "COMMENT", isLive: true, occurredAt: hoursAgo(0.17) } }],
  ["WINDOW_CLOSED", { event: { isFromAd: true, occurredAt: hoursAgo(168) } }],
  ["COOLDOWN", { conversation: { ...used, ...busy }, account: { repliesLeft: 0 } }],
  [
    "COOLDOWN",
    {
      event: { kind: "COMMENT", postId: "p" },
      conversation: { lastAnswered: new Map([["r under p", hoursAgo(167)]]) },
    },
  ],
  ["HOURLY_LIMIT", { conversation: busy, account: { repliesLeft: 0 } }],
  ["PLAN_LIMIT", { account: { repliesLeft: 0 } }],
])("says %s of %j", (outcome, given) => expect(decided(given)).toMatchObject({ do: "NOTHING", outcome }));

test("what was going to answer is named with the reason", () => {
  expect(decided({ account: { repliesLeft: 0 } })).toMatchObject({ by: { response: { id: "r" } } });
  expect(decided({ event: { text: "hello" } })).not.toHaveProperty("by");
});

test.each<Given>([
  { event: { occurredAt: hoursAgo(23.9) } },
  { event: { kind: "COMMENT", occurredAt: hoursAgo(155.9) } },
  { event: { kind: "COMMENT", isLive: true, occurredAt: hoursAgo(0.16) } },
  { event: { isFromAd: true, occurredAt: hoursAgo(167.9) } },
  { event: { occurredAt: hoursAgo(30) }, conversation: { adOpenUntil: hoursAgo(-1) } },
  {
    event: { kind: "COMMENT", postId: "p" },
    conversation: {
      lastAnswered: new Map([
        ["r", now],
        ["r under q", now],
        ["r under ", now],
      ]),
    },
  },
  {
    conversation: {
      pausedUntil: hoursAgo(1),
      lastAnswered: new Map([
        ["r", hoursAgo(0.017)],
        ["x", now],
        ["r under p", now],
      ]),
    },
  },
  { conversation: { recentReplies: [...Array.from({ length: 9 }, () => now), hoursAgo(1)] } },
  { account: { repliesLeft: 1 } },
])("what is just allowed is answered: %j", (given) => expect(replyBy(given)).toBe("r"));

test("a list and a notice need no room for a reply, but the owner is told of a person once a day", () => {
  const account = { repliesLeft: 0 };
  const acts = (actionType: ActiveRule["actionType"]) => [
    rule("k", { triggerType: "KEYWORD", actionType, conditions: { keywords: ["guide"], listName: "Fans" } }),
  ];
  const event = { occurredAt: hoursAgo(300) };
  const conversation = { lastNotices: new Map([["k", hoursAgo(23)]]) };
  expect(replyBy({ event, account, responses: [], rules: acts("ADD_TO_LIST"), conversation })).toBe("LISTED");
  expect(replyBy({ event, account, responses: [], rules: acts("NOTIFY_OWNER") })).toBe("OWNER_NOTIFIED");
  expect(replyBy({ responses: [], rules: acts("NOTIFY_OWNER"), conversation })).toBe("COOLDOWN");
  const dayBefore = { lastNotices: new Map([["k", hoursAgo(24)]]) };
  expect(replyBy({ responses: [], rules: acts("NOTIFY_OWNER"), conversation: dayBefore })).toBe(
    "OWNER_NOTIFIED",
  );
});
