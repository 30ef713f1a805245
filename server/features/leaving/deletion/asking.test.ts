import { expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { getCreator, getCurrentUser, requestSignInCode } from "#contract/accounts/accounts.ts";
import { listAccountEvents } from "#contract/accounts/account-log.ts";
import { listCreatorProducts, updateProduct } from "#contract/catalog/catalog.ts";
import { createPaymentIntent } from "#contract/checkout/checkout.ts";
import { documentOfText } from "#contract/document/document-of-text.ts";
import { everybody } from "#contract/mailings/audience.ts";
import { getPublicList, joinList, saveMailingList } from "#contract/mailing-list/mailing-list.ts";
import { updateSocialAccount } from "#contract/social/social-accounts.ts";
import { emailChanges } from "#server/database/schema/passkeys.ts";
import { mailings } from "#server/database/schema/mailings.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { leeds } from "#tests/support/buy.ts";
import { leavingOf, makeOnboarded } from "#tests/support/leaving-creator.ts";
import { mailsTo } from "#tests/support/member.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { buyPlan } from "#tests/support/plan-buyer.ts";
import { makeRefundRequest } from "#tests/support/refund-request-factory.ts";
import { makeBooking, makeSession } from "#tests/support/session-factory.ts";
import { makeService } from "#tests/support/service-factory.ts";
import { makeSocialAccount } from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool, db } = app.services;
const { ask, keep, look, pass, stateOf } = leavingOf(app);

/** Everything of the desk that closing a store changes. */
const standOf = async (ownerId: string) =>
  (
    await pool.query<{ stand: unknown }>(
      `select json_build_object(
         'products', (select json_agg(json_build_array(id, state) order by id) from products where owner_id = $1),
         'accounts', (select json_agg(json_build_array(id, is_active) order by id) from social_accounts where user_id = $1),
         'mailings', (select json_agg(json_build_array(id, state, send_at, send_on, by_person_zone) order by id) from mailings where owner_id = $1)) as stand`,
      [ownerId],
    )
  ).rows[0]?.stand;

async function makeStore() {
  const creator = await makeCreator(app);
  const ownerId = creator.id;
  const [sold, draft] = [
    await makeProduct(app, { ownerId }),
    await makeProduct(app, { ownerId, state: "DRAFT" }),
  ];
  const account = await makeSocialAccount(app, { userId: ownerId });
  const silent = await makeSocialAccount(app, { userId: ownerId, isActive: false });
  const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000);
  const letter = { ownerId, subject: "News", content: documentOfText("News"), audience: everybody };
  await db.insert(mailings).values([
    { ...letter, state: "SCHEDULED", sendAt: inDays(30) },
    { ...letter, state: "DRAFT" },
  ]);
  return { creator, sold, draft, account, silent };
}

test("the store is closed at once, and taking it back brings back just what there was", async () => {
  const { creator, sold, draft, account } = await makeStore();
  const me = app.as(creator);
  const params = { handle: creator.handle };
  await me.call(saveMailingList, {
    body: { isOpen: true, title: "Notes", promise: "", thanksProductId: null },
  });
  const before = await standOf(creator.id);
  expect((await app.call(getCreator, { params })).body.isClosed).toBe(false);
  expect((await app.call(listCreatorProducts, { params })).body).toHaveLength(1);

  expect((await ask(creator)).status).toBe(201);
  expect((await app.call(getCreator, { params })).body.isClosed).toBe(true);
  expect((await app.call(listCreatorProducts, { params })).body).toEqual([]);
  const body = { productId: sold.id, customerEmail: "buyer@example.com" };
  expect((await app.browser().call(createPaymentIntent, { body })).status).toBe(404);
  expect((await app.call(getPublicList, { params })).body.list).toBeNull();
  expect((await app.call(joinList, { params, body: { email: "reader@example.com" } })).status).toBe(404);
  expect(await standOf(creator.id)).not.toEqual(before);
  const { deletesAt } = (await me.call(getCurrentUser)).body;
  expect(Date.parse(deletesAt ?? "") - app.clock.now().getTime()).toBeGreaterThan(6.9 * 86_400_000);

  // Whatever is switched on meanwhile stays off.
  const closed = { status: 409, body: { code: "STORE_CLOSED" } };
  expect(await me.call(updateProduct, { params: { id: draft.id }, body: { active: true } })).toMatchObject(
    closed,
  );
  expect(
    await me.call(updateSocialAccount, { params: { id: account.id }, body: { isActive: true } }),
  ).toMatchObject(closed);

  expect((await keep(creator)).status).toBe(200);
  expect(await standOf(creator.id)).toEqual(before);
  expect((await app.call(getCreator, { params })).body.isClosed).toBe(false);
  expect((await me.call(getCurrentUser)).body.deletesAt).toBeNull();
  expect((await app.browser().call(createPaymentIntent, { body })).status).toBe(200);
  expect((await keep(creator)).status).toBe(200);
  await pass({ days: 8 });
  expect((await me.call(getCurrentUser)).status).toBe(200);
});

