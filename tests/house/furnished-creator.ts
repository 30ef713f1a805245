import { documentOfText } from "#contract/document/document-of-text.ts";
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { images, type users } from "#server/database/schema/accounts.ts";
import { assignmentSubmissions } from "#server/database/schema/assignments.ts";
import { lessonCaptions } from "#server/database/schema/lesson-files.ts";
import { subscribers } from "#server/database/schema/mailing-lists.ts";
import { notifications, pushBrowsers } from "#server/database/schema/notifications.ts";
import { deletions } from "#server/database/schema/deletions.ts";
import { savedFilters } from "#server/database/schema/saved-filters.ts";
import { personTags, tags } from "#server/database/schema/tags.ts";
import { posts } from "#server/database/schema/posts.ts";
import { reviews } from "#server/database/schema/reviews.ts";
import { quizVersions } from "#server/database/schema/quizzes.ts";
import { passkeys } from "#server/database/schema/passkeys.ts";
import { quarantinedPayments } from "#server/database/schema/quarantined-payments.ts";
import { createSession } from "#server/features/accounts/sessions.ts";
import { storeImage } from "#server/features/files/images.ts";
import { storeUpload } from "#server/features/files/store-upload.ts";
import { accountExports } from "#server/database/schema/account-exports.ts";
import { exportKey } from "#server/features/leaving/exports/export-rows.ts";
import { hashToken } from "#server/secrets/secrets.ts";
import { signGrant } from "#server/secrets/signed-grant.ts";
import { everybody } from "#contract/mailings/audience.ts";
import { longestFilterName } from "#contract/saved-filters/saved-filters.ts";
import { longestTagName } from "#contract/tags/tags.ts";
import type { RichDocument } from "#contract/document/document.ts";
import { automaticMails } from "#server/database/schema/automatic-mails.ts";
import { mailings } from "#server/database/schema/mailings.ts";
import { makeCart } from "#tests/support/cart-factory.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeAffiliate, makePayout } from "#tests/support/affiliate-factory.ts";
import { makeRenewedDownload } from "#tests/support/bought-download.ts";
import { makeCourse } from "#tests/support/course-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeBump, makeUpsell } from "#tests/support/offer-factory.ts";
import { question, quizOf } from "#tests/support/quiz-factory.ts";
import { makeService } from "#tests/support/service-factory.ts";
import { makeBooking, makeSession } from "#tests/support/session-factory.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { makeRefundRequest } from "#tests/support/refund-request-factory.ts";
import {
  makeAutomationRule,
  makeConversation,
  makeKeywordResponse,
  makeMessage,
  makeSocialAccount,
} from "#tests/support/social-factory.ts";
import { sessionCookieOf } from "#tests/support/session-cookie.ts";
import { furnishTeams } from "#tests/support/team-factory.ts";
import type { TestApp } from "#tests/support/test-app.ts";
import { sendRaw } from "./raw-request.ts";

const dot = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#4060ff" } })
  .png()
  .toBuffer();

/** What a call may name of a creator's by its id. */
export type Kind =
  | "product"
  | "course"
  | "extra"
  | "event"
  | "booking"
  | "workOrder"
  | "ticket"
  | "gift"
  | "subscriber"
  | "tag"
  | "notification"
  | "pushBrowser"
  | "cart"
  | "mailing"
  | "readyMailing"
  | "begunMailing"
  | "automaticMail"
  | "orderBump"
  | "upsell"
  | "module"
  | "lesson"
  | "captions"
  | "submission"
  | "quizVersion"
  | "orderedCourse"
  | "orderedModule"
  | "cover"
  | "avatar"
  | "poster"
  | "textPicture"
  | "upload"
  | "video"
  | "unfinishedUpload"
  | "session"
  | "passkey"
  | "order"
  | "orderLine"
  | "savedFilter"
  | "deletion"
  | "customer"
  | "quarantinedPayment"
  | "refundRequest"
  | "affiliate"
  | "affiliateLink"
  | "payout"
  | "coupon"
  | "download"
  | "review"
  | "renewedProduct"
  | "membership"
  | "post"
  | "postImage"
  | "socialAccount"
  | "keywordResponse"
  | "automationRule"
  | "conversation"
  | "message"
  | "export"
  | "exportLink"
  | "colleague"
  | "invitation"
  | "team"
  | "ownInvitation";

