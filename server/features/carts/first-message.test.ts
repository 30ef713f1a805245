import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listAbandonedCarts, openCartLink } from "#contract/carts/carts.ts";
import { saveCartSequence } from "#contract/carts/sequences.ts";
import { getCheckoutDraft, saveCheckoutDraft } from "#contract/checkout/draft.ts";
import { abandonedCarts, cartMails } from "#server/database/schema/carts.ts";
import { mailbox } from "#server/database/schema/delivery.ts";
import { dmConversations, socialSends } from "#server/database/schema/social-messages.ts";
import { acceptEvents } from "#server/features/social/engine/inbox/accept-events.ts";
import { sendMessages } from "#server/features/social/engine/send/send-messages.ts";
import { sendPromotions } from "#server/mail/promotions/send-promotions.ts";
import { simulateFanAct } from "#server/platforms/demo/simulate.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { clickReplyLink } from "#tests/support/reply-link.ts";
import { makeKeywordResponse, makeSocialAccount } from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { queueCartMails } from "./queue-cart-mails.ts";
import { recordLeftCarts } from "./record-left-carts.ts";
import { firstSteps } from "./sequences.ts";

const app = await testApp();
const { services } = app;
const { db, pool } = services;
let fans = 0;

/** A fan who has asked by a message, followed the reply's link, and left the checkout. */
async function leaveFromMessage({ isOn = true, hasLink = true } = {}) {
  const creator = await makeCreator(app, { postalAddress: "1 Long Lane" });
  const product = await makeProduct(app, { ownerId: creator.id });
  const account = await makeSocialAccount(app, { userId: creator.id });
  await makeKeywordResponse(app, account, { responseType: "PRODUCT_LINK", productId: product.id });
  const username = `fan${(fans += 1)}`;
  const act = { kind: "DM", username, text: "guide", postId: "" } as const;
  await acceptEvents(services, [await simulateFanAct(services, account, act)]);
  await app.answerMessages();
  const desk = app.as(creator);
  const dmText = isOn ? "Hi {first_name}, {product} waits for you" : null;
  const body = { kind: "LEFT" as const, isOn: true, steps: firstSteps.LEFT, dmText };
  expect((await desk.call(saveCartSequence, { body })).body).toMatchObject({ dmText });
  app.clock.advance({ minutes: 1 });
  const browser = app.browser();
  if (hasLink) {
    const { rows } = await pool.query<{ code: string }>("select code from reply_links where user_id = $1", [
      creator.id,
    ]);
    await clickReplyLink(app, browser, rows[0]?.code ?? "");
  }
  const email = `${username}@example.com`;
  await browser.call(saveCheckoutDraft, {
    params: { productId: product.id },
    body: { revision: 0, email, hasActed: true, customerName: "Hostile.example" },
  });
  const [conversation] = await db
    .select()
    .from(dmConversations)
    .where(eq(dmConversations.userId, creator.id));
  if (!conversation) throw new Error("there is no conversation");
  return { creator, product, account, desk, email, conversation };
}
type Left = Awaited<ReturnType<typeof leaveFromMessage>>;

const queue = async (minutes = 61) => {
  app.clock.advance({ minutes });
  await recordLeftCarts(services);
  await queueCartMails(services);
};
const deliver = async () => {
  await app.answerMessages();
  await sendPromotions(services, undefined);
};
const ofCart = ({ creator }: Left) =>
  db
    .select()
    .from(socialSends)
    .where(and(eq(socialSends.userId, creator.id), eq(socialSends.purpose, "CART")));
const stepsOf = ({ creator }: Left) =>
  db.select().from(cartMails).where(eq(cartMails.ownerId, creator.id)).orderBy(cartMails.step);
const mailsTo = ({ email }: Left) => db.$count(mailbox, eq(mailbox.to, email));
const listed = async ({ desk }: Left) =>
  (await desk.call(listAbandonedCarts, { querystring: {} })).body.carts[0];

test("the first step is a message and no mail, the second a mail; its link fills in no address, and brings the order home", async () => {
  const left = await leaveFromMessage();
  await queue();
  await deliver();
  const [send] = await ofCart(left);
  expect(send).toMatchObject({ state: "SENT", conversationId: left.conversation.id });
  // No name that was typed in the checkout is said to whom a link may have come from.
  expect(send?.text).toContain(`${left.product.title} waits for you`);
  expect(send?.text).not.toContain("Hostile");
  expect(await mailsTo(left)).toBe(0);
  expect(await stepsOf(left)).toMatchObject([{ channel: "DM", state: "SENT" }]);
  expect(await listed(left)).toMatchObject({ status: "ABANDONED", message: { state: "SENT", reason: null } });
  const { rows } = await pool.query("select replies from reply_usage where user_id = $1", [left.creator.id]);
  expect(rows).toEqual([{ replies: 2 }]);

  const url = /\/api\/cart-links\/([\w-]+)/.exec(JSON.stringify(send))?.[1] ?? "";
  const browser = app.browser();
  expect((await browser.call(openCartLink, { params: { token: url } })).status).toBe(302);
  const params = { productId: left.product.id };
  expect((await browser.call(getCheckoutDraft, { params })).body.draft).toMatchObject({ email: "" });

  // The second is due after a day, and waits for the morning where that is at night.
  for (let n = 0; n < 40; n++) {
    await queue(60);
    await deliver();
  }
  expect(await mailsTo(left)).toBe(1);
  expect(await ofCart(left)).toHaveLength(1);
});

test.each([
  ["their last message is older than 24 hours", "last_inbound_at = last_inbound_at - interval '24 hours'"],
  ["they wrote STOP", "opted_out_at = last_inbound_at"],
  ["automation is switched off in this conversation", "is_active = false"],
  ["you answer by hand in this conversation", "paused_until = last_inbound_at + interval '10 hours'"],
])("it is a mail where a message may not be sent: %s", async (reason, change) => {
  const left = await leaveFromMessage();
  await pool.query(`update dm_conversations set ${change} where id = $1`, [left.conversation.id]);
  await queue();
  await deliver();
  expect(await ofCart(left)).toEqual([]);
  expect(await mailsTo(left)).toBe(1);
  expect(await listed(left)).toMatchObject({ message: { state: "NONE", reason } });
});

test("it is a mail where the creator wants no messages, or no reply led to the checkout", async () => {
  for (const left of [await leaveFromMessage({ isOn: false }), await leaveFromMessage({ hasLink: false })]) {
    await queue();
    await deliver();
    expect(await ofCart(left)).toEqual([]);
    expect(await mailsTo(left)).toBe(1);
    expect(await listed(left)).toMatchObject({ message: null });
  }
});

test.each([
  ["paid", "outcome = 'BOUGHT', next_mail_at = null"],
  ["stopped", "stopped = 'STOPPED', next_mail_at = null"],
])("a cart that was %s after its message was queued hears nothing, by either way", async (_, change) => {
  const left = await leaveFromMessage();
  await queue();
  const [cart] = await db.select().from(abandonedCarts).where(eq(abandonedCarts.ownerId, left.creator.id));
  await pool.query(`update abandoned_carts set ${change} where id = $1`, [cart?.id]);
  await sendMessages(services, left.account.id);
  await deliver();
  expect(await ofCart(left)).toMatchObject([{ state: "FAILED" }]);
  expect(await stepsOf(left)).toMatchObject([{ channel: "DM", state: "FAILED" }]);
  expect(await mailsTo(left)).toBe(0);
  // It has not used up the plan.
  const { rows } = await pool.query("select replies from reply_usage where user_id = $1", [left.creator.id]);
  expect(rows).toEqual([{ replies: 1 }]);
});
