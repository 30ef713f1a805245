import { randomUUID } from "node:crypto";
import { automaticKinds, type AutomaticMailKind } from "#contract/mailings/automatic-kinds.ts";
import { reminderKinds } from "#contract/mailings/reminder-kinds.ts";
import { notificationKinds } from "#contract/notifications/kinds.ts";
import { automaticMails } from "#server/database/schema/automatic-mails.ts";
import { cartMails } from "#server/database/schema/carts.ts";
import { productWaiters, subscribers } from "#server/database/schema/mailing-lists.ts";
import { mailings } from "#server/database/schema/mailings.ts";
import { notifications } from "#server/database/schema/notifications.ts";
import { posts } from "#server/database/schema/posts.ts";
import { socialEvents } from "#server/database/schema/social-messages.ts";
import { documentOfText } from "#contract/document/document-of-text.ts";
import { everybody } from "#contract/mailings/audience.ts";
import type { RichDocument } from "#contract/document/document.ts";
import { firstWords } from "#server/features/mailings/automatic/first-words.ts";
import { makeCart } from "#tests/support/cart-factory.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeCourse } from "#tests/support/course-factory.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { makeAutomationRule, makeSocialAccount } from "#tests/support/social-factory.ts";
import { makeColleague } from "#tests/support/team-factory.ts";
import type { TestApp } from "#tests/support/test-app.ts";
import type { MailWordsOfPeople } from "./mail-words.ts";

/** A line whose every other word, and end of an address, is bold. */
const inTwoLooks = (words: string): RichDocument => ({
  type: "doc",
  content: [
    {
      type: "paragraph",
      content: words.split(/(?<=[ .:/])/).map((text, index) => ({
        type: "text",
        text,
        ...(index % 2 === 1 && { marks: [{ type: "bold" }] }),
      })),
    },
  ],
});

/** A letter with one of everything that a mail may hold. */
const letterOf = (words: MailWordsOfPeople, productId: string): RichDocument =>
  ({
    type: "doc",
    content: [
      { type: "heading", attrs: { level: 2 }, content: [{ type: "text", text: words.told.slice(0, 100) }] },
      { type: "paragraph", content: [{ type: "text", text: `Hi {first_name}, ${words.told}` }] },
      {
        type: "bulletList",
        content: ["One", "Two"].map((text) => ({
          type: "listItem",
          content: [{ type: "paragraph", content: [{ type: "text", text }] }],
        })),
      },
      { type: "product", attrs: { productId } },
      { type: "paragraph", content: [{ type: "text", text: "{code}" }] },
      { type: "button", attrs: { label: words.told.slice(0, 100), href: "/{link}" } },
      { type: "horizontalRule" },
      {
        type: "paragraph",
        content: [
          { type: "text", text: "Read more " },
          {
            type: "text",
            text: "here",
            marks: [{ type: "link", attrs: { href: "https://example.com/more" } }],
          },
        ],
      },
    ],
  }) as unknown as RichDocument;

