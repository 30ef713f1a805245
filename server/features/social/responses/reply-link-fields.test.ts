import { expect, test } from "vitest";
import { createAutomationRule } from "#contract/social/automation-rules.ts";
import { createKeywordResponse, updateKeywordResponse } from "#contract/social/keyword-responses.ts";
import { simulateFanAct } from "#server/platforms/demo/simulate.ts";
import { acceptEvents } from "#server/features/social/engine/inbox/accept-events.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeSocialAccount } from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { services } = app;

async function start() {
  const creator = await makeCreator(app);
  const account = await makeSocialAccount(app, { userId: creator.id });
  const me = app.as(creator);
  const create = (fields: object) =>
    me.call(createKeywordResponse, {
      body: { socialAccountId: account.id, keyword: "GUIDE", responseText: "Here you go", ...fields },
    });
  /** What a fan gets for "guide": the button's title, and where its link leads. */
  const answered = async () => {
    const act = { kind: "DM", username: "sam", text: "guide", postId: "" } as const;
    await acceptEvents(services, [await simulateFanAct(services, account, act)]);
    await app.answerMessages();
    const { rows } = await services.pool.query(
      `select m.button->>'title' as title, l.destination, l.product_id as "productId", l.coupon_code as coupon
         from sandbox.demo_messages m left join reply_links l on m.button->>'url' like '%/' || l.code
        where m.account_id = $1 order by m.seq desc limit 1`,
      [account.platformUserId],
    );
    return rows[0];
  };
  return { creator, account, me, create, answered };
}

test("by itself a paid product is shown, a free one is a checkout away, and the button says what it is", async () => {
  for (const [product, title, destination] of [
    [{ type: "COURSE", priceCents: 14_900 }, "See the course", "PAGE"],
    [{ type: "BOOKING_LINK", priceCents: 5_000 }, "Book a time", "PAGE"],
    [{ type: "DOWNLOAD", priceCents: 0 }, "Get the download", "CHECKOUT"],
  ] as const) {
    const { creator, create, answered } = await start();
    const { id: productId } = await makeProduct(app, { ...product, ownerId: creator.id });
    expect((await create({ productId })).status).toBe(201);
    expect(await answered()).toEqual({ title, destination, productId, coupon: null });
  }
});

test("a creator names the button, chooses where it leads and which coupon it brings", async () => {
  const { creator, create, me, answered } = await start();
  const { id: productId } = await makeProduct(app, { ownerId: creator.id, priceCents: 2_000 });
  await makeCoupon(app, { ownerId: creator.id, code: "FANS20" });
  const made = await create({
    productId,
    linkTarget: "CHECKOUT",
    buttonTitle: "Yes, I want it!",
    couponCode: "fans20",
  });
  expect(made.body).toMatchObject({
    linkTarget: "CHECKOUT",
    buttonTitle: "Yes, I want it!",
    couponCode: "FANS20",
  });
  expect(await answered()).toEqual({
    title: "Yes, I want it!",
    destination: "CHECKOUT",
    productId,
    coupon: "FANS20",
  });
  // Another change leaves these alone, also once the coupon is gone.
  await services.pool.query("delete from coupons where owner_id = $1", [creator.id]);
  const kept = await me.call(updateKeywordResponse, {
    params: { id: made.body.id },
    body: { responseText: "There" },
  });
  expect(kept.body).toMatchObject({ linkTarget: "CHECKOUT", couponCode: "FANS20" });
});

test("a reply may lead to the store or the list, without any product", async () => {
  for (const [linkTarget, title] of [
    ["STORE", "Visit the store"],
    ["LIST", "Join the list"],
  ] as const) {
    const { create, answered } = await start();
    expect((await create({ linkTarget })).body).toMatchObject({ linkTarget, product: null });
    expect(await answered()).toEqual({ title, destination: linkTarget, productId: null, coupon: null });
  }
  const { account, me } = await start();
  const rule = {
    socialAccountId: account.id,
    ruleName: "Welcome",
    triggerType: "FIRST_MESSAGE",
    actionType: "SEND_MESSAGE",
    responseTemplate: "Hello",
    linkTarget: "LIST",
  } as const;
  expect((await me.call(createAutomationRule, { body: rule })).body).toMatchObject({ linkTarget: "LIST" });
});

test.each<[object, object]>([
  [{ linkTarget: "PAGE" }, { productId: "Choose the product to link to" }],
  [{ linkTarget: "STORE", couponCode: "NOPE" }, { couponCode: "You have no coupon with this code" }],
  [{ linkTarget: "STORE", buttonTitle: "x".repeat(21) }, { buttonTitle: "Use at most 20 characters" }],
])("%o is refused with its field", async (fields, problems) => {
  const { create } = await start();
  expect(await create(fields)).toMatchObject({ status: 422, body: { fields: problems } });
});

test("what has no link keeps nothing of one", async () => {
  const { create } = await start();
  const made = await create({ buttonTitle: "Tap me", couponCode: "NOPE" });
  expect(made.body).toMatchObject({ linkTarget: null, buttonTitle: "", couponCode: "" });
});
