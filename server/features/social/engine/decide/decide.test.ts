import { describe, expect, test } from "vitest";
import { compileRules } from "./compile-rules.ts";
import { decide } from "./decide.ts";
import type {
  AccountState,
  ActiveResponse,
  ActiveRule,
  ConversationState,
  DecidedEvent,
} from "./decision.ts";

const now = new Date("2026-11-21T12:00:00Z");
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

const noLink = { productId: null, linkTarget: null, buttonTitle: "", couponCode: "" };

const response = (id: string, more: Partial<ActiveResponse> = {}): ActiveResponse => ({
  id,
  keywords: ["guide"],
  matchMode: "WHOLE_WORD",
  excludedWords: [],
  places: ["DM", "STORY_REPLY", "COMMENT"],
  postId: "",
  text: `text of ${id}`,
  ...noLink,
  publicReplies: [],
  listName: "",
  notifiesOwner: false,
  createdAt: hoursAgo(100),
  ...more,
});
const rule = (id: string, more: Partial<ActiveRule> = {}): ActiveRule => ({
  id,
  triggerType: "FIRST_MESSAGE",
  actionType: "SEND_MESSAGE",
  conditions: {},
  text: `text of ${id}`,
  ...noLink,
  createdAt: hoursAgo(100),
  ...more,
});
const message: DecidedEvent = {
  id: 1,
  kind: "MESSAGE",
  personId: "fan",
  text: "guide please",
  postId: null,
  isLive: false,
  isFromAd: false,
  occurredAt: now,
  note: null,
  isStandby: false,
};
const talk: ConversationState = {
  isActive: true,
  adOpenUntil: null,
  pausedUntil: null,
  optedOutAt: null,
  recentReplies: [],
  lastAnswered: new Map(),
  lastNotices: new Map(),
  hasWritten: true,
  wasAnswered: true,
};
const on: AccountState = { platformUserId: "me", isActive: true, answersComments: true, repliesLeft: null };

type Given = {
  event?: Partial<DecidedEvent>;
  responses?: ActiveResponse[];
  rules?: ActiveRule[];
  conversation?: Partial<ConversationState>;
  account?: Partial<AccountState>;
};
const decided = ({ event, responses = [response("r")], rules = [], conversation, account }: Given = {}) =>
  decide(
    { ...message, ...event },
    compileRules({ responses, rules }),
    conversation && { ...talk, ...conversation },
    { ...on, ...account },
    now,
  );
const replyBy = (given: Given) => {
  const decision = decided(given);
  if (decision.do !== "REPLY") return "outcome" in decision ? decision.outcome : decision.do;
  return "rule" in decision.by ? decision.by.rule.id : decision.by.response.id;
};

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

describe("one order for responses and rules", () => {
  const event = { kind: "COMMENT", postId: "p1", text: "guide please" } as const;
  const ofRule = (id: string, conditions: ActiveRule["conditions"], more: Partial<ActiveRule> = {}) =>
    rule(id, { triggerType: "COMMENT", conditions, ...more });

  test("the one for this post comes first, whichever of the two it is", () => {
    const responses = [
      response("any", { matchMode: "EXACT", keywords: ["guide please"], createdAt: hoursAgo(999) }),
    ];
    const bound = ofRule("bound", { keywords: ["guide"], postId: "p1" });
    expect(replyBy({ event, responses, rules: [bound] })).toBe("bound");
    expect(replyBy({ event, responses, rules: [ofRule("all here", { postId: "p1" })] })).toBe("all here");
    const boundResponse = response("here", { postId: "p1" });
    expect(replyBy({ event, responses: [...responses, boundResponse] })).toBe("here");
    expect(replyBy({ event: { ...event, postId: "p2" }, responses: [...responses, boundResponse] })).toBe(
      "any",
    );
    expect(replyBy({ event: { kind: "MESSAGE" }, responses: [boundResponse] })).toBe("NO_MATCH");
  });

  test("then the more exact match, the longer keyword, the older", () => {
    const word = response("word");
    const long = ofRule("long", { keywords: ["guide please"] });
    expect(replyBy({ event, responses: [word], rules: [long] })).toBe("long");
    const starts = response("starts", { matchMode: "STARTS_WITH" });
    expect(replyBy({ event, responses: [starts], rules: [long] })).toBe("starts");
    const older = ofRule("older", { keywords: ["guide"] }, { createdAt: hoursAgo(101) });
    expect(replyBy({ event, responses: [word], rules: [older] })).toBe("older");
    expect(
      replyBy({ event, responses: [word], rules: [ofRule("catch all", {}, { createdAt: hoursAgo(999) })] }),
    ).toBe("word");
  });

  test("a response has public replies of its own", () => {
    const responses = [response("r", { publicReplies: ["Sent!"] })];
    expect(decided({ event, responses })).toMatchObject({ publicReply: "Sent!" });
    expect(decided({ responses })).toMatchObject({ publicReply: null });
  });
});

