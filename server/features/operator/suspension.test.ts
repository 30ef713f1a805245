import { expect, test } from "vitest";
import { getCreator, getCurrentUser } from "#contract/accounts/accounts.ts";
import { listAccountEvents } from "#contract/accounts/account-log.ts";
import { createPayout } from "#contract/affiliates/commissions.ts";
import { listCreatorProducts, updateProduct } from "#contract/catalog/catalog.ts";
import { getProduct } from "#contract/catalog/product-page.ts";
import { createPaymentIntent, priceCheckout } from "#contract/checkout/checkout.ts";
import { keepMembership, listMemberships, resumeMembership } from "#contract/memberships/memberships.ts";
import { listOperatorEvents } from "#contract/operator/operator-books.ts";
import { listOperatedCreators, reinstateStore, suspendStore } from "#contract/operator/operator.ts";
import { allJobs } from "#server/jobs/all-jobs.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { leavingOf, makeOnboarded } from "#tests/support/leaving-creator.ts";
import { mailsTo } from "#tests/support/member.ts";
import { joinMembership, membershipOf, passDays } from "#tests/support/membership.ts";
import { clickReplyLink, makeReplyLink } from "#tests/support/reply-link.ts";
import { makeSocialAccount } from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp({ OPERATORS: "Olga@example.com, second@example.com" });
const { pool } = app.services;
const olga = await makeCreator(app, { email: "olga@example.com", handle: "olga" });
const me = app.as(olga);
const { ask, keep } = leavingOf(app);

const passOn = async () => {
  const job = allJobs.find(({ name }) => name === "pass-on-payments");
  await job?.handle(app.services, {});
};

const reason = "Three buyers say that the course is not yours.\nWrite to us.";
const suspend = ({ id }: { id: string }) => me.call(suspendStore, { params: { id }, body: { reason } });
const reinstate = ({ id }: { id: string }) => me.call(reinstateStore, { params: { id } });
const suspended = { status: 404, body: { code: "STORE_SUSPENDED" } };

test("caches and the CDN are told of a suspension and its end, also of a store that has nothing on sale", async () => {
  const creator = await makeCreator(app);
  const told: string[] = [];
  await app.services.notifications.listen("storefront_changed", (handle) => void told.push(handle));
  const timesTold = () => told.filter((handle) => handle === creator.handle).length;
  // The making of the store may still be on its way.
  await pool.query("select pg_notify('storefront_changed', 'made')");
  await expect.poll(() => told).toContain("made");
  told.length = 0;
  expect((await suspend(creator)).status).toBe(201);
  await expect.poll(timesTold).toBe(1);
  expect((await reinstate(creator)).status).toBe(200);
  await expect.poll(timesTold).toBe(2);
});

test("a suspended store says so wherever it sold, at once, and sells again as before once it is reinstated", async () => {
  const creator = await makeCreator(app);
  const product = await makeProduct(app, { ownerId: creator.id });
  const draft = await makeProduct(app, { ownerId: creator.id, state: "DRAFT" });
  const account = await makeSocialAccount(app, { userId: creator.id });
  const link = await makeReplyLink(app, product);
  const params = { handle: creator.handle };
  const isOn = async () =>
    (
      await pool.query<{ state: string; is_active: boolean }>(
        `select p.state, a.is_active from products p, social_accounts a where p.id = $1 and a.id = $2`,
        [product.id, account.id],
      )
    ).rows[0];
  // Both are kept by now.
  expect((await app.call(getCreator, { params })).body.isSuspended).toBe(false);
  expect((await app.call(listCreatorProducts, { params })).body).toHaveLength(1);

  expect((await suspend(creator)).status).toBe(201);
  expect((await app.call(getCreator, { params })).body.isSuspended).toBe(true);
  expect((await app.call(listCreatorProducts, { params })).body).toEqual([]);
  expect(await isOn()).toEqual({ state: "DRAFT", is_active: false });
  for (const idOrSlug of [product.id, product.slug])
    expect(await app.call(getProduct, { params: { idOrSlug } })).toMatchObject(suspended);
  expect((await app.call(getProduct, { params: { idOrSlug: draft.id } })).body).toMatchObject({
    code: "NOT_FOUND",
  });
  const body = { productId: product.id, customerEmail: "buyer@example.com" };
  const browser = app.browser();
  expect(await browser.call(createPaymentIntent, { body })).toMatchObject(suspended);
  expect(
    await browser.call(priceCheckout, { params: { productId: product.id }, querystring: {} }),
  ).toMatchObject(suspended);
  expect((await clickReplyLink(app, { cookies: {} }, link)).headers.location).toMatch(
    new RegExp(`^/u/${creator.handle}\\?via=`),
  );

  const desk = app.as(creator);
  expect((await desk.call(getCurrentUser)).body.suspendedFor).toBe(reason);
  expect(await desk.call(updateProduct, { params: { id: draft.id }, body: { active: true } })).toMatchObject({
    status: 409,
    body: { code: "STORE_SUSPENDED" },
  });
  await app.runJobs();
  const [mail] = await mailsTo(app, creator.email);
  expect(mail).toMatchObject({ subject: "Your store is suspended" });
  expect(mail?.text).toContain("Three buyers say that the course is not yours.");
  const { events } = (await desk.call(listAccountEvents, { querystring: {} })).body;
  expect(events.find(({ kind }) => kind === "STORE_SUSPENDED")).toMatchObject({ reason });

  expect((await reinstate(creator)).status).toBe(200);
  expect(await isOn()).toEqual({ state: "PUBLISHED", is_active: true });
  expect((await app.call(listCreatorProducts, { params })).body).toHaveLength(1);
  expect((await app.call(getProduct, { params: { idOrSlug: product.id } })).status).toBe(200);
  expect((await browser.call(createPaymentIntent, { body })).status).toBe(200);
  expect((await desk.call(getCurrentUser)).body.suspendedFor).toBeNull();
  expect((await me.call(listOperatorEvents, { querystring: {} })).body.events.slice(0, 2)).toMatchObject([
    { kind: "STORE_REINSTATED", operator: "olga", handle: creator.handle },
    { kind: "STORE_SUSPENDED", operator: "olga", handle: creator.handle, reason },
  ]);
});

