import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { getSubscription, resubscribe, unsubscribe } from "#contract/mailing-list/mailing-list.ts";
import { mailboxOf } from "#server/database/schema/mailbox-of.ts";
import { subscribers } from "#server/database/schema/mailing-lists.ts";
import { getUnsubscribeWays, unsubscribeWays } from "#server/mail/promotions/unsubscribe-link.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";
import { eraseSubscriptions } from "./erase-subscriptions.ts";

const app = await testApp();
const { pool, db } = app.services;

const someone = () => `s.${randomUUID()}@gmail.com`;
const tokenOf = ({ page }: { page: string }) => new URL(page).hash.slice("#token=".length);

async function suppressionOf(ownerId: string, email: string, cartId: string | null = null) {
  const { rows } = await pool.query<{ reason: string | null }>(
    "select suppression_of($1, $2, $3) as reason",
    [ownerId, email, cartId],
  );
  return rows[0]?.reason ?? null;
}

/** The links of a mail to somebody on no list. */
async function mailedTo(email: string, cartId: string | null = null, owner?: { id: string }) {
  const creator = owner ?? (await makeCreator(app));
  const to = { ownerId: creator.id, email, cartId };
  const ways = await getUnsubscribeWays(app.services, pool, to, app.clock.now());
  expect(await getUnsubscribeWays(app.services, pool, to, app.clock.now())).toEqual(ways);
  const params = { token: tokenOf(ways) };
  return { creator, ways, params };
}

const subscribe = async (ownerId: string, email: string) => {
  const [row] = await db
    .insert(subscribers)
    .values({ ownerId, email, state: "SUBSCRIBED", consentText: "yes", confirmedAt: app.clock.now() })
    .returning();
  if (!row) throw new Error("no subscriber");
  return { token: tokenOf(unsubscribeWays(app.services, row.id)) };
};

test.each([
  ["application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"],
  [
    "multipart/form-data; boundary=x",
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  ],
])("one click by %s ends a creator's mails to a mailbox, and no GET does", async (type, payload) => {
  const email = someone();
  const { creator, ways, params } = await mailedTo(email);
  expect(ways.oneClick.length).toBeLessThan(90);
  const url = new URL(ways.oneClick).pathname;
  for (const get of [url, new URL(ways.page).pathname]) await app.app.inject({ method: "GET", url: get });
  expect((await app.call(getSubscription, { params })).body).toMatchObject({ isSubscribed: true });
  expect(await suppressionOf(creator.id, email)).toBeNull();
  for (let n = 0; n < 2; n++) {
    const answer = await app.app.inject({ method: "POST", url, headers: { "content-type": type }, payload });
    expect(answer.statusCode).toBe(200);
  }
  expect(await suppressionOf(creator.id, email)).toBe("UNSUBSCRIBED");
  for (const same of [
    email.replace("s.", "s").replace("@", "+tag@"),
    email.replace("s.", "s").replace("@gmail.", "@googlemail."),
  ])
    expect(await suppressionOf(creator.id, same), same).toBe("UNSUBSCRIBED");
  expect(await suppressionOf((await makeCreator(app)).id, email)).toBeNull();
});

test("a cart, a creator and all stores are ended each by itself, and taken back", async () => {
  const [email, cartId] = [someone(), randomUUID()];
  const { creator, params } = await mailedTo(email, cartId);
  const other = await makeCreator(app);
  const seen = async () => [
    await suppressionOf(creator.id, email, cartId),
    await suppressionOf(creator.id, email),
    await suppressionOf(other.id, email),
  ];
  const no = "UNSUBSCRIBED";
  for (const [scope, expected] of [
    ["cart", [no, null, null]],
    ["creator", [no, no, null]],
    ["all", [no, no, no]],
  ] as const) {
    await app.call(unsubscribe, { params, querystring: { scope } });
    expect(await seen()).toEqual(expected);
    const { body } = await app.call(resubscribe, { params, querystring: { scope } });
    expect(body).toMatchObject({ isSubscribed: true, isCartStopped: false, isAllStopped: false });
    expect(await seen()).toEqual([null, null, null]);
  }
});

test("who leaves by any link is on the creator's list no more, and undo brings back what that link ended", async () => {
  const email = someone();
  const { creator, params } = await mailedTo(email);
  const other = await makeCreator(app);
  await subscribe(creator.id, email);
  const onOther = await subscribe(other.id, email);
  const state = async () =>
    (
      await pool.query<{ state: string }>(
        "select state from subscribers where email = $1 order by owner_id = $2 desc",
        [email, creator.id],
      )
    ).rows.map((row) => row.state);
  app.clock.advance({ minutes: 1 });
  await app.call(unsubscribe, { params, querystring: {} });
  expect(await state()).toEqual(["UNSUBSCRIBED", "SUBSCRIBED"]);
  app.clock.advance({ minutes: 1 });
  await app.call(unsubscribe, { params: onOther, querystring: { scope: "all" } });
  expect(await state()).toEqual(["UNSUBSCRIBED", "UNSUBSCRIBED"]);
  await app.call(resubscribe, { params: onOther, querystring: { scope: "all" } });
  expect(await state()).toEqual(["UNSUBSCRIBED", "SUBSCRIBED"]);
  expect(await suppressionOf(other.id, email)).toBeNull();
  expect(await suppressionOf(creator.id, email)).toBe("UNSUBSCRIBED");
});

test("who joins a list after they said no to all gets that creator's mails again", async () => {
  const email = someone();
  const { creator, params } = await mailedTo(email);
  await app.call(unsubscribe, { params, querystring: { scope: "all" } });
  app.clock.advance({ minutes: 1 });
  await subscribe(creator.id, email);
  expect(await suppressionOf(creator.id, email)).toBeNull();
  expect(await suppressionOf((await makeCreator(app)).id, email)).toBe("UNSUBSCRIBED");
});

test("a no outlives the removal of what is known of a person; its link says nothing, and ends mails as before", async () => {
  const email = someone();
  const { creator, params } = await mailedTo(email);
  await app.call(unsubscribe, { params, querystring: {} });
  const client = await pool.connect();
  await eraseSubscriptions(client, email);
  client.release();
  expect(await suppressionOf(creator.id, email)).toBe("UNSUBSCRIBED");
  expect((await app.call(getSubscription, { params })).status).toBe(404);
  const again = await app.call(unsubscribe, { params, querystring: {} });
  expect([again.status, again.body]).toEqual([200, { success: true }]);
});

test("a bounce is of the address, not of the mailbox behind it", async () => {
  const email = someone();
  await pool.query("insert into suppressions (address_hash, reason) values (address_hash($1), 'BOUNCED')", [
    email.replace("@", "+old@"),
  ]);
  const { id } = await makeCreator(app);
  expect(await suppressionOf(id, email.replace("@", "+old@"))).toBe("BOUNCED");
  expect(await suppressionOf(id, email)).toBeNull();
});

test("the database knows a mailbox as the columns do", async () => {
  for (const address of [
    "A.b+c@Gmail.com",
    "x+y@Example.com",
    "x.y@example.com",
    "+a@b.c",
    "q@googlemail.com",
  ]) {
    const { rows } = await pool.query<{ same: boolean }>(
      `select mailbox_of($1) = ${mailboxOf("$1::text")} as same`,
      [address],
    );
    expect(rows[0]?.same, address).toBe(true);
  }
});
