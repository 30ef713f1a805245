import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { deleteProduct } from "#contract/catalog/product-actions.ts";
import {
  createKeywordResponse,
  deleteKeywordResponse,
  exportKeywordResponses,
  type KeywordResponseInput,
  listKeywordResponses,
  updateKeywordResponse,
} from "#contract/social/keyword-responses.ts";
import { socialEvents } from "#server/database/schema/social-messages.ts";
import { orderAttributions, replyLinks } from "#server/database/schema/social-links.ts";
import { responseKeywords, socialAccounts } from "#server/database/schema/social.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { makeKeywordResponse, makeSocialAccount } from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

type Input = z.input<typeof KeywordResponseInput>;

const app = await testApp();
const { db } = app.services;
let creator: Awaited<ReturnType<typeof makeCreator>>;
let account: Awaited<ReturnType<typeof makeSocialAccount>>;
beforeEach(async () => {
  creator = await makeCreator(app);
  account = await makeSocialAccount(app, { userId: creator.id });
});

const create = (body: Partial<Input>) =>
  app.as(creator).call(createKeywordResponse, {
    body: { socialAccountId: account.id, keyword: "GUIDE", responseText: "Here you go", ...body },
  });
const change = (id: string, body: Partial<Input>) =>
  app.as(creator).call(updateKeywordResponse, { params: { id }, body });
const list = async () => (await app.as(creator).call(listKeywordResponses)).body;
const taken = { keyword: "This account already has a response to this keyword" };

describe("a new keyword response", () => {
  test("needs an account, a keyword and a text, and answers the whole word everywhere", async () => {
    const { status, body } = await create({ keyword: " Guide ", responseText: " Here you go " });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      userId: creator.id,
      socialAccountId: account.id,
      productId: null,
      account: { id: account.id, platform: "INSTAGRAM", username: account.username },
      keyword: "Guide",
      keywords: ["Guide"],
      matchMode: "WHOLE_WORD",
      excludedWords: [],
      places: ["DM", "STORY_REPLY", "COMMENT"],
      responseType: "TEXT",
      responseText: "Here you go",
      product: null,
      isActive: true,
      triggerCount: 0,
      earnings: { received: 0, sent: 0, clicks: 0, orders: 0, netRevenueCents: 0 },
    });
    expect(await list()).toEqual([body]);
  });

  test("keeps every field, and each keyword and word once", async () => {
    const product = await makeProduct(app, { ownerId: creator.id, type: "COURSE", title: "Course" });
    const { body } = await create({
      keyword: "Guide",
      moreKeywords: ["GUIDE!", "free guide", "指南"],
      matchMode: "CONTAINS",
      excludedWords: ["no", "No…", "refund"],
      places: ["DM", "DM"],
      productId: product.id,
      isActive: false,
    });
    expect(body).toMatchObject({
      keywords: ["Guide", "free guide", "指南"],
      matchMode: "CONTAINS",
      excludedWords: ["No…", "refund"],
      places: ["DM"],
      responseType: "COURSE_LINK",
      product: { id: product.id, title: "Course", active: true },
      isActive: false,
    });
  });

  test.each<[Partial<Input>, Record<string, string>]>([
    [{ keyword: " " }, { keyword: "Keyword is required" }],
    [{ keyword: "?!" }, { keyword: "Use at least one letter, digit or emoji" }],
    [
      { keyword: "guide", excludedWords: ["—"] },
      { "excludedWords.0": "Use at least one letter, digit or emoji" },
    ],
    [{ places: ["DM"], postId: "p1" }, { postId: "Choose comments as a place to answer under one post" }],
    [{ keyword: "x".repeat(81) }, { keyword: "Use at most 80 characters" }],
    [{ keyword: "Stop!" }, { keyword: "This word ends automatic replies for a person. Use another word" }],
    [
      { moreKeywords: ["stop"] },
      { moreKeywords: "This word ends automatic replies for a person. Use another word" },
    ],
    [{ excludedWords: ["guide"] }, { excludedWords: "A keyword cannot be an excluded word, too" }],
    [{ responseText: " " }, { responseText: "Response message is required" }],
    [{ responseText: "x".repeat(601) }, { responseText: "Use at most 600 characters" }],
    [
      { responseText: "字".repeat(330) },
      { responseText: "This does not fit into one message on Instagram. Use a shorter text" },
    ],
    [{ places: [] }, { places: "Choose at least one place" }],
    [{ responseType: "PRODUCT_LINK" }, { productId: "Choose the product to link to" }],
  ])("cannot have %o", async (fields, problems) => {
    const { status, body } = await create(fields);
    expect([status, body]).toMatchObject([422, { fields: problems }]);
    expect(await list()).toEqual([]);
  });

  test("is for own accounts and products only", async () => {
    const theirs = await makeSocialAccount(app);
    const product = await makeProduct(app);
    expect(await create({ socialAccountId: theirs.id })).toMatchObject({
      status: 422,
      body: { fields: { socialAccountId: "Choose one of your connected accounts" } },
    });
    expect(await create({ productId: product.id })).toMatchObject({
      status: 422,
      body: { fields: { productId: "Choose one of your products" } },
    });
  });
});

