import { beforeAll, beforeEach, expect, test } from "vitest";
import { undoDeletion, undoMinutes } from "#contract/deletions/deletions.ts";
import { deleteKeywordResponse, listKeywordResponses } from "#contract/social/keyword-responses.ts";
import { getSocialAnalytics } from "#contract/social/social-analytics.ts";
import { deleteTag, listTags, tagCustomer } from "#contract/tags/tags.ts";
import { expireTag } from "#server/features/tags/expire-tag.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { makeKeywordResponse, makeSocialAccount } from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;

/** Every statement that writes to what grows with people or messages, and how many rows it wrote. */
beforeAll(() =>
  pool.query(`
    create table touched (id int generated always as identity, name text, rows int, tx xid8 default pg_current_xact_id());
    create function note_touched() returns trigger language plpgsql as $$
    begin
      insert into touched (name, rows) select TG_TABLE_NAME, count(*) from touched_rows having count(*) > 0;
      return null;
    end $$;
    create trigger note_deleted after delete on person_tags referencing old table as touched_rows
      for each statement execute function note_touched();
    create trigger note_written after insert on person_tags referencing new table as touched_rows
      for each statement execute function note_touched();
    create trigger note_updated after update on social_events referencing old table as touched_rows
      for each statement execute function note_touched();
    create trigger note_updated after update on dm_messages referencing old table as touched_rows
      for each statement execute function note_touched();
    create trigger note_updated after update on reply_links referencing old table as touched_rows
      for each statement execute function note_touched();
    create trigger note_kept after insert on deleted_rows referencing new table as touched_rows
      for each statement execute function note_touched()`),
);
beforeEach(() => pool.query("delete from touched"));
const touched = async () =>
  (
    await pool.query<{ name: string; rows: number }>(
      'select name, rows, count(*) over (partition by tx)::int as "inOne" from touched order by id',
    )
  ).rows;

/** A tag that thousands have, of whom one has bought. */
async function makeLargeTag(people = 3_500) {
  const creator = await makeCreator(app);
  const me = app.as(creator);
  const product = await makeProduct(app, { ownerId: creator.id });
  const { customerId } = await makeOrder(app, { items: [{ product }] });
  const { body } = await me.call(tagCustomer, { params: { id: customerId }, body: { name: "Many" } });
  const id = body.tags[0]?.id ?? "";
  await pool.query(
    "insert into person_tags (owner_id, tag_id, mailbox) select $1, $2, 'reader' || n || '@example.com' from generate_series(2, $3::int) n",
    [creator.id, id, people],
  );
  await pool.query("delete from touched");
  const left = async () =>
    (await pool.query<{ count: number }>("select count(*)::int from person_tags where tag_id = $1", [id]))
      .rows[0]?.count;
  const remove = async () => (await me.call(deleteTag, { params: { id } })).body.deletionId;
  const undo = async (deletionId: string) =>
    (await me.call(undoDeletion, { params: { id: deletionId } })).status;
  return { creator, me, id, left, remove, undo };
}

test("a tag of thousands goes and comes back without any of their rows being written", async () => {
  const { me, remove, undo } = await makeLargeTag();
  const people = async () => (await me.call(listTags)).body.map((tag) => tag.people);
  expect(await people()).toEqual([3_500]);
  const deletionId = await remove();
  expect(await people()).toEqual([]);
  expect(await touched()).toEqual([{ name: "deleted_rows", rows: 1, inOne: 1 }]);
  expect(await undo(deletionId)).toBe(200);
  expect(await people()).toEqual([3_500]);
  expect(await touched()).toHaveLength(1);
  // What would have taken it from them finds it put back.
  app.clock.advance({ minutes: undoMinutes + 2 });
  await app.runJobs();
  expect(await people()).toEqual([3_500]);
});

test("once it cannot be put back it is taken from a thousand in each transaction, and a killed worker's rest by the next", async () => {
  const { creator, id, left, remove, undo } = await makeLargeTag();
  const deletionId = await remove();
  await app.runJobs();
  expect(await left()).toBe(3_500);
  app.clock.advance({ minutes: undoMinutes + 2 });
  await pool.query("delete from touched");
  const killed = AbortSignal.abort(new Error("stopped"));
  const data = { ownerId: creator.id, tagId: id, deletionId };
  await expect(expireTag.handle(app.services, data, killed)).rejects.toThrow("stopped");
  expect(await left()).toBe(2_500);
  await app.runJobs();
  expect(await left()).toBe(0);
  const piece = { name: "person_tags", rows: 1_000, inOne: 1 };
  expect(await touched()).toEqual([piece, piece, piece, { ...piece, rows: 500 }]);
  expect(await undo(deletionId)).toBe(404);
});

test("an undo at the last moment is waited for, and its tag keeps its people", async () => {
  const { creator, id, left, remove } = await makeLargeTag(10);
  const deletionId = await remove();
  const undoing = await pool.connect();
  try {
    await undoing.query("begin");
    await undoing.query("select from deletions where id = $1 for update", [deletionId]);
    const expiring = expireTag.handle(app.services, { ownerId: creator.id, tagId: id, deletionId });
    await undoing.query("insert into tags (id, owner_id, name) values ($1, $2, 'Many')", [id, creator.id]);
    await undoing.query("delete from deletions where id = $1", [deletionId]);
    await undoing.query("commit");
    await expiring;
  } finally {
    undoing.release();
  }
  expect(await left()).toBe(10);
});

test("a response that thousands of messages name goes and comes back without a write to any of them", async () => {
  const creator = await makeCreator(app);
  const me = app.as(creator);
  const account = await makeSocialAccount(app, { userId: creator.id });
  const response = await makeKeywordResponse(app, account, { keyword: "GUIDE" });
  await pool.query(
    `insert into social_events (user_id, social_account_id, kind, platform_event_id, person_id, occurred_at, received_at, keyword_response_id, outcome, decided_at)
     select $1, $2, 'MESSAGE', 'm' || n, 'p' || n, $4, $4, $3, 'SENT', $4 from generate_series(1, 3000) n`,
    [creator.id, account.id, response.id, app.clock.now()],
  );
  const received = async () => (await me.call(listKeywordResponses)).body.map((one) => one.earnings.received);
  expect(await received()).toEqual([3_000]);
  await pool.query("delete from touched");
  const { deletionId } = (await me.call(deleteKeywordResponse, { params: { id: response.id } })).body;
  const written = (await touched()).map(({ name }) => name);
  expect(new Set(written)).toEqual(new Set(["deleted_rows"]));
  expect(await received()).toEqual([]);
  // What it did is still counted, as of something that is gone.
  const { keywords } = (await me.call(getSocialAnalytics, { querystring: { days: 7 } })).body;
  expect(keywords).toMatchObject([{ id: null, received: 3_000, sent: 3_000 }]);
  expect((await me.call(undoDeletion, { params: { id: deletionId } })).status).toBe(200);
  expect(await touched()).toHaveLength(written.length);
  expect(await received()).toEqual([3_000]);
});
