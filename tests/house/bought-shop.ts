import { documentOfText } from "#contract/document/document-of-text.ts";
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { buyerSessions } from "#server/database/schema/access.ts";
import { orderNumbers } from "#server/database/schema/order-numbers.ts";
import { orders } from "#server/database/schema/orders.ts";
import { posts } from "#server/database/schema/posts.ts";
import { browserCookieName } from "#server/features/access/browser-cookie.ts";
import { buyerCookieName } from "#server/features/access/buyer-proofs.ts";
import { receiptToken } from "#server/features/access/can-see.ts";
import { lessons } from "#server/database/schema/courses.ts";
import { quizAttempts } from "#server/database/schema/quizzes.ts";
import { storeUpload } from "#server/features/files/store-upload.ts";
import { hashToken, newToken } from "#server/secrets/secrets.ts";
import { openCheckout } from "#tests/support/buy.ts";
import { makeCourse } from "#tests/support/course-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { joinMembership } from "#tests/support/membership.ts";
import { makeUpsell } from "#tests/support/offer-factory.ts";
import { makeService } from "#tests/support/service-factory.ts";
import { makeBooking, makeSession } from "#tests/support/session-factory.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { giveQuiz, question, quizOf } from "#tests/support/quiz-factory.ts";
import { makeRefundRequest } from "#tests/support/refund-request-factory.ts";
import type { TestApp } from "#tests/support/test-app.ts";

export type Proof = { cookies?: Record<string, string>; headers?: Record<string, string> };
export type BoughtShop = Awaited<ReturnType<typeof makeBoughtShop>>;

/**
 * One buyer of one creator: an order of a course and a file, and one of a membership, both paid in the same browser; and
 * everything that a call may name of them. `proofs` are all ways to show who one is, by what they are called.
 */
