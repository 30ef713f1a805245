import { randomUUID } from "node:crypto";
import { bookingRows } from "./booking-access-rows.ts";
import type { BoughtShop, Caller } from "./bought-shop.ts";

/** What a call is given. */
export type Given = { params?: Record<string, string>; query?: Record<string, string>; body?: object };

export type AccessRow = {
  /** Asks for what the buyer has bought. */
  call: (shop: BoughtShop) => Given;
  /** The order whose receipt could open it; that of the course and the file unless said. */
  orderOf?: (shop: BoughtShop) => string;
  /** Who is let in. Everybody else gets the answer of nobody, to the byte, unless `others` says otherwise. */
  opens: readonly Caller[];
  /** The statuses of who is let in: not all that is asked for can be done twice. */
  opened: readonly number[];
  /** The status of nobody, and what stands in it where that is part of the rules. */
  closed: number;
  body?: unknown;
  /** Those who are not let in and are told so in another way. */
  others?: Partial<Record<Caller, number>>;
  /** That such a thing is there is known to all: one that is not may answer otherwise. */
  known?: true;
  /** Once access has been revoked, or the order refunded, nobody is let in any more. */
  endsWithAccess?: true;
  /** It ends the proof: it is done in a shop of its own, and by the first of who is let in. */
  once?: true;
};

const browser = "the browser that just paid";
const proven = ["proven by code", "proven by bearer"] as const;
const anyProof = [browser, ...proven, "the receipt's link"] as const;
/** Has bought something else: is known, and has not bought this. */
const stranger = "proven as someone else" as const;

const course = ({ course }: BoughtShop): Given => ({ params: { slug: course.slug } });
const lesson =
  (body?: object) =>
  ({ lesson }: BoughtShop): Given => ({ params: { lessonId: lesson }, ...(body && { body }) });
const note =
  (body?: object) =>
  ({ lesson }: BoughtShop): Given => ({
    params: { lessonId: lesson, noteId: someId },
    ...(body && { body }),
  });
/** Of the lesson with a quiz and an assignment, and an attempt at it. */
const quiz =
  (params: Record<string, string> = {}, body?: object) =>
  ({ quiz }: BoughtShop): Given => ({
    params: { lessonId: quiz.lessonId, ...params },
    ...(body && { body }),
  });
const ofMember =
  (query: Record<string, string> = {}) =>
  (): Given => ({ query });
const membership =
  (more: object = {}) =>
  ({ membership: { id, orderId } }: BoughtShop): Given => ({ params: { id }, body: { orderId, ...more } });
const reviewed =
  (body?: object) =>
  ({ course }: BoughtShop): Given => ({ params: { id: course.id }, ...(body && { body }) });

/** Of whoever may open the lesson. */
const ofLesson = { opens: anyProof, opened: [200], closed: 403, endsWithAccess: true } as const;
/** Of an address alone: neither a payment nor a receipt proves one. */
const addressAlone = { opens: proven, opened: [200], closed: 401, others: { [stranger]: 200 } } as const;
/** Of all that is proved: an address's orders, and single ones, by the browser that paid and by a receipt. */
const whatIsProved = { opens: anyProof, opened: [200], closed: 401 } as const;
/** Whoever has bought something else sees that, and so does its receipt. */
const ownShelf = { "another browser": 200, [stranger]: 200 } as const;
const ofMembership = {
  orderOf: ({ membership }: BoughtShop) => membership.orderId,
  opens: anyProof,
  opened: [200, 409, 422],
  closed: 404,
} as const;

/** A link of the one kind that is none: no proof of anything makes it one. Those that are, are tested beside their feature. */
const someId = "6f2b3a1e-0000-4000-8000-000000000001";
const someCaptions = { uploadId: someId, language: "en" };
const links = (
  name: string,
  closed: number,
  params: Record<string, string> = {},
): Record<string, AccessRow> => ({
  [name]: { call: () => ({ params: { token: "A".repeat(43), ...params } }), opens: [], opened: [], closed },
});

