import { expect, test } from "vitest";
import {
  getUnread,
  listNotificationChoices,
  listNotifications,
  markNotificationsRead,
  saveNotificationChoice,
} from "#contract/notifications/notifications.ts";
import { kindsOfRole, type NotificationKind, notificationKinds } from "#contract/notifications/kinds.ts";
import { teamRoles } from "#contract/team/roles.ts";
import { changeRole, removeColleague } from "#contract/team/team.ts";
import { allJobs } from "#server/jobs/all-jobs.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { colleagueBrowser } from "#tests/support/team-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { notificationFacts } from "./notification-facts.ts";
import { notifyCreator } from "./tell-creator.ts";

const app = await testApp();
const { pool, db } = app.services;

type Creator = Awaited<ReturnType<typeof makeCreator>>;
type Colleague = Awaited<ReturnType<typeof colleagueBrowser>>;

const sell = async (creator: Creator, title = "Mug") => {
  const product = await makeProduct(app, {
    ownerId: creator.id,
    title,
    type: "PHYSICAL",
    requiresShipping: true,
    priceCents: 71_300,
  });
  return makeOrder(app, { items: [{ product }] });
};

/** Whose mails wait. */
async function waiting(): Promise<string[]> {
  const { rows } = await pool.query<{ userId: string }>(
    `select distinct user_id as "userId" from team_news where wants_mail`,
  );
  return rows.map(({ userId }) => userId);
}

/** The whole amount, in cents or as it is written: three digits of it may stand in any id. */
const amount = /\b71300\b|\b713\.00\b/;

/** One of each kind, each of which names an amount where it can. */
async function notifyOfAll(creator: Creator) {
  const order = await sell(creator);
  const facts: Record<string, unknown> = {
    orderId: order.id,
    title: "Mug",
    cents: 71_300,
    currency: "usd",
    isWithdrawal: false,
    isInquiry: false,
    rating: 5,
    news: "BOOKED",
    startsAt: app.clock.now().toISOString(),
    endsAt: app.clock.now().toISOString(),
    hasEnded: false,
    products: 1,
    platform: "INSTAGRAM",
    username: "mug",
    used: 50,
    limit: 50,
    trialEndsAt: app.clock.now().toISOString(),
    day: app.clock.now().toISOString().slice(0, 10),
    renewals: 3,
    sums: [{ cents: 71_300, currency: "usd" }],
    isUnpaid: false,
  };
  for (const kind of notificationKinds)
    await notifyCreator(db, {
      ownerId: creator.id,
      kind,
      event: `test:${kind}`,
      facts: notificationFacts[kind].parse(facts),
      now: app.clock.now(),
    } as Parameters<typeof notifyCreator>[1]);
}

const told = async ({ browser }: Colleague) =>
  (await browser.call(listNotifications, { querystring: {} })).body.notifications;
const unread = async ({ browser }: Colleague) => (await browser.call(getUnread)).body.unread;
const askForMails = ({ browser }: Colleague, kind: NotificationKind, mail: "EACH" | "DAILY" | "NEVER") =>
  browser.call(saveNotificationChoice, { params: { kind }, body: { mail } });
async function mailsTo({ person }: Colleague) {
  await pool.query("insert into job_outbox (name, data) values ('tell-creators', '{}')");
  await app.runJobs();
  const { rows } = await pool.query<{ subject: string; text: string }>(
    `select subject, text from mailbox where "to" = $1 order by sent_at`,
    [person.email],
  );
  return rows;
}

test.each(teamRoles)(
  "%s hears of what concerns that role, and of no amount but as an admin",
  async (role) => {
    const owner = await makeCreator(app);
    const colleague = await colleagueBrowser(app, owner, role);
    await notifyOfAll(owner);
    const heard = await told(colleague);
    expect([...new Set(heard.map(({ kind }) => kind))].toSorted()).toEqual([...kindsOfRole[role]].toSorted());
    const answers = JSON.stringify([heard, (await colleague.browser.call(getUnread)).body]);
    expect(amount.test(answers)).toBe(role === "ADMIN");
    expect(await unread(colleague)).toBe(heard.length);
    // Payouts and the plan are told nobody but the owner.
    expect(heard.filter(({ kind }) => ["PAYOUT_FAILED", "PLAN_LIMIT", "TRIAL"].includes(kind))).toEqual([]);
  },
);