export type FurnishedCreator = typeof users.$inferSelect & {
  ids: Record<Kind, string>;
  /** That a session of theirs can be moved to. */
  freeTime: string;
};

/** A creator with one of everything that a call can name; `mark` stands in every text of theirs. */
export async function makeFurnishedCreator(
  app: TestApp,
  mark: string = randomUUID(),
): Promise<FurnishedCreator> {
  const { services } = app;
  const creator = await makeCreator(app, { firstName: mark, tagline: mark, bio: mark, postalAddress: mark });
  const ownerId = creator.id;
  const file = { ownerId, originalName: `${mark}.pdf`, mimeType: "application/pdf" };
  const upload = await storeUpload(services, { ...file, data: Buffer.from(`%PDF-1.7 ${mark}`) });
  const video = await storeUpload(services, {
    ownerId,
    originalName: `${mark}.mp4`,
    mimeType: "video/mp4",
    data: Buffer.from(mark),
  });
  const begun = await sendRaw(app, {
    method: "POST",
    path: "/api/uploads",
    headers: {
      cookie: await sessionCookieOf(app, creator),
      "tus-resumable": "1.0.0",
      "upload-length": "9",
      "upload-metadata": `filename ${btoa(file.originalName)},filetype ${btoa(file.mimeType)}`,
    },
  });
  const picture = (kind: "cover" | "avatar" | "poster" | "post") => ({
    ownerId,
    kind,
    width: 8,
    height: 8,
    variants: [],
    alt: mark,
  });
  const [cover, avatar, poster, postImage] = await services.db
    .insert(images)
    .values([picture("cover"), picture("avatar"), picture("poster"), picture("post")])
    .returning();
  const textPicture = await storeImage(services, { ownerId, kind: "text", data: dot, alt: mark });
  const product = await makeProduct(app, {
    ownerId,
    title: mark,
    type: "DOWNLOAD",
    digitalFileType: "UPLOAD",
    digitalFileId: upload.id,
    digitalFileName: file.originalName,
  });
  const quiz = quizOf({ ...question("aB"), text: mark });
  const assignment = { task: documentOfText(mark), takesFiles: true, needsAnswer: true };
  const course = await makeCourse(app, {
    ownerId,
    title: mark,
    modules: [[{ freePreview: true, captions: { en: mark }, quiz, assignment }, {}]],
  });
  const lessonId = course.lessons[0]?.id ?? "";
  const [captions] = await services.db
    .select({ id: lessonCaptions.id })
    .from(lessonCaptions)
    .where(eq(lessonCaptions.lessonId, lessonId));
  const [quizVersion] = await services.db.insert(quizVersions).values({ lessonId, quiz }).returning();
  const learned = await makeOrder(app, { items: [{ product: course }] });
  const [submission] = await services.db
    .insert(assignmentSubmissions)
    .values({
      orderId: learned.id,
      customerId: learned.customerId,
      lessonId,
      productId: course.id,
      ownerId,
      number: 1,
      state: "SUBMITTED",
      text: mark,
      typedAt: services.clock.now(),
      submittedAt: services.clock.now(),
      needsAnswer: true,
    })
    .returning();
  const orderedCourse = await makeCourse(app, { ownerId, title: mark, modules: [[]] });
  const membership = await makeProduct(app, {
    ownerId,
    title: mark,
    type: "MEMBERSHIP",
    billingInterval: "MONTH",
  });
  const [post] = await services.db
    .insert(posts)
    .values({ ownerId, productId: membership.id, title: mark, content: mark })
    .returning();
  const renewedProduct = await makeRenewedDownload(app, ownerId);
  const extra = await makeProduct(app, { ownerId, title: mark });
  const event = await makeProduct(app, {
    ownerId,
    title: mark,
    type: "EVENT",
    eventStartsAt: new Date(app.clock.now().getTime() + 30 * 86_400_000),
    eventEndsAt: new Date(app.clock.now().getTime() + 31 * 86_400_000),
    eventZone: "UTC",
    eventPlace: mark,
  });
  const ticket = await makeOrder(app, { items: [{ product: event }], customerName: mark });
  const session = await makeSession(app, {}, { ownerId, title: mark });
  const sold = await makeOrder(app, { items: [{ product: session }], customerName: mark });
  const booking = await makeBooking(app, session, sold);
  const service = await makeService(app, { questions: [] }, { ownerId, title: mark });
  const work = await makeOrder(app, { items: [{ product: service }], customerName: mark });
  const gift = await makeProduct(app, { ownerId, title: mark, type: "DOWNLOAD", priceCents: 0 });
  const [notification] = await services.db
    .insert(notifications)
    .values({ ownerId, kind: "REVIEW", event: mark, facts: { title: mark, rating: 5 }, inApp: true })
    .returning();
  const [subscriber] = await services.db
    .insert(subscribers)
    .values({ ownerId, email: `${mark}@example.com`, consentText: mark })
    .returning();
  const cart = await makeCart(app, product, { email: `${mark}@example.com` });
  const words = {
    type: "doc",
    content: [{ type: "paragraph", content: [{ type: "text", text: mark }] }],
  } as const;
  const written = { ownerId, subject: mark, content: words as unknown as RichDocument, audience: everybody };
  const [mailing, readyMailing, begunMailing] = await services.db
    .insert(mailings)
    .values([
      { ...written, state: "DRAFT" },
      { ...written, state: "DRAFT" },
      { ...written, state: "SENDING", startedAt: app.clock.now(), audienceCount: 0 },
    ])
    .returning();
  const { subject, content } = written;
  const [automaticMail] = await services.db
    .insert(automaticMails)
    .values({ ownerId, kind: "AFTER_PURCHASE", productId: product.id, subject, content })
    .returning();
  const bump = await makeBump(app, product, { title: mark, bumpProductId: extra.id });
  const upsell = await makeUpsell(app, product, { title: mark, upsellProductId: extra.id });
  const order = await makeOrder(app, { items: [{ product }], customerName: mark });
  const [tag] = await services.db
    .insert(tags)
    .values({ ownerId, name: mark.slice(0, longestTagName) })
    .returning();
  const tagId = tag?.id ?? "";
  const [savedFilter] = await services.db
    .insert(savedFilters)
    .values({ ownerId, list: "ORDERS", name: mark.slice(0, longestFilterName), search: "status=PAID" })
    .returning();
  const [deletion] = await services.db
    .insert(deletions)
    .values({ ownerId, kind: "SAVED_FILTER", deletedAt: app.clock.now() })
    .returning();
  await services.db.insert(personTags).values({ ownerId, tagId, mailbox: `${mark}@example.com` });
  // Of a buyer whose order no call knows: refunding it would take the review away.
  const { customerId: reviewer } = await makeOrder(app, { items: [{ product }] });
  const [review] = await services.db
    .insert(reviews)
    .values({ productId: product.id, customerId: reviewer, rating: 5, text: mark, authorName: mark })
    .returning();
  const coupon = await makeCoupon(app, { ownerId, name: mark, productIds: [product.id] });
  const affiliate = await makeAffiliate(app, { ownerId, name: mark });
  const payout = await makePayout(app, { affiliate, orderItem: order.items[0] });
  const run = randomUUID();
  const [accountExport] = await services.db
    .insert(accountExports)
    .values({
      ownerId,
      withFiles: false,
      state: "READY",
      run,
      sizeBytes: mark.length,
      seenAt: app.clock.now(),
      readyAt: app.clock.now(),
      expiresAt: new Date(app.clock.now().getTime() + 7 * 86_400_000),
    })
    .returning();
  await services.files.put(exportKey(accountExport?.id ?? "", run), Buffer.from(mark), "application/zip");
  const account = await makeSocialAccount(app, { userId: ownerId, displayName: mark });
  const response = await makeKeywordResponse(app, account, { responseText: mark, productId: product.id });
  const rule = await makeAutomationRule(app, account, { ruleName: mark, responseTemplate: mark });
  const conversation = await makeConversation(app, account, { participantUsername: mark });
  const message = await makeMessage(app, conversation, { messageText: mark });
  const [quarantined] = await services.db
    .insert(quarantinedPayments)
    .values({ ownerId, paymentIntentId: `pi_${randomUUID()}`, receivedCents: 100, reason: mark })
    .returning();
  // Of an order that no call knows: refunding it would close the request.
  const asked = await makeOrder(app, { items: [{ product: extra }] });
  const refundRequest = await makeRefundRequest(app, asked.items[0]);
  const client = { userAgent: mark, ip: "127.0.0.1" };
  const { token } = await createSession(services, { userId: ownerId, method: "CODE", ...client });
  const [pushBrowser] = await services.db
    .insert(pushBrowsers)
    .values({
      ownerId,
      sessionId: hashToken(token),
      endpoint: `https://updates.push.services.mozilla.com/${mark}/${ownerId}`,
      publicKey: "unused",
      authSecret: "unused",
    })
    .returning();
  const [passkey] = await services.db
    .insert(passkeys)
    .values({
      ownerId,
      name: mark,
      credentialId: randomUUID(),
      publicKey: "unused",
      counter: 0,
      transports: [],
      isSynced: false,
    })
    .returning();
  const teamIds = await furnishTeams(app, creator, `${mark}@example.org`);
  return {
    ...creator,
    freeTime: booking.freeTime,
    ids: {
      ...teamIds,
      booking: booking.id,
      workOrder: work.items[0]?.id ?? "",
      product: product.id,
      course: course.id,
      extra: extra.id,
      event: event.id,
      ticket: ticket.items[0]?.id ?? "",
      gift: gift.id,
      subscriber: subscriber?.id ?? "",
      tag: tagId,
      savedFilter: savedFilter?.id ?? "",
      deletion: deletion?.id ?? "",
      notification: notification?.id ?? "",
      passkey: passkey?.id ?? "",
      pushBrowser: pushBrowser?.id ?? "",
      cart: cart.id,
      mailing: mailing?.id ?? "",
      readyMailing: readyMailing?.id ?? "",
      begunMailing: begunMailing?.id ?? "",
      automaticMail: automaticMail?.id ?? "",
      orderBump: bump.id,
      upsell: upsell.id,
      module: course.modules[0]?.id ?? "",
      lesson: course.lessons[0]?.id ?? "",
      captions: captions?.id ?? "",
      submission: submission?.id ?? "",
      quizVersion: quizVersion?.id ?? "",
      orderedCourse: orderedCourse.id,
      orderedModule: orderedCourse.modules[0]?.id ?? "",
      cover: cover?.id ?? "",
      avatar: avatar?.id ?? "",
      poster: poster?.id ?? "",
      textPicture: textPicture.id,
      upload: upload.id,
      video: video.id,
      unfinishedUpload: String(begun.headers.location).split("/").at(-1) ?? "",
      // As the list of browsers shows it: a hash of the stored hash.
      session: hashToken(hashToken(token)),
      order: order.id,
      orderLine: order.items[0]?.id ?? "",
      customer: order.customerId,
      quarantinedPayment: quarantined?.id ?? "",
      refundRequest: refundRequest.id,
      affiliate: affiliate.id,
      affiliateLink: affiliate.link.id,
      payout: payout.id,
      coupon: coupon.id,
      download: order.downloads[0]?.id ?? "",
      review: review?.id ?? "",
      renewedProduct: renewedProduct.id,
      membership: membership.id,
      post: post?.id ?? "",
      postImage: postImage?.id ?? "",
      socialAccount: account.id,
      keywordResponse: response.id,
      automationRule: rule.id,
      conversation: conversation.id,
      message: message.id,
      export: accountExport?.id ?? "",
      exportLink: signGrant(services, "account-export", [accountExport?.id ?? "", ownerId]),
    },
  };
}
