import { describe, expect, test } from "vitest";
import type { ActiveRule } from "./decision.ts";
import { decided, type Given, hoursAgo, replyBy, response, rule } from "./decision-cases.ts";

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