test("an editor is told by nothing that there was a sale", async () => {
  const owner = await makeCreator(app);
  const editor = await colleagueBrowser(app, owner, "EDITOR");
  await sell(owner);
  expect((await editor.browser.call(getUnread)).body).toEqual({ unread: 0, firstSale: null, mark: "none" });
  expect(await told(editor)).toEqual([]);
});

test("each of a team reads by themselves: one, or all of them, and not what was told before they joined", async () => {
  const owner = await makeCreator(app);
  await sell(owner, "Before");
  app.clock.advance({ seconds: 1 });
  const [sam, kim] = [
    await colleagueBrowser(app, owner, "SUPPORT"),
    await colleagueBrowser(app, owner, "SUPPORT"),
  ];
  await pool.query("update team_members set created_at = $2 where owner_id = $1", [
    owner.id,
    app.clock.now(),
  ]);
  for (const title of ["One", "Two", "Three"]) {
    app.clock.advance({ seconds: 1 });
    await sell(owner, title);
  }
  const [three] = await told(sam);
  expect([three?.text, await unread(sam)]).toEqual(["Three · Order 1004", 3]);
  const read = (id?: string) => sam.browser.call(markNotificationsRead, { body: { ...(id && { id }) } });
  for (let n = 0; n < 2; n++) expect((await read(three?.id)).status).toBe(200);
  expect((await told(sam)).map(({ isRead }) => isRead)).toEqual([true, false, false]);
  expect(await unread(sam)).toBe(2);
  await read();
  expect(await unread(sam)).toBe(0);
  expect([await unread(kim), (await app.as(owner).call(getUnread)).body.unread]).toEqual([3, 8]);
  // Of the sale itself support hears nothing, and reads nothing of it.
  const { body } = await app.as(owner).call(listNotifications, { querystring: {} });
  const sale = body.notifications.find(({ kind }) => kind === "SALE");
  expect((await read(sale?.id)).status).toBe(422);
});

test("what its owner chose to hear nothing of is still told to the team", async () => {
  const owner = await makeCreator(app);
  const sam = await colleagueBrowser(app, owner, "SUPPORT");
  const off = { mail: "NEVER", inApp: false, push: false } as const;
  for (const kind of ["SALE", "FIRST_SALE", "ORDER_TO_SHIP"] as const)
    await app.as(owner).call(saveNotificationChoice, { params: { kind }, body: off });
  await sell(owner);
  expect((await told(sam)).map(({ kind }) => kind)).toEqual(["ORDER_TO_SHIP"]);
  expect((await app.as(owner).call(getUnread)).body.unread).toBe(0);
});

test("nothing is mailed until it is asked for; then a minute is one mail, without amounts for support", async () => {
  const owner = await makeCreator(app, { firstName: "Mina", lastName: "Okafor" });
  const sam = await colleagueBrowser(app, owner, "SUPPORT");
  await sell(owner);
  expect(await mailsTo(sam)).toEqual([]);
  const { choices } = (await sam.browser.call(listNotificationChoices)).body;
  expect(choices.map(({ kind }) => kind)).toEqual([...kindsOfRole.SUPPORT]);
  expect(new Set(choices.map(({ mail, inApp, push }) => [mail, inApp, push].join()))).toEqual(
    new Set(["NEVER,true,false"]),
  );
  for (const kind of ["ORDER_TO_SHIP", "DISPUTE"] as const)
    expect((await askForMails(sam, kind, "EACH")).body).toMatchObject({ kind, mail: "EACH" });
  await notifyOfAll(owner);
  const [mail, ...others] = await mailsTo(sam);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("3 things happened in the store of Mina Okafor");
  expect(mail?.text).toContain("A payment is disputed: Order 1002");
  expect(mail?.text).toContain("on the team of the store of Mina Okafor");
  // They may work for several: each way names the store, and none leads past the page that asks.
  const ways = [...(mail?.text ?? "").matchAll(/https?:\/\/\S+/g)].map(([way]) => new URL(way));
  expect(ways.map(({ pathname }) => pathname)).toEqual(["/open-store", "/open-store"]);
  expect(ways.map(({ searchParams }) => [searchParams.get("store"), searchParams.get("to")])).toEqual([
    [owner.id, "/admin?tab=customers"],
    [owner.id, "/admin?tab=settings&view=notifications"],
  ]);
  expect(mail?.text).not.toMatch(amount);
  expect(await mailsTo(sam)).toHaveLength(1);
  for (const kind of ["ORDER_TO_SHIP", "DISPUTE"] as const) await askForMails(sam, kind, "NEVER");
  await sell(owner);
  expect(await mailsTo(sam)).toHaveLength(1);
});