test("what its creator changed meanwhile stays as they left it, and a mailing whose time is over is a draft", async () => {
  const { creator, sold } = await makeStore();
  await pool.query("update mailings set send_at = $2 where owner_id = $1 and state = 'SCHEDULED'", [
    creator.id,
    new Date(app.clock.now().getTime() + 86_400_000),
  ]);
  await ask(creator);
  await pool.query("update products set state = 'ARCHIVED' where id = $1", [sold.id]);
  app.clock.advance({ days: 2 });
  await keep(creator);
  const { rows } = await pool.query("select state from products where id = $1", [sold.id]);
  expect(rows).toEqual([{ state: "ARCHIVED" }]);
  const letters = await pool.query("select state from mailings where owner_id = $1", [creator.id]);
  expect(letters.rows).toEqual([{ state: "DRAFT" }, { state: "DRAFT" }]);
});

test("what was changed since goes on sale again where it can, and a letter that was rewritten waits for its writer", async () => {
  const { creator, sold } = await makeStore();
  const me = app.as(creator);
  const ownerId = creator.id;
  const file = await makeProduct(app, {
    ownerId,
    type: "DOWNLOAD",
    digitalFileExternalUrl: "https://example.com/a",
  });
  const parcel = await makeProduct(app, { ownerId, type: "PHYSICAL", requiresShipping: true });
  await ask(creator);
  for (const [id, body] of [
    [sold.id, { title: "Better" }],
    [file.id, { digitalFileExternalUrl: null }],
  ] as const)
    expect((await me.call(updateProduct, { params: { id }, body })).status).toBe(200);
  // Nothing keeps them from that while nothing is on sale.
  await pool.query("delete from shipping_rates where owner_id = $1", [ownerId]);
  await pool.query(
    "update mailings set subject = '', updated_at = $2 where owner_id = $1 and subject = 'News' and state = 'DRAFT'",
    [ownerId, new Date(app.clock.now().getTime() + 1_000)],
  );

  expect((await keep(creator)).status).toBe(200);
  const stateOfProduct = async (id: string) =>
    (await pool.query("select state from products where id = $1", [id])).rows[0]?.state;
  expect(await stateOfProduct(sold.id)).toBe("PUBLISHED");
  expect(await stateOfProduct(file.id)).toBe("DRAFT");
  expect(await stateOfProduct(parcel.id)).toBe("DRAFT");
  const letters = await pool.query("select distinct state from mailings where owner_id = $1", [ownerId]);
  expect(letters.rows).toEqual([{ state: "DRAFT" }]);
});

test("while it is asked for or taken back no sale waits", async () => {
  const creator = await makeCreator(app);
  const sale = await pool.connect();
  await sale.query("begin");
  try {
    // As an order does that is being written.
    await sale.query("select from users where id = $1 for key share", [creator.id]);
    expect((await ask(creator)).status).toBe(201);
    expect((await keep(creator)).status).toBe(200);
  } finally {
    await sale.query("rollback");
    sale.release();
  }
});

test("every process that keeps pages of the store hears of it, also where nothing was on sale", async () => {
  const creator = await makeCreator(app);
  const heard: string[] = [];
  await app.services.notifications.listen("storefront_changed", (handle) => void heard.push(handle));
  for (const act of [ask, keep]) {
    heard.length = 0;
    expect((await act(creator)).status).toBeLessThan(300);
    await eventually(() => expect(heard).toContain(creator.handle));
  }
});

test("another handle than the account's is refused by its field, and nothing is closed", async () => {
  const { creator, sold } = await makeStore();
  for (const handle of ["", "somebody_else", `${creator.handle}x`]) {
    const answer = await ask(creator, handle);
    expect([answer.status, answer.body]).toMatchObject([422, { fields: { handle: expect.any(String) } }]);
  }
  expect((await ask(creator, ` @${creator.handle.toUpperCase()} `)).status).toBe(201);
  await keep(creator);
  const { rows } = await pool.query("select state from products where id = $1", [sold.id]);
  expect(rows).toEqual([{ state: "PUBLISHED" }]);
});

test("asked for in two tabs at once it is asked for once, to the same day", async () => {
  const creator = await makeCreator(app);
  const answers = await Promise.all([ask(creator), ask(creator), ask(creator)]);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  const { events } = (await app.as(creator).call(listAccountEvents, { querystring: {} })).body;
  expect(events.filter(({ kind }) => kind === "DELETION_ASKED_FOR")).toHaveLength(1);
});

