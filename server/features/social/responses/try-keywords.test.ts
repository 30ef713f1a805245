import { beforeEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { tryKeywords } from "#contract/social/keyword-responses.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { processorMs } from "#tests/support/processor-time.ts";
import { makeAutomationRule, makeKeywordResponse, makeSocialAccount } from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

type Asked = z.input<(typeof tryKeywords)["schema"]["body"]>;
type Draft = NonNullable<Asked["draft"]>;

const app = await testApp();
let creator: Awaited<ReturnType<typeof makeCreator>>;
let account: Awaited<ReturnType<typeof makeSocialAccount>>;
beforeEach(async () => {
  creator = await makeCreator(app);
  account = await makeSocialAccount(app, { userId: creator.id });
});

const ask = async (asked: Omit<Asked, "socialAccountId">) =>
  (await app.as(creator).call(tryKeywords, { body: { socialAccountId: account.id, ...asked } })).body;
const keep = (fields: Parameters<typeof makeKeywordResponse>[2]) => makeKeywordResponse(app, account, fields);
const draft = (more: Partial<Draft> = {}): Draft => ({
  keywords: ["guide"],
  matchMode: "WHOLE_WORD",
  excludedWords: [],
  places: ["DM", "STORY_REPLY", "COMMENT"],
  ...more,
});

describe("a text", () => {
  test("is answered as a fan's message would be", async () => {
    const guide = await keep({});
    await keep({ keywords: ["off"], isActive: false });
    await keep({ keywords: ["story"], places: ["STORY_REPLY"] });
    expect(await ask({ text: "GUIDE please 🙏" })).toEqual({
      answeredBy: {
        draft: false,
        id: guide.id,
        ruleName: null,
        keyword: "GUIDE",
        matchMode: "WHOLE_WORD",
        isLoose: false,
      },
      alsoBy: [],
      overlaps: [],
      readAs: [],
    });
    expect((await ask({ text: "guidebook" })).answeredBy).toBeNull();
    expect((await ask({ text: "off" })).answeredBy).toBeNull();
    expect((await ask({ text: "story" })).answeredBy).toBeNull();
    expect((await ask({ text: "story", place: "STORY_REPLY" })).answeredBy).toMatchObject({
      keyword: "story",
    });
  });

  test("is answered by the draft where that is stricter, and by it in place of the one it changes", async () => {
    const guide = await keep({});
    const answered = async (asked: Omit<Asked, "socialAccountId">) => (await ask(asked)).answeredBy;
    expect(
      await answered({ text: "guide", draft: draft({ keywords: ["guide"], matchMode: "EXACT" }) }),
    ).toMatchObject({ draft: true, id: null, keyword: "guide", matchMode: "EXACT" });
    expect(
      await answered({ text: "guide", draft: draft({ keywords: ["book"] }), draftId: guide.id }),
    ).toBeNull();
    expect(
      await answered({ text: "guide", draft: draft({ keywords: [" ", "Guide!"] }), draftId: guide.id }),
    ).toMatchObject({ draft: true, id: guide.id, keyword: "Guide!" });
  });
});

describe("rules and posts", () => {
  test("a rule answers where it is the more exact, or for this post, or where no keyword matches", async () => {
    await keep({ keywords: ["guía"] });
    const rule = (fields: Parameters<typeof makeAutomationRule>[2]) =>
      makeAutomationRule(app, account, fields);
    const welcome = await rule({ ruleName: "Welcome" });
    await rule({
      ruleName: "Reel",
      triggerType: "COMMENT",
      conditions: { keywords: ["guia"], postId: "p1" },
      responseTemplate: "Of the reel",
    });
    await rule({
      ruleName: "VIP",
      triggerType: "KEYWORD",
      actionType: "NOTIFY_OWNER",
      conditions: { keywords: ["guia"] },
    });
    expect(await ask({ text: "hello" })).toMatchObject({
      answeredBy: { id: welcome.id, ruleName: "Welcome", keyword: null, matchMode: null },
      alsoBy: [],
    });
    expect(await ask({ text: "guia!" })).toMatchObject({
      answeredBy: { ruleName: null, keyword: "guía", isLoose: true },
      alsoBy: ["VIP"],
    });
    const comment = { text: "guía", place: "COMMENT" } as const;
    expect((await ask({ ...comment, postId: "p1" })).answeredBy).toMatchObject({ ruleName: "Reel" });
    expect((await ask({ ...comment, postId: "p2" })).answeredBy).toMatchObject({ ruleName: null });
    expect((await ask({ text: "hello", place: "COMMENT" })).answeredBy).toBeNull();
  });

  test("a draft for one post answers there, and overlaps with no equal keyword of another post", async () => {
    const any = await keep({ keywords: ["link"] });
    const forPost = draft({ keywords: ["link"], postId: "p1" });
    const comment = { text: "LINK", place: "COMMENT", draft: forPost } as const;
    expect((await ask({ ...comment, postId: "p1" })).answeredBy).toMatchObject({ draft: true });
    const elsewhere = await ask({ ...comment, postId: "p2" });
    expect(elsewhere.answeredBy).toMatchObject({ draft: false, id: any.id });
    expect(elsewhere.overlaps).toEqual([
      { keyword: "link", otherKeyword: "link", otherId: any.id, effect: "WINS" },
    ]);
  });

  test("a keyword's symbols are said to be left out", async () => {
    expect((await ask({ draft: draft({ keywords: ["C++", "#1", "🔥", "?"] }) })).readAs).toEqual([
      { keyword: "C++", as: "c" },
      { keyword: "#1", as: "1" },
      { keyword: "🔥", as: "🔥" },
      { keyword: "?", as: "" },
    ]);
  });
});

describe("a draft overlaps with", () => {
  const overlaps = async (more: Partial<Draft>, draftId?: string) =>
    (await ask({ draft: draft(more), ...(draftId !== undefined && { draftId }) })).overlaps;

  test("a keyword that is the same to a reader, even where that is switched off", async () => {
    const other = await keep({ keywords: ["GUIDE"], isActive: false });
    const same = { keyword: "guide!", otherKeyword: "GUIDE", otherId: other.id, effect: "SAME" };
    expect(await overlaps({ keywords: ["guide!"] })).toEqual([same]);
    expect(await overlaps({ keywords: ["guide!"], matchMode: "EXACT", places: [] })).toEqual([same]);
    expect(await overlaps({ keywords: ["guide!"] }, other.id)).toEqual([]);
  });

  test("a longer keyword, which wins, and a shorter one, which loses", async () => {
    const long = await keep({ keywords: ["free guide"] });
    const short = await keep({ keywords: ["sales"] });
    const unrelated = { keywords: ["manual", "guidebook"] };
    await keep(unrelated);
    expect(await overlaps({ keywords: ["guide", "sales tips"] })).toEqual([
      { keyword: "guide", otherKeyword: "free guide", otherId: long.id, effect: "LOSES" },
      { keyword: "sales tips", otherKeyword: "sales", otherId: short.id, effect: "WINS" },
    ]);
    expect(await overlaps({ keywords: ["guide"], matchMode: "CONTAINS" })).toHaveLength(2);
  });

  test("nothing where the places differ, or excluded words keep one of the two silent", async () => {
    await keep({ keywords: ["free guide"], places: ["COMMENT"] });
    expect(await overlaps({ places: ["DM"] })).toEqual([]);
    expect(await overlaps({ excludedWords: ["free"] })).toEqual([]);
    expect(await overlaps({})).toHaveLength(1);
  });
});

test("another creator's account and response are 422 at their fields", async () => {
  const theirs = await makeSocialAccount(app);
  const response = await makeKeywordResponse(app, theirs);
  const call = (body: Asked) => app.as(creator).call(tryKeywords, { body });
  expect(await call({ socialAccountId: theirs.id })).toMatchObject({
    status: 422,
    body: { fields: { socialAccountId: "Choose one of your connected accounts" } },
  });
  expect(await call({ socialAccountId: account.id, draftId: response.id })).toMatchObject({
    status: 422,
    body: { fields: { draftId: "This response is gone" } },
  });
});

test("among 10,000 keywords a text is tried, and a draft compared, with little work", async () => {
  await Promise.all(
    Array.from({ length: 500 }, (_, index) =>
      keep({ keywords: Array.from({ length: 20 }, (_, more) => `word ${index} ${more}`) }),
    ),
  );
  const asked = { text: "my word 7 7", draft: draft({ keywords: ["word 8"] }) };
  expect(await processorMs(() => ask(asked))).toBeLessThan(1_000);
  const { answeredBy, overlaps } = await ask(asked);
  expect(answeredBy).toMatchObject({ keyword: "word 7 7" });
  expect(overlaps.length).toBeGreaterThan(19);
});