/** Mails to the creator, mails to their list, and those that advertise (`promotions`). */
export async function makeDeskMails(app: TestApp, ownerId: string, words: MailWordsOfPeople) {
  const { db, clock } = app.services;
  const now = clock.now();
  const product = await makeProduct(app, { ownerId, title: words.title, priceCents: 4_900 });
  const course = await makeCourse(app, { ownerId, title: words.title });
  const order = await makeOrder(app, {
    items: [{ product }, { product: course }],
    customerName: words.buyer,
  });
  const facts: Record<string, object> = {
    SALE: { orderId: order.id, title: words.title, cents: 4_900, more: 1 },
    FIRST_SALE: { orderId: order.id, title: words.title, cents: 4_900 },
    MEMBER_JOINED: { orderId: order.id, title: words.title, trialEndsAt: now.toISOString() },
    MEMBER_FIRST_PAYMENT: { orderId: order.id, title: words.title, cents: 4_900 },
    MEMBER_RENEWED: {
      day: now.toISOString().slice(0, 10),
      renewals: 3,
      sums: [{ cents: 4_900, currency: "usd" }],
    },
    MEMBER_PAYMENT_FAILED: { orderId: order.id, title: words.title, cents: 4_900 },
    MEMBER_CANCELED: { orderId: order.id, title: words.title, endsAt: now.toISOString() },
    MEMBER_ENDED: { orderId: order.id, title: words.title, isUnpaid: false },
    ORDER_TO_SHIP: { orderId: order.id, title: words.title },
    WORK_TO_DELIVER: { orderId: order.id, title: words.title },
    SESSION: { title: words.title, news: "BOOKED", startsAt: now.toISOString() },
    REVIEW: { title: words.title, rating: 5 },
    REFUND_REQUEST: { orderId: order.id, title: words.title, cents: 500, isWithdrawal: false },
    REFUND_FAILED: { orderId: order.id, title: words.title, cents: 500 },
    DISPUTE: { orderId: order.id, cents: 500, isInquiry: false },
    PAYOUT_FAILED: { cents: 500, currency: "usd" },
    ACCOUNT_DISCONNECTED: { platform: "INSTAGRAM", username: words.firstName },
    PLAN_LIMIT: { used: 90, limit: 100 },
  };
  const news = await db
    .insert(notifications)
    .values(
      notificationKinds.map((kind) => ({
        ownerId,
        kind,
        event: `${kind}:${randomUUID()}`,
        facts: (facts[kind] ?? {}) as Record<string, unknown>,
        inApp: true,
        createdAt: now,
      })),
    )
    .returning();
  const account = await makeSocialAccount(app, { userId: ownerId, username: words.firstName.slice(0, 30) });
  const rule = await makeAutomationRule(app, account, { ruleName: words.title.slice(0, 100) });
  await db.insert(socialEvents).values(
    (["MESSAGE", "COMMENT"] as const).map((kind) => ({
      userId: ownerId,
      socialAccountId: account.id,
      kind,
      platformEventId: randomUUID(),
      personId: "1",
      personUsername: words.firstName.slice(0, 30),
      text: words.said,
      occurredAt: now,
      receivedAt: now,
      outcome: "OWNER_NOTIFIED" as const,
      automationRuleId: rule.id,
      decidedAt: now,
    })),
  );
  const listed = { ownerId, consentText: "Yes", round: 1 };
  const [asked, confirmed] = await db
    .insert(subscribers)
    .values([
      { ...listed, email: `asked-${randomUUID()}@example.com` },
      { ...listed, email: `reader-${randomUUID()}@example.com`, state: "SUBSCRIBED", confirmedAt: now },
    ])
    .returning();
  const [waiter] = await db
    .insert(productWaiters)
    .values({ subscriberId: confirmed?.id ?? "", productId: product.id })
    .returning();
  const coupon = await makeCoupon(app, { ownerId, name: words.buyer.slice(0, 60), productIds: [product.id] });
  const letter = { ownerId, subject: words.told.slice(0, 120), content: letterOf(words, product.id) };
  const [mailing] = await db
    .insert(mailings)
    .values({
      ...letter,
      audience: everybody,
      productId: product.id,
      couponId: coupon.id,
      state: "SENDING",
      startedAt: now,
      audienceCount: 1,
    })
    .returning();
  const cart = await makeCart(app, product, { email: order.email, customerName: words.buyer });
  const step = { cartId: cart.id, ownerId, email: order.email };
  const body =
    "Hi {first_name},\n\nyou left {product} ({price}) in your cart at {store}.\n\nWith {code} it costs less.";
  const [left, failed] = await db
    .insert(cartMails)
    .values([
      { ...step, step: 1, subject: "{product} is still here", body, code: "BACK-1234" },
      { ...step, step: 2, subject: words.title.slice(0, 120), content: inTwoLooks(words.told) },
    ])
    .returning();
  const [post] = await db
    .insert(posts)
    .values({ ownerId, productId: course.id, title: words.title.slice(0, 200), publishedAt: now })
    .returning();
  const kinds = Object.keys(automaticKinds) as AutomaticMailKind[];
  const automatic = await db
    .insert(automaticMails)
    .values(kinds.map((kind) => ({ ownerId, kind, ...firstWords[kind] })))
    .returning();
  const today = now.toISOString().slice(0, 10);
  const colleague = await makeColleague(app, { id: ownerId }, "ADMIN");
  return {
    outbox: [
      ["creator-news", { ownerId, notificationIds: news.map(({ id }) => id), count: news.length }],
      [
        "creator-news",
        { ownerId, notificationIds: news.slice(0, 1).map(({ id }) => id), count: 1 },
        "news of one kind",
      ],
      [
        "team-news",
        { ownerId, userId: colleague.id, notificationIds: news.map(({ id }) => id), count: news.length },
      ],
      ["daily-sales", { ownerId, from: today, until: today }],
      [
        "social-notice",
        {
          ruleId: rule.id,
          since: new Date(0).toISOString(),
          until: new Date(now.getTime() + 1_000).toISOString(),
        },
      ],
      [
        "social-notice",
        {
          accountId: account.id,
          since: new Date(0).toISOString(),
          until: new Date(now.getTime() + 1_000).toISOString(),
        },
        "asked for a person",
      ],
      ["confirm-subscription", { subscriberId: asked?.id, round: 1 }],
      ["product-open", { waiterId: waiter?.id }],
      ["cart-test", { ownerId, subject: "{product} is still here", content: documentOfText(body) }],
      ["mailing-test", { mailingId: mailing?.id }],
      ...reminderKinds.map((kind) => ["reminder-test", { ownerId, kind }, `test of ${kind}`] as const),
      ...automatic.map(
        ({ id, kind }) => ["automatic-mail-test", { automaticMailId: id }, `test of ${kind}`] as const,
      ),
    ] as const,
    promotions: [
      ["cart-reminder", { cartMailId: left?.id }, "cart: checkout left, with a code"],
      ["cart-reminder", { cartMailId: failed?.id }, "cart: the creator's own words"],
      ["mailing", { mailingId: mailing?.id, name: words.buyer }, "mailing with every block"],
      ...automatic.map(
        ({ id, kind }) =>
          [
            "automatic",
            {
              automaticMailId: id,
              name: words.buyer,
              productId: kind === "WELCOME" ? null : kind === "COURSE_REMINDER" ? course.id : product.id,
              postId: kind === "NEW_POST" ? post?.id : null,
            },
            `automatic: ${kind}`,
          ] as const,
      ),
    ] as const,
    email: order.email,
  };
}