export async function makeBoughtShop(app: TestApp) {
  const { services } = app;
  const { config, clock, secret, db } = services;
  const creator = await makeCreator(app);
  const ownerId = creator.id;
  const email = `buyer-${randomUUID().slice(0, 8)}@example.com`;
  const store = (originalName: string, mimeType: string) =>
    storeUpload(services, { ownerId, originalName, mimeType, data: Buffer.from(`%PDF-1.7 ${originalName}`) });
  const video = await store("lesson.mp4", "video/mp4");
  const file = await store("guide.pdf", "application/pdf");
  const course = await makeCourse(app, {
    ownerId,
    modules: [
      [{ videoUploadId: video.id, captions: { en: "WEBVTT\n\n00:00.000 --> 00:01.000\nHello" } }, {}],
    ],
  });
  const product = await makeProduct(app, {
    ownerId,
    type: "DOWNLOAD",
    digitalFileType: "UPLOAD",
    digitalFileId: file.id,
  });
  const extra = await makeProduct(app, { ownerId });
  const upsell = await makeUpsell(app, course, { upsellProductId: extra.id });
  const membership = await joinMembership(app, { email, product: { ownerId } });
  /** One more that is still open. */
  const checkout = await openCheckout(membership.browser, extra.id, email);
  const browser = membership.browser.cookies[browserCookieName(config)] ?? "";
  const order = await makeOrder(app, {
    items: [{ product: course }, { product, download: { maxDownloads: null, expiresAt: inDays(30) } }],
    email,
    browserHash: hashToken(browser),
    createdAt: clock.now(),
  });
  const sessionProduct = await makeSession(app, {}, { ownerId });
  const sessionOrder = await makeOrder(app, {
    items: [{ product: sessionProduct }],
    email,
    browserHash: hashToken(browser),
    createdAt: clock.now(),
  });
  const { freeTime } = await makeBooking(app, sessionProduct, sessionOrder);
  const service = await makeOrder(app, {
    items: [{ product: await makeService(app, {}, { ownerId }) }],
    email,
    browserHash: hashToken(browser),
    createdAt: clock.now(),
  });
  const event = await makeOrder(app, {
    items: [
      {
        product: await makeProduct(app, {
          ownerId,
          type: "EVENT",
          eventStartsAt: inDays(30),
          eventEndsAt: inDays(31),
          eventZone: "UTC",
        }),
      },
    ],
    email,
    browserHash: hashToken(browser),
    createdAt: clock.now(),
  });
  const [post] = await db
    .insert(posts)
    .values({
      ownerId,
      productId: membership.product.id,
      title: "For members",
      attachmentId: file.id,
      publishedAt: new Date(clock.now().getTime() - 1_000),
    })
    .returning();
  const [membershipOrder] = await db.select().from(orders).where(eq(orders.id, membership.orderId));

  const asked = quizOf(question("aB"));
  const quizLesson = course.lessons[1]?.id ?? "";
  const version = await giveQuiz(app, quizLesson, asked);
  await db
    .update(lessons)
    .set({ assignment: { task: documentOfText("Draw it"), takesFiles: true, needsAnswer: true } })
    .where(eq(lessons.id, quizLesson));
  const [attempt] = await db
    .insert(quizAttempts)
    .values({
      id: randomUUID(),
      orderId: order.id,
      customerId: order.customerId,
      lessonId: quizLesson,
      versionId: version.id,
      answers: {},
      rightIds: [],
      questionCount: 1,
      passed: false,
      submittedAt: clock.now(),
    })
    .returning();

  const refundRequest = await makeRefundRequest(app, order.items[0]);

  const [numbered] = await db.select().from(orderNumbers).where(eq(orderNumbers.orderId, order.id));

  function inDays(days: number) {
    return new Date(clock.now().getTime() + days * 86_400_000);
  }
  /** A buyer's session of this customer. */
  const prove = async (customerId: string, expiresAt = inDays(1)) => {
    const token = newToken();
    const [session] = await db
      .insert(buyerSessions)
      .values({ tokenHash: hashToken(token), kind: "COOKIE", customerId, expiresAt })
      .returning({ id: buyerSessions.id });
    return { token, id: session?.id ?? "" };
  };
  const { customerId } = order;
  const strangers = await makeOrder(app, { browserHash: hashToken(newToken()) });
  const strangersBrowser = newToken();
  await makeOrder(app, { browserHash: hashToken(strangersBrowser) });
  const receiptOf = (orderId: string, of = orderId): Proof => ({
    headers: { "x-order-id": orderId, "x-order-proof": receiptToken(secret, of) },
  });
  const session = await prove(customerId);
  const expired = await prove(customerId, inDays(-1));
  const another = await prove(strangers.customerId);
  const bend = (token: string) => (token.endsWith("A") ? `${token.slice(0, -1)}B` : `${token.slice(0, -1)}A`);
  const paid = browserCookieName(config);
  const proved = buyerCookieName(config);

  /** Each caller, towards one of the orders. */
  const proofs = (orderId: string) => ({
    nobody: {} as Proof,
    "the browser that just paid": { cookies: { [paid]: browser } } as Proof,
    "another browser": { cookies: { [paid]: strangersBrowser } } as Proof,
    "proven by code": { cookies: { [proved]: session.token } } as Proof,
    "proven by bearer": { headers: { authorization: `Bearer ${session.token}` } } as Proof,
    "proven as someone else": { cookies: { [proved]: another.token } } as Proof,
    "the receipt's link": receiptOf(orderId),
    "another order's receipt": receiptOf(orderId, strangers.id),
    "an expired session": { cookies: { [proved]: expired.token } } as Proof,
    "a bent token": {
      cookies: { [paid]: bend(browser), [proved]: bend(session.token) },
      headers: { "x-order-id": orderId, "x-order-proof": bend(receiptToken(secret, orderId)) },
    } as Proof,
    "what is no secret": {
      cookies: { [paid]: orderId, [proved]: customerId },
      headers: { authorization: `Bearer ${email}`, "x-order-id": orderId, "x-order-proof": orderId },
    } as Proof,
  });
  return {
    creator,
    email,
    customerId,
    course,
    lesson: course.lessons[0]?.id ?? "",
    quiz: {
      lessonId: quizLesson,
      versionId: version.id,
      questionId: asked.questions[0]?.id ?? "",
      attemptId: attempt?.id ?? "",
    },
    product,
    download: order.downloads[0]?.id ?? "",
    upsell,
    order,
    booked: {
      productId: sessionProduct.id,
      orderId: sessionOrder.id,
      itemId: sessionOrder.items[0]?.id ?? "",
      freeTime,
    },
    service: { orderId: service.id, itemId: service.items[0]?.id ?? "" },
    event: { orderId: event.id, itemId: event.items[0]?.id ?? "" },
    orderNumber: String(numbered?.number),
    refundRequest: refundRequest.id,
    reference: order.paymentIntentId ?? "",
    membership: { id: membership.id, orderId: membership.orderId, productId: membership.product.id },
    membershipReference: membershipOrder?.paymentIntentId ?? "",
    checkout,
    post: post?.id ?? "",
    session,
    proofs,
  };
}

export type Caller = keyof ReturnType<BoughtShop["proofs"]>;
