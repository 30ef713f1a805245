import { beforeEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import {
  type AutomationRuleInput,
  createAutomationRule,
  deleteAutomationRule,
  exportListedPeople,
  listAutomationRules,
  listListedPeople,
  updateAutomationRule,
} from "#contract/social/automation-rules.ts";
import { listedPeople } from "#server/database/schema/social-lists.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeSocialAccount } from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

type Input = z.input<typeof AutomationRuleInput>;

const app = await testApp();
const { db } = app.services;
let creator: Awaited<ReturnType<typeof makeCreator>>;
let account: Awaited<ReturnType<typeof makeSocialAccount>>;
beforeEach(async () => {
  creator = await makeCreator(app);
  account = await makeSocialAccount(app, { userId: creator.id });
});

const create = (body: Partial<Input>) =>
  app.as(creator).call(createAutomationRule, {
    body: {
      socialAccountId: account.id,
      ruleName: "Welcome",
      triggerType: "FIRST_MESSAGE",
      actionType: "SEND_MESSAGE",
      responseTemplate: "Welcome!",
      ...body,
    },
  });
const change = (id: string, body: Partial<Input>) =>
  app.as(creator).call(updateAutomationRule, { params: { id }, body });
const list = async () => (await app.as(creator).call(listAutomationRules)).body;
const nothing = { keywords: [], postId: "", publicReplies: [], listName: "", notifiesOwner: false };

describe("an automation rule", () => {
  test("keeps what its trigger and action have a use for", async () => {
    const conditions = {
      keywords: ["Price", "PRICE!", "…", "cost"],
      postId: " p1 ",
      publicReplies: ["Sent!", "Look!"],
      listName: "Fans",
      notifiesOwner: true,
    };
    const beside = { listName: "Fans", notifiesOwner: true };
    const { status, body } = await create({ conditions });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ruleName: "Welcome",
      triggerType: "FIRST_MESSAGE",
      conditions: { ...nothing, ...beside },
      product: null,
      isActive: true,
      executionCount: 0,
      earnings: { received: 0, sent: 0, clicks: 0, orders: 0, netRevenueCents: 0 },
    });
    expect(await list()).toEqual([body]);
    const comment = await create({ triggerType: "COMMENT", conditions });
    expect(comment.body.conditions).toEqual({
      ...conditions,
      keywords: ["Price", "cost"],
      postId: "p1",
    });
    const listing = await create({ triggerType: "FOLLOW", actionType: "ADD_TO_LIST", conditions });
    expect(listing.body).toMatchObject({
      conditions: { ...nothing, ...beside },
      responseTemplate: "",
    });
    const notice = await create({ triggerType: "FOLLOW", actionType: "NOTIFY_OWNER", conditions });
    expect(notice.body.conditions).toEqual(nothing);
  });

  test("links a product of the creator's", async () => {
    const product = await makeProduct(app, { ownerId: creator.id, title: "Course" });
    const sends = { actionType: "SEND_PRODUCT", responseTemplate: "", productId: product.id } as const;
    const { body } = await create(sends);
    expect(body.product).toEqual({ id: product.id, title: "Course", active: true });
    expect((await change(body.id, { actionType: "SEND_MESSAGE" })).status).toBe(422);
    expect(
      (await change(body.id, { actionType: "SEND_MESSAGE", responseTemplate: "Hi", productId: null })).body,
    ).toMatchObject({ product: null, responseTemplate: "Hi" });
    const theirs = await makeProduct(app);
    expect(await create({ ...sends, productId: theirs.id })).toMatchObject({
      status: 422,
      body: { fields: { productId: "Choose one of your products" } },
    });
  });

  test.each<[Partial<Input>, Record<string, string>]>([
    [{ ruleName: " " }, { ruleName: "Name is required" }],
    [{ responseTemplate: " " }, { responseTemplate: "Response message is required" }],
    [
      { responseTemplate: "字".repeat(330) },
      { responseTemplate: "This does not fit into one message on Instagram. Use a shorter text" },
    ],
    [{ actionType: "SEND_PRODUCT" }, { productId: "Choose the product to link to" }],
    [
      { triggerType: "KEYWORD", conditions: { keywords: ["?!"] } },
      { "conditions.keywords": "Use at least one keyword with a letter, digit or emoji" },
    ],
    [{ actionType: "ADD_TO_LIST" }, { "conditions.listName": "Name the list, or a tag" }],
    [
      { triggerType: "FOLLOW" },
      { actionType: "Nobody may be written to for following. Add them to a list, or be told" },
    ],
  ])("cannot have %o", async (fields, problems) => {
    const { status, body } = await create(fields);
    expect([status, body]).toMatchObject([422, { fields: problems }]);
    expect(await list()).toEqual([]);
  });

  test("on X writes only to those who wrote first", async () => {
    const x = await makeSocialAccount(app, { userId: creator.id, platform: "TWITTER" });
    const on = (more: Partial<Input>) => create({ socialAccountId: x.id, ...more });
    for (const triggerType of ["MENTION", "COMMENT", "STORY_REPLY"] as const)
      expect((await on({ triggerType })).body).toMatchObject({
        fields: { actionType: "On X only people who wrote to you first may be answered" },
      });
    expect((await on({ triggerType: "MENTION", actionType: "NOTIFY_OWNER" })).status).toBe(201);
    expect((await on({ triggerType: "KEYWORD", conditions: { keywords: ["price"] } })).status).toBe(201);
    expect((await on({})).status).toBe(201);
  });

  test("changes only what is named", async () => {
    const { body } = await create({
      triggerType: "COMMENT",
      conditions: { keywords: ["price"], postId: "p1", publicReplies: ["Sent!"] },
    });
    expect((await change(body.id, { isActive: false })).body).toEqual({
      ...body,
      isActive: false,
      revision: 2,
    });
    expect((await change(body.id, { ruleName: "Prices" })).body).toMatchObject({
      ruleName: "Prices",
      conditions: body.conditions,
    });
  });

  test("is deleted, and nobody else's", async () => {
    const { body } = await create({});
    const other = await makeCreator(app);
    const params = { id: body.id };
    expect((await app.as(other).call(deleteAutomationRule, { params })).status).toBe(404);
    expect((await app.as(other).call(updateAutomationRule, { params, body: {} })).status).toBe(404);
    expect((await app.as(creator).call(deleteAutomationRule, { params })).body).toMatchObject({
      success: true,
    });
    expect(await list()).toEqual([]);
  });
});

test("the people on lists are told and exported, the newest first", async () => {
  const person = (userId: string, personId: string, minutes: number) => ({
    userId,
    platform: "INSTAGRAM" as const,
    listName: "Fans",
    personId,
    personUsername: personId === "p0" ? "=cmd" : personId,
    createdAt: new Date(app.clock.now().getTime() + minutes * 60_000),
  });
  await db
    .insert(listedPeople)
    .values([
      ...Array.from({ length: 1_100 }, (_, index) => person(creator.id, `p${index}`, index)),
      person((await makeCreator(app)).id, "theirs", 0),
    ]);
  const { body } = await app.as(creator).call(listListedPeople);
  expect(body).toHaveLength(500);
  expect(body[0]).toMatchObject({ listName: "Fans", platform: "INSTAGRAM", username: "p1099" });
  const { text } = await app.as(creator).call(exportListedPeople);
  expect(text.trim().split("\r\n")).toHaveLength(1_101);
  expect(text).toContain(`"Fans","INSTAGRAM","'=cmd",`);
  expect(text).not.toContain("theirs");
});
