import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { confirmSubscription, joinList, saveMailingList } from "#contract/mailing-list/mailing-list.ts";
import { undoDeletion } from "#contract/deletions/deletions.ts";
import { getCustomer, listCustomers } from "#contract/orders/customers.ts";
import { listAutomationRules } from "#contract/social/automation-rules.ts";
import { getDmConversation, listDmMessages, untagDmConversation } from "#contract/social/conversations.ts";
import { createKeywordResponse, updateKeywordResponse } from "#contract/social/keyword-responses.ts";
import { deleteTag, listTags, untagCustomer } from "#contract/tags/tags.ts";
import { acceptEvents } from "#server/features/social/engine/inbox/accept-events.ts";
import { simulateFanAct, type FanAct } from "#server/platforms/demo/simulate.ts";
import { deliverWebhooks, openCheckout, pay } from "#tests/support/buy.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { clickReplyLink } from "#tests/support/reply-link.ts";
import { makeAutomationRule, makeKeywordResponse, makeSocialAccount } from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;

async function openStore() {
  const creator = await makeCreator(app);
  const product = await makeProduct(app, { ownerId: creator.id, priceCents: 2_000 });
  const account = await makeSocialAccount(app, { userId: creator.id });
  const me = app.as(creator);
  return {
    creator,
    product,
    account,
    me,
    async fan(text: string, act: Partial<FanAct> = {}) {
      const given = { kind: "DM" as const, username: "sam", postId: "", ...act };
      await acceptEvents(app.services, [await simulateFanAct(app.services, account, { text, ...given })]);
      await app.answerMessages();
    },
    /** The ids of the only fan's conversation. */
    async conversationId() {
      const { rows } = await pool.query<{ id: string }>(
        "select id from dm_conversations where user_id = $1",
        [creator.id],
      );
      return rows[0]?.id ?? "";
    },
    async tagged(conversationId: string) {
      const { body } = await me.call(getDmConversation, { params: { id: conversationId } });
      return body.tags.map(({ name }) => name);
    },
    events: async () =>
      (
        await pool.query<{ outcome: string; tags: number }>(
          "select outcome, coalesce(cardinality(tagged_with), 0) as tags from social_events where user_id = $1 order by id",
          [creator.id],
        )
      ).rows.map(({ outcome, tags }) => `${outcome} ${tags}`),
    async tagId(name: string) {
      const { rows } = await pool.query<{ id: string }>(
        "insert into tags (owner_id, name) values ($1, $2) on conflict (owner_id, lower(name)) do update set name = tags.name returning id",
        [creator.id, name],
      );
      return rows[0]?.id ?? "";
    },
    /** Buys through the newest link of a reply. */
    async buy() {
      const browser = app.browser();
      const { rows } = await pool.query<{ code: string }>(
        "select code from reply_links where user_id = $1 order by created_at desc, id limit 1",
        [creator.id],
      );
      await clickReplyLink(app, browser, rows[0]?.code ?? "");
      await pay(browser, await openCheckout(browser, product.id));
      await deliverWebhooks(app);
      await app.runJobs();
    },
    async tagsOfCustomers() {
      const { body: customers } = await me.call(listCustomers, { querystring: {} });
      return customers.map(({ tags }) => tags.map(({ name }) => name));
    },
  };
}

test("a reply tags its person once, also while automation rests and after STOP", async () => {
  const { account, me, fan, conversationId, tagged, tagId, events } = await openStore();
  await makeKeywordResponse(app, account, { tagId: await tagId("Lead") });
  await fan("guide");
  const id = await conversationId();
  expect(await tagged(id)).toEqual(["Lead"]);
  const [message] = (await me.call(listDmMessages, { querystring: { conversationId: id } })).body;
  expect(message?.taggedWith).toEqual(["Lead"]);
  const forget = () => pool.query("delete from conversation_tags where conversation_id = $1", [id]);
  await forget();
  await pool.query("update dm_conversations set paused_until = $2 where id = $1", [
    id,
    new Date(app.clock.now().getTime() + 3_600_000),
  ]);
  await fan("guide");
  expect(await tagged(id)).toEqual(["Lead"]);
  await forget();
  await pool.query("update dm_conversations set paused_until = null where id = $1", [id]);
  await fan("stop");
  await fan("guide");
  await fan("guide");
  expect(await tagged(id)).toEqual(["Lead"]);
  expect(await events()).toEqual([
    "SENT 1",
    "CREATOR_ANSWERS 1",
    "OPTED_OUT 0",
    "PERSON_OPTED_OUT 1",
    "PERSON_OPTED_OUT 1",
  ]);
});