test("what its creator is owed waits, what is taken back of them does not, and nobody is paid by them", async () => {
  const creator = await makeOnboarded(app);
  const product = await makeProduct(app, { ownerId: creator.id });
  await makeOrder(app, { items: [{ product }] });
  await pool.query("update payment_shares set kind = 'OWED', owed_cents = null where owner_id = $1", [
    creator.id,
  ]);
  const moved = async () =>
    (await pool.query("select from creator_transfers where owner_id = $1", [creator.id])).rowCount;
  await suspend(creator);
  await passOn();
  expect(await moved()).toBe(0);
  expect(await app.as(creator).call(createPayout)).toMatchObject({
    status: 409,
    body: { code: "STORE_SUSPENDED" },
  });
  await reinstate(creator);
  await passOn();
  expect(await moved()).toBe(1);
});

test("whoever suspends twice, their own store or nobody's, is told; asked for at once it is done once", async () => {
  const creator = await makeCreator(app);
  const answers = await Promise.all([suspend(creator), suspend(creator), suspend(creator)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  expect(await suspend(olga)).toMatchObject({ status: 409, body: { code: "OWN_STORE" } });
  expect((await suspend({ id: "6f2b3a1e-0000-4000-8000-000000000001" })).status).toBe(404);
  const empty = await me.call(suspendStore, { params: { id: creator.id }, body: { reason: "  " } });
  expect([empty.status, empty.body]).toMatchObject([422, { fields: { reason: expect.any(String) } }]);
  expect((await reinstate(creator)).status).toBe(200);
  expect((await reinstate(creator)).status).toBe(409);
});

test.each(["suspended first", "deleted first"])(
  "an account that is to be deleted and is suspended, %s, opens once both are over",
  async (order) => {
    const creator = await makeOnboarded(app);
    const product = await makeProduct(app, { ownerId: creator.id });
    const stateOf = async () =>
      (await pool.query<{ state: string }>("select state from products where id = $1", [product.id])).rows[0]
        ?.state;
    if (order === "suspended first") await suspend(creator);
    expect((await ask(creator)).status).toBe(201);
    if (order !== "suspended first") await suspend(creator);
    await (order === "suspended first" ? reinstate(creator) : keep(creator));
    expect(await stateOf()).toBe("DRAFT");
    await (order === "suspended first" ? keep(creator) : reinstate(creator));
    expect(await stateOf()).toBe("PUBLISHED");
  },
);

test.each(["suspended first", "deleted first"])(
  "what was changed between the two, %s, is no more on sale nor sent than by the rules for that",
  async (order) => {
    const creator = await makeOnboarded(app);
    const ownerId = creator.id;
    const kept = await makeProduct(app, { ownerId });
    const emptied = await makeProduct(app, {
      ownerId,
      type: "DOWNLOAD",
      digitalFileExternalUrl: "https://example.com/a",
    });
    const sendAt = new Date(app.clock.now().getTime() + 86_400_000);
    const { rows } = await pool.query<{ id: string }>(
      `insert into mailings (owner_id, subject, content, audience, state, send_on, send_at, created_at, updated_at)
       select $1, subject, '{"type": "doc", "content": []}', '{}', 'SCHEDULED', to_char($2::timestamptz, 'YYYY-MM-DD"T"HH24:MI'), $2, $3, $3
         from unnest(array['Kept', 'Rewritten']) subject returning id`,
      [ownerId, sendAt, app.clock.now()],
    );
    const isFirst = order === "suspended first";
    await (isFirst ? suspend(creator) : ask(creator));
    app.clock.advance({ minutes: 1 });
    const body = { digitalFileExternalUrl: null };
    const params = { id: emptied.id };
    expect((await app.as(creator).call(updateProduct, { params, body })).status).toBe(200);
    await pool.query("update mailings set updated_at = $2 where id = $1", [rows[1]?.id, app.clock.now()]);
    app.clock.advance({ minutes: 1 });
    await (isFirst ? ask(creator) : suspend(creator));
    await (isFirst ? reinstate(creator) : keep(creator));
    expect((await (isFirst ? keep(creator) : reinstate(creator))).status).toBe(200);

    const now = await pool.query<{ id: string; state: string }>(
      "select id, state from products where owner_id = $1 union all select id, state from mailings where owner_id = $1",
      [ownerId],
    );
    expect(Object.fromEntries(now.rows.map(({ id, state }) => [id, state]))).toEqual({
      [kept.id]: "PUBLISHED",
      [emptied.id]: "DRAFT",
      [rows[0]?.id ?? ""]: "SCHEDULED",
      [rows[1]?.id ?? ""]: "DRAFT",
    });
  },
);

test("creators are found by their words and their state, with what they sold", async () => {
  const creator = await makeCreator(app, { firstName: "Quintessa", lastName: "O'Brien" });
  const product = await makeProduct(app, { ownerId: creator.id, priceCents: 2_500 });
  await makeOrder(app, { items: [{ product }] });
  const find = async (querystring: { q?: string; state?: "SUSPENDED" | "DELETING" }) =>
    (await me.call(listOperatedCreators, { querystring })).body.creators;
  for (const q of ["quintessa", "o'brien QUINT", creator.email.slice(0, 18), creator.handle])
    expect(await find({ q }), q).toMatchObject([
      { id: creator.id, orderCount: 1, soldCents: 2_500, state: "ACTIVE", suspension: null, plan: "STARTER" },
    ]);
  expect(await find({ q: "%" })).toEqual([]);
  expect(await find({ q: "quintessa", state: "SUSPENDED" })).toEqual([]);
  await suspend(creator);
  expect(await find({ q: "quintessa", state: "SUSPENDED" })).toMatchObject([
    { state: "SUSPENDED", suspension: { reason } },
  ]);
});

test("a page of creators follows the one before, and none is there twice", async () => {
  await Promise.all(Array.from({ length: 30 }, () => makeCreator(app)));
  const seen: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { body } = await me.call(listOperatedCreators, { querystring: { ...(cursor && { cursor }) } });
    seen.push(...body.creators.map(({ id }) => id));
    cursor = body.nextCursor;
  }
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::int as count from users where not is_platform",
  );
  expect(seen).toHaveLength(rows[0]?.count ?? 0);
  expect(new Set(seen).size).toBe(seen.length);
});