test("it is written down and mailed, to an address of before too, and once more a day before", async () => {
  const creator = await makeCreator(app);
  const former = `former-${creator.handle}@example.com`;
  await db.insert(emailChanges).values({
    ownerId: creator.id,
    fromEmail: former,
    toEmail: creator.email,
    changedAt: app.clock.now(),
  });
  await ask(creator);
  await app.runJobs();
  for (const to of [creator.email, former])
    expect((await mailsTo(app, to)).map(({ subject }) => subject)).toContain("Your account will be deleted");
  await pass({ days: 5, hours: 23 });
  const subjects = async () => (await mailsTo(app, creator.email)).map(({ subject }) => subject);
  expect(await subjects()).not.toContain("Your account will be deleted tomorrow");
  await pass({ hours: 2 });
  await pass({ minutes: 5 });
  expect((await subjects()).filter((subject) => subject.endsWith("tomorrow"))).toHaveLength(1);
  await keep(creator);
  await app.runJobs();
  expect(await subjects()).toContain("Your account stays");
});

test("what is owed is named first, and keeps the account until it is settled", async () => {
  const creator = await makeCreator(app);
  const ownerId = creator.id;
  const kindsOf = async (blocks: boolean) =>
    (await look(creator)).obligations.filter((one) => one.blocks === blocks).map(({ kind }) => kind);
  expect(await kindsOf(true)).toEqual([]);
  const extra = await makeProduct(app, { ownerId });
  const asked = await makeOrder(app, { items: [{ product: extra }] });
  await makeRefundRequest(app, asked.items[0]);
  const session = await makeSession(app, {}, { ownerId });
  await makeBooking(app, session, await makeOrder(app, { items: [{ product: session }] }));
  const service = await makeService(app, { questions: [] }, { ownerId });
  await makeOrder(app, { items: [{ product: service }] });
  const parcel = await makeProduct(app, {
    ownerId,
    type: "PHYSICAL",
    requiresShipping: true,
    state: "DRAFT",
  });
  const posted = await makeOrder(app, { items: [{ product: parcel }] });
  await pool.query("update orders set shipping_address = $2 where id = $1", [posted.id, leeds]);
  const found = await kindsOf(true);
  for (const kind of ["REFUND_REQUESTS", "TO_SHIP", "TO_DELIVER", "SESSIONS", "MONEY"] as const)
    expect(found, kind).toContain(kind);
  const refused = await ask(creator);
  expect([refused.status, refused.body]).toMatchObject([
    409,
    {
      code: "STILL_OWED",
      obligations: expect.arrayContaining([expect.objectContaining({ kind: "TO_SHIP", count: 1 })]),
    },
  ]);
  expect((await look(creator)).deletion).toBeNull();
});

test("what comes up in the seven days is waited for", async () => {
  const creator = await makeOnboarded(app);
  const product = await makeProduct(app, { ownerId: creator.id, type: "DOWNLOAD" });
  const order = await makeOrder(app, { items: [{ product }] });
  await pool.query("update payment_shares set kind = 'FOREIGN' where owner_id = $1", [creator.id]);
  expect((await ask(creator)).status).toBe(201);
  const request = await makeRefundRequest(app, order.items[0]);
  await pass({ days: 7, minutes: 1 });
  expect(await stateOf(creator)).toBe("ASKED");
  expect((await app.as(creator).call(getCurrentUser)).status).toBe(200);
  await pool.query(
    "update refund_requests set status = 'DECLINED', note = 'No', decided_at = $2 where id = $1",
    [request.id, app.clock.now()],
  );
  await pass({ minutes: 5 });
  expect(await stateOf(creator)).toBe("ERASED");
});

test("a plan is named, cannot be bought meanwhile, and ends with the account without another bill", async () => {
  const { creator, id } = await buyPlan(app);
  expect((await look(creator)).obligations).toMatchObject([{ kind: "PLAN", count: 1, blocks: false }]);
  await ask(creator);
  await pass({ days: 7, minutes: 1 });
  const { rows } = await pool.query("select status, plan_for from subscriptions where id = $1", [id]);
  expect(rows).toEqual([{ status: "canceled", plan_for: creator.id }]);
  const bills = () => pool.query("select from orders where subscription_id = $1", [id]);
  const billed = (await bills()).rowCount;
  await pass({ days: 60 });
  expect((await bills()).rowCount).toBe(billed);
});

test("who signs in while an account is being erased is told to wait", async () => {
  const creator = await makeCreator(app);
  await ask(creator);
  await pool.query("update account_deletions set state = 'ERASING', begun_at = $2 where owner_id = $1", [
    creator.id,
    app.clock.now(),
  ]);
  expect((await app.browser().call(requestSignInCode, { body: { email: creator.email } })).status).toBe(200);
  await expect(app.as(creator).call(getCurrentUser)).rejects.toMatchObject({ code: "BEING_DELETED" });
});