test("a response for one post answers comments alone, beside the one for all posts", async () => {
  const everywhere = await create({ keyword: "link" });
  const forPost = {
    keyword: "LINK",
    postId: "p1",
    publicReplies: ["Sent!"],
    listName: "Fans",
    notifiesOwner: true,
  };
  const { status, body } = await create(forPost);
  expect([status, body]).toMatchObject([201, { ...forPost, places: ["COMMENT"] }]);
  expect(await create(forPost)).toMatchObject({ status: 409, body: { fields: taken } });
  expect((await create({ ...forPost, postId: "p2" })).status).toBe(201);
  expect(await change(body.id, { postId: "" })).toMatchObject({ status: 409, body: { fields: taken } });
  expect((await change(everywhere.body.id, { postId: "p3", publicReplies: ["Look!"] })).body).toMatchObject({
    places: ["COMMENT"],
    publicReplies: ["Look!"],
  });
  expect((await change(body.id, { postId: "" })).status).toBe(200);
  const x = await makeSocialAccount(app, { userId: creator.id, platform: "TWITTER" });
  expect(await create({ ...forPost, socialAccountId: x.id })).toMatchObject({
    status: 422,
    body: { fields: { postId: "X doesn't tell us about replies to a post" } },
  });
});

test("a keyword of emoji alone is one keyword, in whatever skin tone", async () => {
  expect((await create({ keyword: "👍" })).status).toBe(201);
  expect(await create({ keyword: "👍🏽" })).toMatchObject({ status: 409, body: { fields: taken } });
  expect((await create({ keyword: "🔥" })).status).toBe(201);
});

describe("a keyword", () => {
  test("is answered by one response of an account, however it is written", async () => {
    await create({ keyword: "Straße" });
    expect(await create({ keyword: "STRASSE 🙏" })).toMatchObject({ status: 409, body: { fields: taken } });
    expect((await create({ keyword: "other", moreKeywords: ["strasse"] })).status).toBe(409);
    const second = await makeSocialAccount(app, { userId: creator.id });
    expect((await create({ keyword: "strasse", socialAccountId: second.id })).status).toBe(201);
    const { body } = await create({ keyword: "other" });
    expect(await change(body.id, { keyword: "strasse" })).toMatchObject({
      status: 409,
      body: { fields: taken },
    });
    expect((await change(body.id, { keyword: "OTHER" })).body.keyword).toBe("OTHER");
  });

  test("is given to one of twenty that are saved at once", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({})));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  test("is free again when its response is deleted or lets go of it", async () => {
    const { body } = await create({ moreKeywords: ["manual"] });
    await change(body.id, { moreKeywords: [] });
    expect((await create({ keyword: "manual" })).status).toBe(201);
    await app.as(creator).call(deleteKeywordResponse, { params: { id: body.id } });
    expect((await create({})).status).toBe(201);
  });
});