test("a mail that waits is of the role that somebody has by then, and none leaves for who was removed", async () => {
  const owner = await makeCreator(app);
  const [kim, sam] = [
    await colleagueBrowser(app, owner, "ADMIN"),
    await colleagueBrowser(app, owner, "ADMIN"),
  ];
  for (const one of [kim, sam]) await askForMails(one, "SALE", "EACH");
  await sell(owner);
  await sell(owner);
  expect((await waiting()).toSorted()).toEqual([kim.person.id, sam.person.id].toSorted());
  await app.as(owner).call(changeRole, { params: { id: kim.person.id }, body: { role: "SUPPORT" } });
  await app.as(owner).call(removeColleague, { params: { id: sam.person.id } });
  expect([...(await mailsTo(kim)), ...(await mailsTo(sam))]).toEqual([]);
  const { rows } = await pool.query(
    "select from mail_outbox where template = 'team-news' and recipient = any ($1)",
    [[kim.person.email, sam.person.email]],
  );
  expect(rows).toHaveLength(0);
});

test("a team's members choose mails of their role alone, each refusal with its field", async () => {
  const owner = await makeCreator(app);
  const editor = await colleagueBrowser(app, owner, "EDITOR");
  const wrong = [
    ["SALE", { mail: "EACH" }, "kind"],
    ["SUBMISSIONS", { mail: "DAILY" }, "mail"],
    ["SUBMISSIONS", { inApp: false }, "inApp"],
    ["SUBMISSIONS", { push: true }, "push"],
  ] as const;
  for (const [kind, body, field] of wrong) {
    const refused = await editor.browser.call(saveNotificationChoice, { params: { kind }, body });
    expect([refused.status, Object.keys((refused.body as unknown as { fields: object }).fields)]).toEqual([
      422,
      [field],
    ]);
  }
  // Their own store's choices are others.
  expect((await app.as(editor.person).call(listNotificationChoices)).body.choices).toHaveLength(
    notificationKinds.length,
  );
});

test("one on a team whose news cannot be queued keeps nobody after them waiting, and has them a minute later", async () => {
  const owner = await makeCreator(app);
  const colleagues = [
    await colleagueBrowser(app, owner, "ADMIN"),
    await colleagueBrowser(app, owner, "ADMIN"),
  ];
  for (const colleague of colleagues) await askForMails(colleague, "SALE", "EACH");
  const [failing, other] = colleagues.toSorted((a, b) => (a.person.id < b.person.id ? -1 : 1));
  if (!failing || !other) throw new Error("there are two");
  // The first one is news of another kind.
  await sell(owner);
  await sell(owner);
  await pool.query(
    `create function refuse_team_news() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
     create trigger refuse_team_news before insert on mail_outbox for each row
       when (new.recipient = '${failing.person.email}') execute function refuse_team_news()`,
  );
  const tell = allJobs.find(({ name }) => name === "tell-creators");
  await expect(tell?.handle(app.services, {})).rejects.toHaveProperty("cause.message", "refused");
  await pool.query("drop trigger refuse_team_news on mail_outbox; drop function refuse_team_news()");
  const { rows } = await pool.query<{ recipient: string }>(
    "select recipient from mail_outbox where template = 'team-news' and data ->> 'ownerId' = $1",
    [owner.id],
  );
  expect(rows).toEqual([{ recipient: other.person.email }]);
  expect(await mailsTo(failing)).toHaveLength(1);
  expect(await mailsTo(other)).toHaveLength(1);
});