test("what an operator did stands for good", async () => {
  for (const change of [
    "update operator_events set reason = ''",
    "delete from operator_events",
    "truncate operator_events",
  ])
    await expect(pool.query(change)).rejects.toMatchObject({ constraint: "operator_events_stay" });
});

test("memberships are not renewed while their store is suspended, and go on when it is reinstated", async () => {
  const { product, browser, orderId, id, currentPeriodEnd } = await joinMembership(app);
  const creator = { id: product.ownerId };
  const bills = async () =>
    (await pool.query("select from subscription_invoices where subscription_id = $1", [id])).rowCount;
  expect(await bills()).toBe(1);
  await suspend(creator);
  await app.runJobs();
  const shown = async () => (await browser.call(listMemberships, { querystring: { orderId } })).body[0];
  expect(await shown()).toMatchObject({
    state: "PAUSED",
    isSellerSuspended: true,
    isOpen: true,
    pausedUntil: null,
    nextPaymentAt: null,
  });
  expect((await membershipOf(app, product.id)).currentPeriodEnd).toEqual(currentPeriodEnd);
  for (const call of [resumeMembership, keepMembership] as const)
    expect((await browser.call(call, { params: { id }, body: { orderId } })).status).toBe(409);
  await passDays(app, 40);
  expect(await bills()).toBe(1);

  // Every session is over by now.
  const again = await app.as(olga).call(reinstateStore, { params: { id: creator.id } });
  expect(again.status).toBe(200);
  await app.runJobs();
  await passDays(app, 0);
  expect(await bills()).toBe(2);
  expect(await membershipOf(app, product.id)).toMatchObject({ status: "active", pausedUntil: null });
  const { rows } = await pool.query("select from held_memberships where subscription_id = $1", [id]);
  expect(rows).toEqual([]);
});
