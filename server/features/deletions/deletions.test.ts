import sharp from "sharp";
import { expect, test } from "vitest";
import type { RichDocument } from "#contract/document/document.ts";
import { undoDeletion, undoMinutes } from "#contract/deletions/deletions.ts";
import { eraseMember } from "#contract/buyers/buyers.ts";
import { deleteSubscriber, listSubscribers } from "#contract/mailing-list/mailing-list.ts";
import { createMailing, deleteMailing } from "#contract/mailings/mailings.ts";
import { createPost, deletePost } from "#contract/posts/posts.ts";
import {
  deleteSavedFilter,
  listSavedFilters,
  mostSavedFilters,
  saveFilter,
} from "#contract/saved-filters/saved-filters.ts";
import { deleteAutomationRule } from "#contract/social/automation-rules.ts";
import { deleteKeywordResponse, listKeywordResponses } from "#contract/social/keyword-responses.ts";
import { deleteTag, listTags, mostTagsOfPerson, tagCustomer, tagSubscribers } from "#contract/tags/tags.ts";
import { storeImage } from "#server/features/files/images.ts";
import { removeWhatEnded } from "#server/jobs/remove-what-ended.ts";
import { fingerprintDatabase } from "#tests/house/database-dump.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeSubscriber } from "#tests/support/mailing-factory.ts";
import { provenBrowser } from "#tests/support/member.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import {
  makeAutomationRule,
  makeConversation,
  makeKeywordResponse,
  makeMessage,
  makeSocialAccount,
} from "#tests/support/social-factory.ts";
import { colleagueBrowser } from "#tests/support/team-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;

async function desk() {
  const creator = await makeCreator(app);
  const me = app.as(creator);
  const undo = (id: string, who = me) => who.call(undoDeletion, { params: { id } });
  return { creator, me, undo };
}
type Desk = Awaited<ReturnType<typeof desk>>;

/** Something of each kind that can be put back, with all that goes with it, and the call that deletes it. */
const kinds: Record<string, (desk: Desk) => Promise<() => Promise<{ body: { deletionId: string } }>>> = {
  async "a saved filter"({ me }) {
    const { body } = await me.call(saveFilter, {
      body: { list: "ORDERS", name: "Paid", search: "status=PAID" },
    });
    return () => me.call(deleteSavedFilter, { params: { id: body.id } });
  },
  async "a tag with who has it"({ me, creator }) {
    const product = await makeProduct(app, { ownerId: creator.id });
    let tagId = "";
    for (const email of ["a1@example.com", "b2@example.com"]) {
      const { customerId } = await makeOrder(app, { items: [{ product }], email });
      const { body } = await me.call(tagCustomer, { params: { id: customerId }, body: { name: "VIP" } });
      tagId = body.tags[0]?.id ?? "";
    }
    return () => me.call(deleteTag, { params: { id: tagId } });
  },
  async "a keyword response with its messages"({ me, creator }) {
    const account = await makeSocialAccount(app, { userId: creator.id });
    const response = await makeKeywordResponse(app, account, { keyword: "GUIDE" });
    const conversation = await makeConversation(app, account);
    await makeMessage(app, conversation, { triggeredKeywordId: response.id, isFromBot: true });
    await pool.query(
      `insert into social_events (user_id, social_account_id, kind, platform_event_id, person_id, occurred_at, received_at, keyword_response_id)
       select $1, $2, 'MESSAGE', 'm' || n, 'p' || n, now(), now(), $3 from generate_series(1, 30) n`,
      [creator.id, account.id, response.id],
    );
    return () => me.call(deleteKeywordResponse, { params: { id: response.id } });
  },
  async "an automation rule"({ me, creator }) {
    const account = await makeSocialAccount(app, { userId: creator.id });
    const rule = await makeAutomationRule(app, account, {});
    return () => me.call(deleteAutomationRule, { params: { id: rule.id } });
  },
  async "a post with its picture"({ me, creator }) {
    const product = await makeProduct(app, {
      ownerId: creator.id,
      type: "MEMBERSHIP",
      billingInterval: "MONTH",
    });
    const data = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#f97316" } })
      .jpeg()
      .toBuffer();
    const { id: imageId } = await storeImage(app.services, { ownerId: creator.id, kind: "text", data });
    const content: RichDocument = {
      type: "doc",
      content: [{ type: "picture", attrs: { imageId, width: 9, height: 9, alt: "", caption: "" } }],
    };
    const { body, text } = await me.call(createPost, {
      body: { productId: product.id, title: "News", content, publishedAt: "now" },
    });
    expect(body.id, text).toBeDefined();
    return () => me.call(deletePost, { params: { id: body.id } });
  },
  async "the draft of a mailing"({ me }) {
    const { body } = await me.call(createMailing, { body: { subject: "Hello" } });
    return () => me.call(deleteMailing, { params: { id: body.id } });
  },
};

