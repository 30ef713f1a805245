import { expect, test } from "vitest";
import {
  dismissFirstSale,
  getUnread,
  listNotificationChoices,
  listNotifications,
  markNotificationsRead,
  saveNotificationChoice,
} from "#contract/notifications/notifications.ts";
import { dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { allJobs } from "#server/jobs/all-jobs.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { notifyCreator } from "./tell-creator.ts";

const app = await testApp();
const { pool, db } = app.services;

type Creator = Awaited<ReturnType<typeof makeCreator>>;

const sell = async (creator: Creator, fields: Parameters<typeof makeProduct>[1] = {}, title = "Guide") => {
  const product = await makeProduct(app, { ownerId: creator.id, title, type: "DOWNLOAD", ...fields });
  return makeOrder(app, { items: [{ product }] });
};
const told = async (creator: Creator, cursor?: string) =>
  (await app.as(creator).call(listNotifications, { querystring: { cursor } })).body;
const wordsTold = async (creator: Creator) =>
  (await told(creator)).notifications.map(({ title, text }) => [title, text]);
const choose = (creator: Creator, kind: "SALE" | "DISPUTE" | "REVIEW" | "ORDER_TO_SHIP", body: object) =>
  app.as(creator).call(saveNotificationChoice, { params: { kind }, body });
const unread = async (creator: Creator) => (await app.as(creator).call(getUnread)).body.unread;
const run = async (job: string) => {
  await pool.query("insert into job_outbox (name, data) values ($1, '{}')", [job]);
  await app.runJobs();
};
const mailsTo = async (creator: Creator) =>
  (
    await pool.query<{ subject: string; text: string; headers: Record<string, string> }>(
      `select subject, text, headers from mailbox where "to" = $1 order by sent_at`,
      [creator.email],
    )
  ).rows;

test("the first sale has a notification and a moment of its own, every later one is a sale", async () => {
  const creator = await makeCreator(app);
  expect((await app.as(creator).call(getUnread)).body).toEqual({ unread: 0, firstSale: null, mark: "none" });
  const first = await sell(creator);
  app.clock.advance({ seconds: 1 });
  await sell(creator, { priceCents: 2_500 }, "Course");
  expect(await wordsTold(creator)).toEqual([
    ["You sold Course", "$25.00 · Order 1002"],
    ["Your first sale!", "Guide · $19.00 · Order 1001"],
  ]);
  expect((await app.as(creator).call(getUnread)).body).toEqual({
    unread: 2,
    firstSale: { orderId: first.id, title: "Guide", totalCents: 1_900, currency: "usd" },
    mark: expect.any(String),
  });
  expect((await told(creator)).notifications[0]).toMatchObject({ kind: "SALE", isRead: false });
  expect((await told(creator)).notifications[1]?.href).toBe(`/admin?tab=customers&order=${first.id}`);
  for (let n = 0; n < 2; n++)
    expect((await app.as(creator).call(dismissFirstSale)).body).toEqual({ success: true });
  expect((await app.as(creator).call(getUnread)).body).toEqual({
    unread: 2,
    firstSale: null,
    mark: expect.any(String),
  });
});

test("of twenty sales at once one is the first, and each is told once", async () => {
  const creator = await makeCreator(app);
  const product = await makeProduct(app, { ownerId: creator.id, type: "DOWNLOAD" });
  await Promise.all(Array.from({ length: 20 }, () => makeOrder(app, { items: [{ product }] })));
  const { rows } = await pool.query(
    "select kind, count(*)::int as count from notifications where owner_id = $1 group by kind order by kind",
    [creator.id],
  );
  expect(rows).toEqual([
    { kind: "FIRST_SALE", count: 1 },
    { kind: "SALE", count: 19 },
  ]);
});

test("what has to be shipped or made is told beside the sale; what cost nothing once a day, and is no sale", async () => {
  const creator = await makeCreator(app);
  await sell(creator, { type: "PHYSICAL", requiresShipping: true }, "Poster");
  await sell(creator, { type: "SERVICE" }, "Call");
  expect((await wordsTold(creator)).toSorted()).toEqual(
    [
      ["An order to ship", "Poster · Order 1001"],
      ["Your first sale!", "Poster · $19.00 · Order 1001"],
      ["A service to deliver", "Call · Order 1002"],
      ["You sold Call", "$19.00 · Order 1002"],
    ].toSorted(),
  );
  const other = await makeCreator(app);
  for (let n = 0; n < 3; n++) await sell(other, { type: "SERVICE", priceCents: 0 }, "Gift");
  await sell(other, { priceCents: 0 }, "File");
  expect(await wordsTold(other)).toEqual([["A service to deliver", "Gift · Order 1001"]]);
});

test("the sales of a minute are one mail, which ends with one press, and each is mailed once", async () => {
  const creator = await makeCreator(app);
  await sell(creator, {}, "Guide. com");
  await sell(creator, {}, "Course");
  await run("tell-creators");
  await run("tell-creators");
  const [mail, ...others] = await mailsTo(creator);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("2 things happened in your store");
  expect(mail?.text).toContain("You sold Course: $19.00 · Order 1002");
  const link = /<(.+)>/.exec(String(mail?.headers["List-Unsubscribe"]))?.[1] ?? "";
  const { pathname } = new URL(link);
  expect((await app.app.inject({ method: "GET", url: pathname })).headers["location"]).toBe(
    "/admin?tab=settings&view=notifications",
  );
  const saleMail = async () =>
    (await app.as(creator).call(listNotificationChoices)).body.choices.find(({ kind }) => kind === "SALE")
      ?.mail;
  expect(await saleMail()).toBe("EACH");
  const press = (url: string) =>
    app.app.inject({
      method: "POST",
      url,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "List-Unsubscribe=One-Click",
    });
  const forged = await press(`${pathname.slice(0, -1)}${pathname.endsWith("A") ? "B" : "A"}`);
  expect(await saleMail()).toBe("EACH");
  const pressed = await press(pathname);
  expect([forged.statusCode, forged.body]).toEqual([pressed.statusCode, pressed.body]);
  expect(await saleMail()).toBe("NEVER");
  await sell(creator);
  await run("tell-creators");
  expect(await mailsTo(creator)).toHaveLength(1);
  expect(await unread(creator)).toBe(3);
});

test("what waited for a day is no news any more", async () => {
  const creator = await makeCreator(app);
  await sell(creator);
  app.clock.advance({ hours: 25 });
  await run("tell-creators");
  expect(await mailsTo(creator)).toEqual([]);
  expect(await unread(creator)).toBe(1);
});

test("each kind comes by the ways that were chosen; what costs money when it is missed stays in the app", async () => {
  const creator = await makeCreator(app);
  expect((await choose(creator, "DISPUTE", { inApp: false })).body).toMatchObject({
    fields: { inApp: expect.any(String) },
  });
  expect((await choose(creator, "REVIEW", { mail: "DAILY" })).status).toBe(422);
  expect((await choose(creator, "DISPUTE", { mail: "NEVER", push: false })).body).toEqual({
    kind: "DISPUTE",
    mail: "NEVER",
    inApp: true,
    push: false,
  });
  await choose(creator, "REVIEW", { inApp: false });
  expect((await choose(creator, "REVIEW", { push: false })).body).toMatchObject({
    inApp: false,
    push: false,
  });
  const now = app.clock.now();
  const of = { ownerId: creator.id, now };
  await notifyCreator(db, {
    ...of,
    kind: "DISPUTE",
    event: "dispute:1",
    facts: { orderId: crypto.randomUUID(), cents: 500, isInquiry: false },
    mail: { template: "dispute", data: { disputeId: crypto.randomUUID() } },
  });
  await notifyCreator(db, { ...of, kind: "REVIEW", event: "review:1", facts: { title: "Guide", rating: 5 } });
  expect(await wordsTold(creator)).toEqual([["A payment is disputed", "$5.00"]]);
  await run("tell-creators");
  expect((await mailsTo(creator)).map(({ subject }) => subject)).toEqual(["A new review: 5 stars"]);
});

test("an event is told once, whatever is repeated and however many repeat it, and with its transaction", async () => {
  const creator = await makeCreator(app);
  const review = (event: string) => ({
    ownerId: creator.id,
    kind: "REVIEW" as const,
    event,
    facts: { title: "Guide", rating: 1 },
    now: app.clock.now(),
    mail: { template: "submissions-waiting" as const, data: { ownerId: creator.id } },
  });
  const answers = await Promise.all(Array.from({ length: 8 }, () => notifyCreator(db, review("review:1"))));
  expect(answers.filter(Boolean)).toHaveLength(1);
  await expect(
    inTransaction(pool, async (client) => {
      await notifyCreator(dbOn(client), review("review:2"));
      throw new Error("rolled back");
    }),
  ).rejects.toThrow("rolled back");
  expect(await unread(creator)).toBe(1);
  const { rows } = await pool.query("select from mail_outbox where recipient = $1", [creator.email]);
  expect(rows).toHaveLength(1);
});

test("the list is paged, one or all are marked as read, and nobody else's are touched", async () => {
  const [creator, other] = [await makeCreator(app), await makeCreator(app)];
  const product = await makeProduct(app, { ownerId: creator.id, type: "DOWNLOAD" });
  for (let n = 0; n < 25; n++) await makeOrder(app, { items: [{ product }] });
  await sell(other);
  const first = await told(creator);
  const second = await told(creator, first.nextCursor ?? "");
  const ids = [...first.notifications, ...second.notifications].map(({ id }) => id);
  expect([first.notifications.length, second.notifications.length, second.nextCursor]).toEqual([20, 5, null]);
  expect(new Set(ids).size).toBe(25);
  const mark = (who: Creator, id?: string) => app.as(who).call(markNotificationsRead, { body: { id } });
  expect((await mark(other, ids[0])).status).toBe(422);
  expect((await mark(creator, ids[0])).status).toBe(200);
  expect(await unread(creator)).toBe(24);
  expect((await mark(creator)).status).toBe(200);
  expect([await unread(creator), await unread(other)]).toEqual([0, 1]);
});

test("a day of many sales or members leaves everything else where it is, and 90 days are kept", async () => {
  const creator = await makeCreator(app);
  const add = (kind: string, count: number, days: number) =>
    pool.query(
      `insert into notifications (owner_id, kind, event, facts, in_app, created_at)
       select $1, $2, concat_ws(':', $2::text, $4::int, n), '{}', true, $5::timestamptz - make_interval(days => $4, secs => n)
         from generate_series(1, $3::int) n`,
      [creator.id, kind, count, days, app.clock.now()],
    );
  await add("SALE", 620, 0);
  await add("MEMBER_PAYMENT_FAILED", 400, 0);
  await add("MEMBER_CANCELED", 220, 1);
  await add("DISPUTE", 3, 80);
  await add("REVIEW", 4, 91);
  expect(await unread(creator)).toBe(100);
  await run("trim-notifications");
  const { rows } = await pool.query(
    "select kind, count(*)::int as count from notifications where owner_id = $1 group by kind order by kind",
    [creator.id],
  );
  expect(rows).toEqual([
    { kind: "DISPUTE", count: 3 },
    { kind: "MEMBER_CANCELED", count: 100 },
    { kind: "MEMBER_PAYMENT_FAILED", count: 400 },
    { kind: "SALE", count: 500 },
  ]);
});

test("a connection that ended by itself is told once a day; one that its creator ended is not", async () => {
  const creator = await makeCreator(app);
  const { rows } = await pool.query<{ id: string }>(
    `insert into social_accounts (user_id, platform, connection, platform_user_id, username)
     values ($1, 'INSTAGRAM', 'OAUTH', '17', 'robin') returning id`,
    [creator.id],
  );
  const lose = (more = "") =>
    pool.query(`update social_accounts set problem = 'RECONNECT'${more}, updated_at = $2 where id = $1`, [
      rows[0]?.id,
      app.clock.now(),
    ]);
  const connect = () =>
    pool.query("update social_accounts set problem = null, is_active = true where id = $1", [rows[0]?.id]);
  await lose(", is_active = false");
  await connect();
  expect(await wordsTold(creator)).toEqual([]);
  await lose();
  await lose();
  await connect();
  await lose();
  expect(await wordsTold(creator)).toEqual([
    ["Instagram is disconnected", "@robin answers nobody until you reconnect it."],
  ]);
});

test("a stranger sees nothing of it", async () => {
  expect((await app.call(getUnread)).status).toBe(401);
  expect((await app.call(listNotifications)).status).toBe(401);
});

test("a creator whose news cannot be queued keeps nobody after them waiting, and has them a minute later", async () => {
  const creators = await Promise.all([1, 2, 3].map(() => makeCreator(app)));
  for (const creator of creators) {
    await choose(creator, "SALE", { mail: "EACH" });
    await sell(creator);
  }
  const [failing, ...others] = creators.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (!failing) throw new Error("no creator was made");
  await pool.query(
    `create function refuse_news() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
     create trigger refuse_news before insert on mail_outbox for each row
       when (new.data ->> 'ownerId' = '${failing.id}') execute function refuse_news()`,
  );
  const tell = allJobs.find(({ name }) => name === "tell-creators");
  // It is seen: the job has failed.
  await expect(tell?.handle(app.services, {})).rejects.toHaveProperty("cause.message", "refused");
  await pool.query("drop trigger refuse_news on mail_outbox; drop function refuse_news()");
  await app.runJobs();
  expect(await mailsTo(failing)).toEqual([]);
  for (const creator of others) expect(await mailsTo(creator)).toHaveLength(1);
  await run("tell-creators");
  expect(await mailsTo(failing)).toHaveLength(1);
  for (const creator of others) expect(await mailsTo(creator)).toHaveLength(1);
});