/** Every call for buyers that shows or changes what one of them has bought. A new one belongs here, or a test fails. */
export const accessRows: Record<string, AccessRow> = {
  "GET /api/access/:productId/:email": {
    call: ({ course, email }) => ({ params: { productId: course.id, email } }),
    opens: anyProof,
    opened: [200],
    closed: 200,
    body: { hasAccess: false },
    endsWithAccess: true,
  },
  "GET /api/lessons/:lessonId/:email": {
    call: ({ lesson, email }) => ({ params: { lessonId: lesson, email } }),
    ...ofLesson,
  },
  "GET /api/courses/:slug": {
    call: course,
    opens: anyProof,
    opened: [200],
    closed: 404,
    endsWithAccess: true,
  },
  "GET /api/courses/:slug/progress": {
    call: course,
    opens: anyProof,
    opened: [200],
    closed: 200,
    body: { lessons: [], lastLessonId: null, certificateCode: null },
    known: true,
    endsWithAccess: true,
  },
  ...links("GET /api/lesson-video/:token", 403),
  ...links("GET /api/lesson-captions/:token/:language", 403, { language: "en" }),
  ...links("GET /api/lesson-attachment/:token/:fileId", 403, { fileId: someId }),
  ...links("GET /api/lesson-picture/:token/:imageId/:file", 403, {
    imageId: someId,
    file: "960.webp",
  }),
  ...links("GET /api/lesson-text-video/:token/:uploadId", 403, { uploadId: someId }),
  ...links("GET /api/lesson-text-video/:token/:uploadId/:language", 403, someCaptions),
  ...links("GET /api/post-video/:token/:uploadId", 404, { uploadId: someId }),
  ...links("GET /api/post-video/:token/:uploadId/:language", 404, someCaptions),
  ...links("GET /api/assignment-file/:token", 403),
  ...links("GET /api/work-file/:token", 404),
  ...links("GET /api/download/:token", 404),
  ...links("GET /api/post-attachment/:token", 404),
  ...links("GET /api/post-picture/:token/:imageId/:file", 404, {
    imageId: someId,
    file: "960.webp",
  }),
  "POST /api/courses/:slug/certificate": {
    call: (shop) => ({ ...course(shop), body: { name: "Ana" } }),
    opens: anyProof,
    opened: [200, 409],
    closed: 404,
    endsWithAccess: true,
  },
  "POST /api/lessons/:lessonId/played": {
    call: lesson({ intervals: [], positionSeconds: 0 }),
    ...ofLesson,
  },
  "PUT /api/lessons/:lessonId/completed": {
    call: lesson({ completed: true }),
    ...ofLesson,
  },
  "PUT /api/lessons/:lessonId/bookmark": {
    call: lesson({ bookmarked: true }),
    ...ofLesson,
  },
  "GET /api/courses/:slug/notes": {
    call: course,
    opens: anyProof,
    opened: [200],
    closed: 200,
    body: { notes: null },
    known: true,
    endsWithAccess: true,
  },
  "PUT /api/lessons/:lessonId/notes/:noteId": {
    call: note({ seconds: 5, text: "Mine" }),
    ...ofLesson,
  },
  "GET /api/lessons/:lessonId/quiz": {
    call: quiz(),
    ...ofLesson,
  },
  "PUT /api/lessons/:lessonId/quiz/answers/:questionId": {
    call: (shop) => quiz({ questionId: shop.quiz.questionId }, { choiceIds: [] })(shop),
    ...ofLesson,
  },
  "PUT /api/lessons/:lessonId/quiz/attempts/:attemptId": {
    call: (shop) => quiz({ attemptId: randomUUID() }, { versionId: shop.quiz.versionId, answers: [] })(shop),
    ...ofLesson,
  },
  "GET /api/lessons/:lessonId/quiz/attempts/:attemptId": {
    call: (shop) => quiz({ attemptId: shop.quiz.attemptId })(shop),
    ...ofLesson,
  },
  "GET /api/lessons/:lessonId/assignment": {
    call: quiz(),
    ...ofLesson,
  },
  "PUT /api/lessons/:lessonId/assignment/drafts/:number": {
    call: quiz({ number: "1" }, { text: "Mine" }),
    ...ofLesson,
    opened: [200, 409],
  },
  "PUT /api/lessons/:lessonId/assignment/submissions/:number": {
    call: quiz({ number: "1" }, { text: "Mine" }),
    ...ofLesson,
  },
  "DELETE /api/lessons/:lessonId/assignment/submissions/:number": {
    call: quiz({ number: "1" }),
    ...ofLesson,
  },
  "POST /api/lessons/:lessonId/assignment/drafts/:number/files": {
    call: quiz({ number: "1" }, {}),
    // What is sent is no file: that is said to those alone who may send one.
    ...ofLesson,
    opened: [415],
  },
  "DELETE /api/lessons/:lessonId/assignment/files/:fileId": {
    call: quiz({ fileId: someId }),
    ...ofLesson,
  },
  "DELETE /api/lessons/:lessonId/notes/:noteId": {
    call: note(),
    ...ofLesson,
  },
  "GET /api/digital-downloads": {
    call: ({ order }) => ({ query: { orderId: order.id } }),
    opens: anyProof,
    opened: [200],
    closed: 200,
    body: [],
  },
  "POST /api/digital-downloads/request-link": {
    call: ({ download }) => ({ body: { downloadId: download } }),
    opens: anyProof,
    opened: [200],
    // Whoever shows no token at all is asked for one.
    closed: 401,
    others: {
      "another browser": 404,
      [stranger]: 404,
      "another order's receipt": 404,
      "an expired session": 404,
      "a bent token": 404,
    },
  },
  "GET /api/order-by-payment-intent/:paymentIntentId": {
    call: ({ reference, email }) => ({
      params: { paymentIntentId: reference },
      query: { customer_email: email },
    }),
    opens: anyProof,
    opened: [200],
    closed: 404,
  },
  "GET /api/buyer-orders/:id/receipt.pdf": {
    call: ({ order }) => ({ params: { id: order.id } }),
    opens: anyProof,
    opened: [200],
    closed: 404,
  },
  ...bookingRows,
  "POST /api/buyer-orders/:id/refund-requests": {
    call: ({ order }) => ({
      params: { id: order.id },
      body: { orderItemId: order.items[0]?.id, message: "Not for me" },
    }),
    opens: anyProof,
    opened: [200],
    closed: 404,
  },
  "POST /api/buyer-orders/:id/refund-requests/:requestId/withdraw": {
    call: ({ order, refundRequest }) => ({ params: { id: order.id, requestId: refundRequest } }),
    opens: anyProof,
    opened: [200],
    closed: 404,
    once: true,
  },
  // Says what became of it to who proves the order, and one thing to everybody else.
  "POST /api/withdrawals": {
    call: ({ orderNumber, email, creator: { handle } }) => ({
      body: { name: "Ana", orderNumber, email, store: handle },
    }),
    opens: anyProof,
    opened: [200],
    closed: 200,
  },
  "GET /api/products/:id/my-refund": {
    call: ({ course }) => ({ params: { id: course.id } }),
    opens: anyProof,
    opened: [200],
    closed: 200,
    body: { refund: null },
  },
  "POST /api/checkout/finish-payment": {
    call: ({ membershipReference }) => ({ body: { paymentIntentId: membershipReference } }),
    orderOf: ({ membership }) => membership.orderId,
    opens: [browser],
    opened: [200],
    closed: 404,
  },
  "POST /api/checkout/:checkoutSessionId/confirm-total": {
    call: ({ checkout }) => ({
      params: { checkoutSessionId: checkout.checkoutSessionId },
      body: { cartVersion: 1, totalCents: 900, customerName: "Ana" },
    }),
    opens: [browser],
    opened: [200, 409],
    closed: 404,
  },
  "POST /api/checkout/:checkoutSessionId/complete-free": {
    call: ({ checkout }) => ({
      params: { checkoutSessionId: checkout.checkoutSessionId },
      body: { cartVersion: 1, customerName: "Ana" },
    }),
    opens: [browser],
    opened: [409, 422],
    closed: 404,
  },
  "GET /api/public/upsells/:mainProductId": {
    call: ({ course, reference }) => ({
      params: { mainProductId: course.id },
      query: { paymentIntentId: reference },
    }),
    opens: [browser],
    opened: [200],
    closed: 200,
    body: [],
  },
  "POST /api/public/process-upsell": {
    call: ({ upsell, reference, email }) => ({
      body: { upsellId: upsell.id, paymentIntentId: reference, customerEmail: email, action: "DECLINE" },
    }),
    opens: [browser],
    opened: [200, 409],
    closed: 404,
  },
  "GET /api/memberships": {
    ...ofMembership,
    call: ({ membership: { orderId } }) => ({ query: { orderId } }),
    opened: [200],
    closed: 200,
    body: [],
  },
  "POST /api/memberships/:id/cancel": { ...ofMembership, call: membership() },
  "POST /api/memberships/:id/keep": { ...ofMembership, call: membership() },
  "POST /api/memberships/:id/pause": { ...ofMembership, call: membership({ months: 1 }) },
  "POST /api/memberships/:id/resume": { ...ofMembership, call: membership() },
  "GET /api/memberships/:id/move": {
    ...ofMembership,
    call: ({ membership: { id, orderId } }) => ({
      params: { id },
      query: { orderId, billingInterval: "YEAR" },
    }),
  },
  "POST /api/memberships/:id/move": {
    ...ofMembership,
    call: membership({
      billingInterval: "YEAR",
      priceCents: 100,
      chargeCents: 100,
      at: "2020-01-01T00:00:00.000Z",
    }),
  },
  "POST /api/memberships/:id/move/undo": { ...ofMembership, call: membership() },
  "POST /api/memberships/:id/retry": { ...ofMembership, call: membership() },
  "POST /api/memberships/:id/card": { ...ofMembership, call: membership() },
  "POST /api/memberships/:id/card/finish": {
    ...ofMembership,
    call: membership({ setupIntentId: "seti_nothing" }),
  },
  "GET /api/library": { ...whatIsProved, others: ownShelf, call: ofMember() },
  "GET /api/library/orders": {
    ...whatIsProved,
    others: ownShelf,
    call: ({ creator }) => ({ query: { creator: creator.handle, before: randomUUID() } }),
  },
  "POST /api/library/orders/:id/receipt": {
    ...addressAlone,
    call: ({ order }) => ({ params: { id: order.id } }),
    opened: [200, 429],
    others: { [stranger]: 404 },
  },
  // Its mail arrives, so that there is nothing to correct; who may not see that much hears of no such order.
  "POST /api/buyer-orders/:id/address": {
    call: ({ order }) => ({ params: { id: order.id }, body: { email: "right@example.com" } }),
    opens: [browser],
    opened: [409],
    closed: 404,
  },
  "POST /api/buyer-orders/:id/address/confirm": {
    call: ({ order }) => ({
      params: { id: order.id },
      body: { email: "right@example.com", token: "000000" },
    }),
    opens: [browser],
    opened: [409],
    closed: 404,
  },
  "GET /api/digital-downloads/member": { ...whatIsProved, others: ownShelf, call: ofMember() },
  "GET /api/member-posts": { ...whatIsProved, others: ownShelf, call: ofMember() },
  "GET /api/membership/me": { ...addressAlone, call: ofMember() },
  "GET /api/membership/browsers": { ...addressAlone, call: ofMember() },
  "GET /api/membership/export": { ...addressAlone, call: ofMember() },
  "DELETE /api/membership/browsers/:id": {
    ...addressAlone,
    call: ({ session }) => ({ params: { id: session.id } }),
    others: { [stranger]: 404 },
    once: true,
  },
  "POST /api/membership/erase": {
    ...addressAlone,
    call: ({ email }) => ({ body: { email } }),
    others: { [stranger]: 422 },
    once: true,
  },
  "GET /api/my-reviews": { ...addressAlone, call: ofMember() },
  "GET /api/products/:id/my-review": {
    call: reviewed(),
    opens: proven,
    opened: [200],
    closed: 200,
    body: { status: "NOT_BOUGHT", progressPercent: null, suggestedName: "", review: null },
    // They have bought it, and are told what a review takes.
    others: { [browser]: 200, "the receipt's link": 200 },
  },
  "PUT /api/products/:id/my-review": {
    ...addressAlone,
    call: reviewed({ rating: 5, text: "Good" }),
    opened: [200, 403, 409],
    others: { [stranger]: 403 },
  },
  "DELETE /api/products/:id/my-review": {
    ...addressAlone,
    call: reviewed(),
    opened: [200, 404],
    others: { [stranger]: 404 },
  },
};