const rowsNow = () =>
  fingerprintDatabase(pool, ["rate_limits", "sessions", "social_accounts", "account_events", "job_outbox"]);

test.each(Object.entries(kinds))(
  "%s is deleted at once, and back as it was to the last column",
  async (_, make) => {
    const mine = await desk();
    const remove = await make(mine);
    const before = await rowsNow();
    const { body } = await remove();
    expect(body.deletionId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await rowsNow()).not.toEqual(before);
    expect(await mine.undo(body.deletionId)).toMatchObject({ status: 200, body: { success: true } });
    expect(await rowsNow()).toEqual(before);
    // Once: a second tab, or a second press, finds nothing to put back.
    expect((await mine.undo(body.deletionId)).status).toBe(404);
    expect(await rowsNow()).toEqual(before);
  },
);

test("of many tabs that put the same back at once, one does, and nobody else can", async () => {
  const mine = await desk();
  const other = await desk();
  const remove = await kinds["a saved filter"]?.(mine);
  const id = (await remove?.())?.body.deletionId ?? "";
  expect((await mine.undo(id, other.me)).status).toBe(404);
  const answers = await Promise.all(Array.from({ length: 6 }, () => mine.undo(id)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404, 404]);
  expect((await mine.me.call(listSavedFilters, { querystring: { list: "ORDERS" } })).body).toHaveLength(1);
});

test("what nobody puts back within minutes is gone for good, and what was kept of it, too", async () => {
  const mine = await desk();
  const remove = await kinds["a tag with who has it"]?.(mine);
  const id = (await remove?.())?.body.deletionId ?? "";
  app.clock.advance({ minutes: undoMinutes + 1 });
  expect((await mine.undo(id)).status).toBe(404);
  expect((await mine.me.call(listTags)).body).toEqual([]);
  await removeWhatEnded.handle(app.services, {}, new AbortController().signal);
  expect((await pool.query("select from deletions where id = $1", [id])).rowCount ?? 0).toBe(0);
});

test("where its name is taken, its place is gone or there is no room any more, it says so and changes nothing", async () => {
  const { me, undo, creator } = await desk();
  const save = (name: string) =>
    me.call(saveFilter, { body: { list: "ORDERS", name, search: "status=PAID" } });
  const { body: filter } = await save("Paid");
  const { body: first } = await me.call(deleteSavedFilter, { params: { id: filter.id } });
  const { body: taking } = await save("paid");
  expect(await undo(first.deletionId)).toMatchObject({ status: 409, body: { code: "TAKEN" } });
  await me.call(deleteSavedFilter, { params: { id: taking.id } });
  for (let number = 0; number < mostSavedFilters; number++) await save(`Filter ${number}`);
  expect(await undo(first.deletionId)).toMatchObject({ status: 409, body: { code: "FULL" } });
  expect((await me.call(listSavedFilters, { querystring: { list: "ORDERS" } })).body).toHaveLength(
    mostSavedFilters,
  );

  const account = await makeSocialAccount(app, { userId: creator.id });
  const response = await makeKeywordResponse(app, account, { keyword: "GUIDE" });
  const { body: gone } = await me.call(deleteKeywordResponse, { params: { id: response.id } });
  await pool.query("delete from social_accounts where id = $1", [account.id]);
  expect(await undo(gone.deletionId)).toMatchObject({ status: 409, body: { code: "GONE" } });
  expect((await me.call(listKeywordResponses)).body).toEqual([]);
});

test("who has as many tags as one can have by then is left without the one that is put back", async () => {
  const { me, undo, creator } = await desk();
  const product = await makeProduct(app, { ownerId: creator.id });
  const buyers = [
    await makeOrder(app, { items: [{ product }] }),
    await makeOrder(app, { items: [{ product }] }),
  ];
  const [full, other] = buyers.map(({ customerId }) => customerId);
  const tag = async (id: string | undefined, name: string) =>
    (await me.call(tagCustomer, { params: { id: id ?? "" }, body: { name } })).body.tags;
  await tag(full, "VIP");
  const vip = (await tag(other, "VIP"))[0]?.id ?? "";
  const { body } = await me.call(deleteTag, { params: { id: vip } });
  for (let n = 0; n < mostTagsOfPerson; n++) await tag(full, `Tag ${n}`);
  expect((await undo(body.deletionId)).status).toBe(200);
  expect((await me.call(listTags)).body.find(({ name }) => name === "VIP")).toMatchObject({
    id: vip,
    people: 1,
  });
});