describe("a change", () => {
  test("touches only what it names", async () => {
    const product = await makeProduct(app, { ownerId: creator.id });
    const { body } = await create({
      moreKeywords: ["manual"],
      excludedWords: ["no"],
      places: ["COMMENT"],
      matchMode: "EXACT",
      productId: product.id,
    });
    expect(body.responseType).toBe("PRODUCT_LINK");
    expect((await change(body.id, { isActive: false })).body).toEqual({
      ...body,
      isActive: false,
      revision: 2,
    });
    expect((await change(body.id, { productId: null })).body).toMatchObject({
      product: null,
      responseType: "TEXT",
      keywords: ["GUIDE", "manual"],
    });
  });

  test("moves a response and its keywords to another account, and both accounts know", async () => {
    const { body } = await create({});
    const second = await makeSocialAccount(app, { userId: creator.id });
    const versions = async () =>
      (await db.select().from(socialAccounts).where(eq(socialAccounts.userId, creator.id)))
        .toSorted((a, b) => Number(b.id === account.id) - Number(a.id === account.id))
        .map(({ rulesVersion }) => rulesVersion);
    const [firstBefore = 0, secondBefore = 0] = await versions();
    expect((await change(body.id, { socialAccountId: second.id })).body.account.id).toBe(second.id);
    const [firstAfter = 0, secondAfter = 0] = await versions();
    expect([firstAfter > firstBefore, secondAfter > secondBefore]).toEqual([true, true]);
    expect((await create({})).status).toBe(201);
  });

  test("two that move between the same accounts at once both end", async () => {
    const second = await makeSocialAccount(app, { userId: creator.id });
    const one = await create({});
    const other = await create({ keyword: "other", socialAccountId: second.id });
    for (let round = 0; round < 5; round++) {
      const [here, there] = round % 2 ? [account, second] : [second, account];
      const answers = await Promise.all([
        change(one.body.id, { socialAccountId: here.id }),
        change(other.body.id, { socialAccountId: there.id }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    }
  });

  test("of a response whose product left the store is possible, to that product by another is not", async () => {
    const product = await makeProduct(app, { ownerId: creator.id });
    await makeOrder(app, { items: [{ product }] });
    const { body } = await create({ productId: product.id });
    await app.as(creator).call(deleteProduct, { params: { id: product.id } });
    expect((await change(body.id, { isActive: false })).body.product).toMatchObject({ active: false });
    expect((await create({ keyword: "new", productId: product.id })).status).toBe(422);
  });

  test("of another creator's response is 404, as its deletion", async () => {
    const theirs = await makeKeywordResponse(app, await makeSocialAccount(app));
    expect((await change(theirs.id, { isActive: false })).status).toBe(404);
    const params = { id: theirs.id };
    expect((await app.as(creator).call(deleteKeywordResponse, { params })).status).toBe(404);
  });
});

test("what a keyword earned is in its list and file, and stays with the order when it is deleted", async () => {
  const product = await makeProduct(app, { ownerId: creator.id, priceCents: 2_000 });
  const { body } = await create({ productId: product.id, keyword: "=SUM(A1)" });
  const now = app.clock.now();
  const [event] = await db
    .insert(socialEvents)
    .values({
      userId: creator.id,
      socialAccountId: account.id,
      kind: "MESSAGE",
      platformEventId: "MESSAGE:1",
      personId: "fan",
      occurredAt: now,
      receivedAt: now,
      outcome: "SENT",
      keywordResponseId: body.id,
    })
    .returning();
  const [link] = await db
    .insert(replyLinks)
    .values({
      code: "abcdefghij",
      userId: creator.id,
      productId: product.id,
      eventId: event?.id ?? null,
      keywordResponseId: body.id,
      clicks: 3,
    })
    .returning();
  const order = await makeOrder(app, { items: [{ product }] });
  await db
    .insert(orderAttributions)
    .values({ orderId: order.id, userId: creator.id, linkId: link?.id ?? "", clickedAt: now });
  const [listed] = await list();
  expect(listed?.earnings).toEqual({
    received: 1,
    sent: 1,
    clicks: 3,
    orders: 1,
    netRevenueCents: order.totalCents,
  });
  const { text } = await app.as(creator).call(exportKeywordResponses);
  expect(text).toContain(`'=SUM(A1)`);
  expect(text).toContain(`,1,1,3,1,${order.totalCents / 100},`);

  await app.as(creator).call(deleteKeywordResponse, { params: { id: body.id } });
  expect(
    await db.select().from(orderAttributions).where(eq(orderAttributions.orderId, order.id)),
  ).toHaveLength(1);
  expect(
    await db.select().from(responseKeywords).where(eq(responseKeywords.keywordResponseId, body.id)),
  ).toEqual([]);
});

test("a placeholder that nobody would fill in is refused with its name, when it is written and when it is changed", async () => {
  const refused = { responseText: "{vorname} is not known here. Use {first_name}, {username} or {product}" };
  expect((await create({ responseText: "Hi {vorname}" })).body).toMatchObject({ fields: refused });
  const { body } = await create({ responseText: "Hi {first_name|friend}, {username}: {product}" });
  expect((await change(body.id, { responseText: "Hi {vorname}" })).body).toMatchObject({ fields: refused });
});
