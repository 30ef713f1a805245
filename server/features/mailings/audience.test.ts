import { beforeEach, expect, test } from "vitest";
import { listRecipients } from "#contract/mailings/mailing-report.ts";
import { countAudience, updateMailing } from "#contract/mailings/mailings.ts";
import { makeCart } from "#tests/support/cart-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import {
  makeMailing,
  makeSubscriber,
  makeTrustedCreator,
  openMailings,
  someone,
  startNow,
} from "#tests/support/mailing-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;

const { sent, send, reset, buyer, reportOf } = openMailings(app);
beforeEach(reset);

test("each condition finds whom it says, one person for each mailbox", async () => {
  const creator = await makeTrustedCreator(app);
  const me = app.as(creator);
  const guide = await makeProduct(app, { ownerId: creator.id, priceCents: 2_000 });
  const other = await makeProduct(app, { ownerId: creator.id, priceCents: 9_000 });
  const both = "both@gmail.com";
  await buyer(guide, both);
  await buyer(other, "b.oth+shop@gmail.com");
  await buyer(guide, "old@example.com", { paidAt: new Date(app.clock.now().getTime() - 40 * 86_400_000) });
  await buyer(guide, "back@example.com", { status: "REFUNDED" });
  await makeSubscriber(app, creator.id, "reader@example.com");
  await makeSubscriber(app, creator.id, both);
  await makeCart(app, other, { email: "old@example.com" });
  await makeCart(app, other, { email: "stranger@example.com" });
  const draft = await makeMailing(app, creator);
  let { revision } = draft;
  const found = async (...conditions: (typeof draft)["audience"]["conditions"]) => {
    const { subject, content, productId, couponId } = draft;
    const audience = { match: "ALL" as const, conditions };
    const params = { id: draft.id };
    const saved = await me.call(updateMailing, {
      params,
      body: { subject, content, productId, couponId, audience, revision },
    });
    expect(saved.status, saved.text).toBe(200);
    revision = saved.body.revision;
    return (await me.call(countAudience, { params })).body.audience;
  };
  // Also who bought what makes the creator trusted.
  expect(await found()).toBe(5);
  expect(await found({ type: "bought", is: true, productId: guide.id, since: null })).toBe(2);
  expect(await found({ type: "bought", is: false, productId: guide.id, since: null })).toBe(3);
  const since = new Date(app.clock.now().getTime() - 7 * 86_400_000).toISOString().slice(0, 10);
  expect(await found({ type: "bought", is: true, productId: guide.id, since })).toBe(1);
  expect(await found({ type: "spent", is: true, atLeastCents: 11_000 })).toBe(2);
  expect(await found({ type: "spent", is: false, atLeastCents: 1 })).toBe(2);
  expect(await found({ type: "subscribed", is: true })).toBe(2);
  expect(await found({ type: "leftCart", is: true, productId: other.id, since: null })).toBe(1);
  expect(await found({ type: "member", is: true, productId: null, when: "BEFORE" })).toBe(0);
  for (const source of ["REPLY", "MAILING", "AFFILIATE", "CART_MAIL"] as const)
    expect(await found({ type: "cameFrom", is: false, source })).toBe(5);
  expect(
    await found(
      { type: "subscribed", is: true },
      {
        type: "group",
        match: "ANY",
        conditions: [
          { type: "bought", is: true, productId: other.id, since: null },
          { type: "spent", is: true, atLeastCents: 1_000_000 },
        ],
      },
    ),
  ).toBe(1);
});

test("a customer whom nobody proved is left out, and so is who only tried to pay", async () => {
  const creator = await makeTrustedCreator(app);
  const gift = await makeProduct(app, { ownerId: creator.id, priceCents: 0 });
  const paid = await makeProduct(app, { ownerId: creator.id, priceCents: 500 });
  const [victim, reader] = [await buyer(gift), await buyer(gift)];
  await makeSubscriber(app, creator.id, reader);
  await buyer(paid, someone(), { status: "FAILED" });
  const draft = await makeMailing(app, creator, {
    audience: { match: "ALL", conditions: [{ type: "bought", is: true, productId: gift.id, since: null }] },
  });
  await startNow(app, creator, draft);
  await send();
  expect(sent.map(({ to }) => to)).toEqual([reader]);
  const { body } = await app
    .as(creator)
    .call(listRecipients, { params: { id: draft.id }, querystring: { outcome: "skipped" } });
  expect(body.recipients).toMatchObject([
    { email: victim, reason: expect.stringContaining("Nobody proved") },
  ]);
});

test("a creator who has sold little writes to 100 people a mailing, and is told so before", async () => {
  const creator = await makeCreator(app, { postalAddress: "Main St 1" });
  for (let n = 0; n < 103; n++) await makeSubscriber(app, creator.id, someone());
  const draft = await makeMailing(app, creator);
  const { body } = await app.as(creator).call(countAudience, { params: { id: draft.id } });
  expect(body).toMatchObject({ audience: 103, recipients: 100, leftOut: [{ people: 3 }], roomToday: 100 });
  await startNow(app, creator, draft);
  expect((await reportOf(creator, draft.id)).outcomes).toMatchObject({
    audience: 103,
    skipped: 3,
    waiting: 100,
  });
});

test("the claim reads again who fits the conditions, what is on sale and whether it was stopped", async () => {
  const creator = await makeTrustedCreator(app);
  const guide = await makeProduct(app, { ownerId: creator.id, priceCents: 2_000 });
  const next = await makeProduct(app, { ownerId: creator.id, priceCents: 2_000 });
  const [quick, left, other] = [await buyer(guide), await buyer(guide), await buyer(guide)];
  const audience = {
    match: "ALL" as const,
    conditions: [
      { type: "bought" as const, is: true, productId: guide.id, since: null },
      { type: "bought" as const, is: false, productId: next.id, since: null },
    ],
  };
  const draft = await makeMailing(app, creator, { audience, productId: next.id });
  await startNow(app, creator, draft);
  await buyer(next, quick);
  await pool.query(
    "insert into suppressions (owner_id, address_hash, reason) values (null, address_hash($1), 'BOUNCED')",
    [left],
  );
  await pool.query("update products set state = 'DRAFT' where id = $1", [next.id]);
  await send();
  expect(sent).toEqual([]);
  const report = await reportOf(creator, draft.id);
  expect(report.outcomes).toMatchObject({ audience: 3, skipped: 3 });
  expect(report.skipped).toEqual(
    expect.arrayContaining([
      { reason: "Their address does not exist", people: 1 },
      { reason: "Its product is not on sale any more", people: 2 },
    ]),
  );
  await pool.query("update products set state = 'PUBLISHED' where id = $1", [next.id]);
  const again = await makeMailing(app, creator, { audience, productId: next.id });
  await startNow(app, creator, again);
  await buyer(next, other);
  await send();
  expect((await reportOf(creator, again.id)).skipped).toContainEqual({
    reason: "Your conditions do not fit them any more",
    people: 1,
  });
});