test("whoever has their data removed, or is taken off a list, comes back by no tag that is put back", async () => {
  const { me, undo, creator } = await desk();
  const product = await makeProduct(app, { ownerId: creator.id });
  const email = "erased-with-a-tag@example.com";
  const { customerId } = await makeOrder(app, { items: [{ product }], email });
  const { body } = await me.call(tagCustomer, { params: { id: customerId }, body: { name: "VIP" } });
  const { body: deleted } = await me.call(deleteTag, { params: { id: body.tags[0]?.id ?? "" } });
  await (await provenBrowser(app, email)).call(eraseMember, { body: { email } });
  expect((await undo(deleted.deletionId)).status).toBe(404);
  expect(
    (await pool.query("select from deleted_rows where rows::text like '%erased-with-a-tag%'")).rowCount,
  ).toBe(0);

  await makeSubscriber(app, creator.id, "left@example.com");
  const [subscriber] = (await me.call(listSubscribers, { querystring: {} })).body.subscribers;
  await me.call(tagSubscribers, {
    body: { name: "List", isTagged: true, subscriberIds: [subscriber?.id ?? ""] },
  });
  const [list] = (await me.call(listTags)).body.filter(({ name }) => name === "List");
  const { body: again } = await me.call(deleteTag, { params: { id: list?.id ?? "" } });
  await me.call(deleteSubscriber, { params: { id: subscriber?.id ?? "" } });
  expect((await undo(again.deletionId)).status).toBe(404);
});

test("all that a deletion takes with it can be put back: the lists of rules.sql reach as far as the foreign keys do", async () => {
  const { rows: listed } = await pool.query<{ tables: string[] }>("select undoable_tables() as tables");
  const tables = listed[0]?.tables ?? [];
  const { rows: references } = await pool.query<{ on: string; of: string; column: string; kind: string }>(
    `select c.conrelid::regclass::text as "on", c.confrelid::regclass::text as "of", a.attname as column, c.confdeltype as kind
       from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid::regclass::text = any ($1) and c.confdeltype in ('c', 'n')`,
    [tables],
  );
  // What has been sent of a mailing: a draft, which alone is deleted, has none of it.
  const ofSent = ["promotions", "reply_links"];
  const cascading = references.filter(({ kind }) => kind === "c").map(({ on }) => on);
  expect(cascading.filter((table) => !tables.includes(table) && !ofSent.includes(table))).toEqual([]);
  // Each after those that it refers to.
  for (const { on, of } of references.filter((one) => one.kind === "c" && tables.includes(one.on)))
    expect(tables.indexOf(on), `${on} after ${of}`).toBeGreaterThan(tables.indexOf(of));
  const { rows: triggers } = await pool.query<{ on: string }>(
    `select tgrelid::regclass::text as "on" from pg_trigger where tgname = 'keep_deleted_rows'`,
  );
  expect(triggers.map(({ on }) => on).toSorted()).toEqual(tables.toSorted());
  // What names something that can be put back keeps the name: none is set to null, which nobody would give back.
  expect(references.filter(({ kind }) => kind === "n")).toEqual([]);
});

test("of one creator the newest 50 can be put back, however fast they delete", async () => {
  const mine = await desk();
  const earlier = await pool.query<{ id: string }>(
    "insert into deletions (owner_id, kind, deleted_at) select $1, 'POST', $2::timestamptz - n * interval '1 second' from generate_series(1, 51) n returning id",
    [mine.creator.id, app.clock.now()],
  );
  const remove = await kinds["a saved filter"]?.(mine);
  const id = (await remove?.())?.body.deletionId ?? "";
  const kept = await pool.query<{ id: string }>("select id from deletions where owner_id = $1", [
    mine.creator.id,
  ]);
  const newest = [id, ...earlier.rows.slice(0, 49).map((row) => row.id)];
  expect(kept.rows.map((row) => row.id).toSorted()).toEqual(newest.toSorted());
  expect((await mine.undo(id)).status).toBe(200);
});

test("a deletion that is refused keeps nothing", async () => {
  const { me } = await desk();
  const before = (await pool.query("select from deletions")).rowCount;
  expect((await me.call(deletePost, { params: { id: crypto.randomUUID() } })).status).toBe(404);
  expect((await me.call(deleteMailing, { params: { id: crypto.randomUUID() } })).status).toBe(404);
  expect((await pool.query("select from deletions")).rowCount).toBe(before);
});

test("a colleague puts back what they may delete, and nothing else", async () => {
  const { me, creator } = await desk();
  const { body: filter } = await me.call(saveFilter, {
    body: { list: "ORDERS", name: "Paid", search: "status=PAID" },
  });
  const { body } = await me.call(deleteSavedFilter, { params: { id: filter.id } });
  const { browser: editor } = await colleagueBrowser(app, creator, "EDITOR");
  const { browser: support } = await colleagueBrowser(app, creator, "SUPPORT");
  const params = { id: body.deletionId };
  expect(await editor.call(undoDeletion, { params })).toMatchObject({ status: 403, body: { code: "ROLE" } });
  expect(await support.call(undoDeletion, { params })).toMatchObject({ status: 200 });
});