describe("people who leave accents out", () => {
  test.each([
    ["GUÍA", "guia"],
    ["guia", "GUÍA por favor"],
    ["café", "cafe"],
    ["Résumé", "resume"],
    ["hướng dẫn", "huong dan"],
    ["đăng ký", "dang ky"],
    ["don't", "dont"],
    ["été", "l’ete"],
    ["οδηγός", "οδηγος"],
    ["دورة", "دَوْرَة"],
    ["دورة", "الدورة"],
    ["أحمد", "احمد"],
    ["ещё", "еще"],
    ["שָׁלוֹם", "שלום"],
  ])("the keyword %s is found in %s", (keyword, text) => {
    expect(replyBy({ responses: [response("r", { keywords: [keyword] })], event: { text } })).toBe("r");
  });

  test.each([
    ["ガイド", "カイト"],
    ["книга", "кніга"],
    ["가격", "가겨"],
    ["guide", "guideé"],
  ])("the keyword %s is not found in %s", (keyword, text) => {
    expect(replyBy({ responses: [response("r", { keywords: [keyword] })], event: { text } })).toBe(
      "NO_MATCH",
    );
  });

  test("año and ano stay apart where both are there, however strict the other is", () => {
    const responses = [
      response("ano", { keywords: ["ano"], matchMode: "EXACT" }),
      response("año", { keywords: ["año"], matchMode: "CONTAINS" }),
    ];
    expect(replyBy({ responses, event: { text: "año" } })).toBe("año");
    expect(replyBy({ responses, event: { text: "ano" } })).toBe("ano");
  });

  test("an excluded word is heard without its accents, but for one that is the keyword without them", () => {
    const no = [response("r", { excludedWords: ["não"] })];
    expect(replyBy({ responses: no, event: { text: "guide nao" } })).toBe("NO_MATCH");
    const year = [response("r", { keywords: ["año"], excludedWords: ["ano"] })];
    expect(replyBy({ responses: year, event: { text: "año" } })).toBe("r");
    expect(replyBy({ responses: year, event: { text: "año ano" } })).toBe("NO_MATCH");
  });
});