test("a rule can only tag, including people who comment or follow without a conversation", async () => {
  const { account, me, fan, conversationId, tagged, tagId, events } = await openStore();
  const conditions = { tagId: await tagId("Fan") };
  await makeAutomationRule(app, account, {
    triggerType: "COMMENT",
    actionType: "ADD_TO_LIST",
    responseTemplate: "",
    conditions,
  });
  await makeAutomationRule(app, account, {
    triggerType: "FOLLOW",
    actionType: "ADD_TO_LIST",
    responseTemplate: "",
    conditions: { tagId: await tagId("Follower") },
  });
  const rules = (await me.call(listAutomationRules)).body;
  expect(rules.map(({ tag }) => tag?.name)).toEqual(["Fan", "Follower"]);
  await fan("", { kind: "FOLLOW" });
  await fan("wow", { kind: "COMMENT", postId: "post-1" });
  expect(await events()).toEqual(["LISTED 1", "LISTED 1"]);
  expect(await tagged(await conversationId())).toEqual(["Fan", "Follower"]);
});

test("a deleted tag is given to nobody, and given again once it is put back", async () => {
  const { account, me, fan, conversationId, tagged, tagId, events } = await openStore();
  const id = await tagId("Lead");
  await makeKeywordResponse(app, account, { tagId: id });
  await fan("guide");
  const { deletionId } = (await me.call(deleteTag, { params: { id } })).body;
  expect(await tagged(await conversationId())).toEqual([]);
  await fan("guide", { username: "ben" });
  expect(await events()).toEqual(["SENT 1", "SENT 0"]);
  await me.call(undoDeletion, { params: { id: deletionId } });
  expect(await tagged(await conversationId())).toEqual(["Lead"]);
  app.clock.advance({ minutes: 2 });
  await fan("guide", { username: "ben" });
  expect(await events()).toEqual(["SENT 1", "SENT 0", "SENT 1"]);
  await me.call(deleteTag, { params: { id } });
  app.clock.advance({ minutes: 30 });
  await app.runJobs();
  const left = await pool.query("select from conversation_tags where tag_id = $1", [id]);
  expect(left.rowCount).toBe(0);
});

test("who buys through the link of a reply gets the tags of the conversation, and those that follow", async () => {
  const store = await openStore();
  const { account, product, me, fan, tagId, buy, tagsOfCustomers } = store;
  await makeKeywordResponse(app, account, { productId: product.id, tagId: await tagId("Lead") });
  await makeKeywordResponse(app, account, { keyword: "later", tagId: await tagId("Later") });
  await fan("guide");
  await app.runJobs();
  expect((await me.call(listTags)).body.map(({ people }) => people)).toEqual([0, 0]);
  await buy();
  expect(await tagsOfCustomers()).toEqual([["Lead"]]);
  // Given already: a tag that the creator takes away does not come back with the next one.
  const [customer] = (await me.call(listCustomers, { querystring: {} })).body;
  const params = { id: customer?.id ?? "", tagId: await tagId("Lead") };
  expect((await me.call(untagCustomer, { params })).status).toBe(200);
  await fan("later");
  await app.runJobs();
  expect(await tagsOfCustomers()).toEqual([["Later"]]);
  const { body } = await me.call(getCustomer, { params: { id: params.id } });
  expect(body.tags.map(({ name }) => name)).toEqual(["Later"]);
});

test("who joins the list through the link of a reply gets the tags once the address is confirmed", async () => {
  const { creator, account, me, fan, tagId } = await openStore();
  const list = { isOpen: true, title: "Notes", promise: "Monthly", thanksProductId: null };
  await me.call(saveMailingList, { body: list });
  await makeKeywordResponse(app, account, { linkTarget: "LIST", tagId: await tagId("Lead") });
  await fan("guide");
  const { rows } = await pool.query<{ code: string }>("select code from reply_links where user_id = $1", [
    creator.id,
  ]);
  const [clicked, other] = [app.browser(), app.browser()];
  await clickReplyLink(app, clicked, rows[0]?.code ?? "");
  const params = { handle: creator.handle };
  const people = async () => (await me.call(listTags)).body.map((tag) => tag.people);
  for (const [browser, expected] of [
    [other, 0],
    [clicked, 1],
  ] as const) {
    const email = `reader-${randomUUID()}@example.com`;
    await browser.call(joinList, { params, body: { email } });
    await app.runJobs();
    expect(await people()).toEqual([0]);
    const mails = await pool.query<{ code: string }>(
      `select left(subject, 6) as code from mailbox where "to" = $1`,
      [email],
    );
    const proof = { email, code: mails.rows[0]?.code ?? "" };
    expect((await browser.call(confirmSubscription, { params, body: proof })).status).toBe(200);
    await app.runJobs();
    expect(await people()).toEqual([expected]);
  }
});