describe("emoji and names", () => {
  const fire = response("fire", { keywords: ["🔥"] });

  test.each([
    ["🔥", "🔥"],
    ["🔥", "I want it 🔥🔥🔥!"],
    ["❤️", "so good ❤"],
    ["👍", "👍🏽"],
    ["👩🏽‍🚀", "👩‍🚀 please"],
    ["🇧🇷", "Olá 🇧🇷"],
    ["🔥🚀", "go 🔥🚀"],
  ])("the keyword %s is found in %s", (keyword, text) => {
    expect(replyBy({ responses: [response("r", { keywords: [keyword] })], event: { text } })).toBe("r");
  });

  test("an emoji keyword is no other emoji, and exact means nothing else", () => {
    expect(replyBy({ responses: [fire], event: { text: "🚀" } })).toBe("NO_MATCH");
    const exact = [response("exact", { keywords: ["🔥"], matchMode: "EXACT" })];
    expect(replyBy({ responses: exact, event: { text: "🔥🔥" } })).toBe("exact");
    expect(replyBy({ responses: exact, event: { text: "hot 🔥" } })).toBe("NO_MATCH");
  });

  test.each([
    "@anna_guide look",
    "https://example.com/guide",
    "see www.guide.com",
    "example.com/guide?x=1",
    "write to guide@example.com",
  ])("a link or a handle is no keyword: %s", (text) => {
    expect(replyBy({ event: { text } })).toBe("NO_MATCH");
    expect(replyBy({ event: { text: `${text} guide` } })).toBe("r");
  });
});

describe("a list or a notice beside a reply", () => {
  const vip = rule("vip", {
    triggerType: "KEYWORD",
    actionType: "ADD_TO_LIST",
    conditions: { keywords: ["guide"], listName: "VIP" },
  });
  const tell = rule("tell", {
    triggerType: "KEYWORD",
    actionType: "NOTIFY_OWNER",
    conditions: { keywords: ["please"] },
  });

  test("a response replies, lists and notifies; rules that match as well act, too", () => {
    const responses = [response("r", { listName: "Fans", notifiesOwner: true })];
    const decision = decided({ responses, rules: [vip, tell] });
    expect(decision).toMatchObject({
      do: "REPLY",
      effects: { lists: ["Fans", "VIP"], notifiedBy: { response: { id: "r" } }, acted: [{ id: "vip" }] },
    });
  });

  test("a rule that replies does so, too", () => {
    const rules = [
      rule("s", {
        triggerType: "KEYWORD",
        conditions: { keywords: ["guide"], listName: "Fans", notifiesOwner: true },
      }),
    ];
    expect(decided({ responses: [], rules })).toMatchObject({
      do: "REPLY",
      effects: { lists: ["Fans"], notifiedBy: { rule: { id: "s" } }, acted: [] },
    });
  });

  test.each<[string, Given]>([
    ["PERSON_OPTED_OUT", { conversation: { optedOutAt: hoursAgo(1) } }],
    ["CREATOR_ANSWERS", { conversation: { pausedUntil: hoursAgo(-1) } }],
    ["CONVERSATION_OFF", { conversation: { isActive: false } }],
    ["PLAN_LIMIT", { account: { repliesLeft: 0 } }],
  ])("%s keeps the reply back and nothing else", (outcome, given) => {
    const responses = [response("r", { listName: "Fans" })];
    expect(decided({ ...given, responses, rules: [tell] })).toMatchObject({
      do: "NOTHING",
      outcome,
      effects: { lists: ["Fans"], notifiedBy: { rule: { id: "tell" } } },
    });
    expect(decided({ ...given, responses: [], rules: [tell] })).toMatchObject({ do: "ACT" });
  });

  test("an account that is switched off does nothing at all", () => {
    expect(decided({ account: { isActive: false }, rules: [tell] })).toEqual({
      do: "NOTHING",
      outcome: "ACCOUNT_OFF",
    });
  });
});

test("a greeting waits for an answer that was given, and is not used up by a message that got none", () => {
  const rules = [rule("hello")];
  const event = { text: "thanks! yes" };
  expect(replyBy({ event, rules, conversation: { hasWritten: false, wasAnswered: true } })).toBe("NO_MATCH");
  expect(replyBy({ event, rules, conversation: { hasWritten: true, wasAnswered: false } })).toBe("hello");
  const noted = [rule("note", { actionType: "NOTIFY_OWNER" })];
  expect(replyBy({ event, rules: noted, conversation: { hasWritten: true, wasAnswered: false } })).toBe(
    "NO_MATCH",
  );
  expect(replyBy({ event, rules: noted })).toBe("OWNER_NOTIFIED");
});