test("an order through another creator's or nobody's conversation gets no tag", async () => {
  const [mine, theirs] = [await openStore(), await openStore()];
  for (const { account, product, tagId, fan } of [mine, theirs]) {
    await makeKeywordResponse(app, account, { productId: product.id, tagId: await tagId("Lead") });
    await fan("guide");
  }
  await mine.buy();
  const browser = app.browser();
  await pay(browser, await openCheckout(browser, theirs.product.id));
  await deliverWebhooks(app);
  await app.runJobs();
  expect(await mine.tagsOfCustomers()).toEqual([["Lead"]]);
  expect(await theirs.tagsOfCustomers()).toEqual([[]]);
});

test("a conversation holds 20 tags, and so does its buyer", async () => {
  const { account, product, creator, fan, conversationId, tagged, tagId, events, buy, tagsOfCustomers } =
    await openStore();
  await makeKeywordResponse(app, account, { productId: product.id, tagId: await tagId("Lead") });
  await fan("hello");
  const id = await conversationId();
  await pool.query(
    `with made as (insert into tags (owner_id, name) select $1, 'T' || n from generate_series(1, 20) n returning id)
     insert into conversation_tags (owner_id, conversation_id, tag_id) select $1, $2, id from made`,
    [creator.id, id],
  );
  await fan("guide");
  expect(await tagged(id)).toHaveLength(20);
  expect(await events()).toEqual(["NO_MATCH 0", "SENT 0"]);
  await buy();
  await pool.query(
    "update conversation_tags set tag_id = $2 where conversation_id = $1 and tag_id = (select id from tags where name = 'T1' and owner_id = $3)",
    [id, await tagId("Lead"), creator.id],
  );
  await buy();
  expect(await tagsOfCustomers()).toEqual([expect.any(Array)]);
  expect((await tagsOfCustomers())[0]).toHaveLength(20);
});

test("only its owner removes a tag from a conversation", async () => {
  const [mine, theirs] = [await openStore(), await openStore()];
  await makeKeywordResponse(app, mine.account, { tagId: await mine.tagId("Lead") });
  await mine.fan("guide");
  const params = { id: await mine.conversationId(), tagId: await mine.tagId("Lead") };
  expect((await theirs.me.call(untagDmConversation, { params })).status).toBe(404);
  expect(await mine.tagged(params.id)).toEqual(["Lead"]);
  expect((await mine.me.call(untagDmConversation, { params })).body.tags).toEqual([]);
});

test("a response takes a tag by its name, of its own creator alone", async () => {
  const [mine, theirs] = [await openStore(), await openStore()];
  const foreign = await theirs.tagId("Lead");
  const input = { socialAccountId: mine.account.id, keyword: "guide", responseText: "Here you go" };
  const made = await mine.me.call(createKeywordResponse, { body: { ...input, tagName: " Lead " } });
  expect(made.body.tag).toEqual({ id: await mine.tagId("Lead"), name: "Lead" });
  expect(made.body.tag?.id).not.toBe(foreign);
  const change = (body: { tagName?: string; isActive?: boolean }) =>
    mine.me.call(updateKeywordResponse, { params: { id: made.body.id }, body });
  expect((await change({ isActive: false })).body.tag?.name).toBe("Lead");
  expect((await change({ tagName: "lead" })).body.tag?.name).toBe("Lead");
  expect((await change({ tagName: "" })).body.tag).toBeNull();
  await expect(makeKeywordResponse(app, mine.account, { keyword: "x", tagId: foreign })).rejects.toThrow();
  await expect(makeAutomationRule(app, mine.account, { conditions: { tagId: foreign } })).rejects.toThrow();
  await mine.fan("hello");
  await expect(
    pool.query("insert into conversation_tags (owner_id, conversation_id, tag_id) values ($1, $2, $3)", [
      mine.creator.id,
      await mine.conversationId(),
      foreign,
    ]),
  ).rejects.toThrow(/another creator/);
  await pool.query("insert into tags (owner_id, name) select $1, 'T' || n from generate_series(1, 99) n", [
    mine.creator.id,
  ]);
  expect(await change({ tagName: "One more" })).toMatchObject({
    status: 409,
    body: { fields: { tagName: "You have 100 tags. Delete one first." } },
  });
});
