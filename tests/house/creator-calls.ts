import type { Endpoint } from "#contract/endpoint.ts";
import type { FurnishedCreator, Kind } from "./furnished-creator.ts";
import { deskCalls } from "./desk-calls.ts";
import { mailingCalls } from "./mailing-calls.ts";
import { teamCalls } from "./team-calls.ts";
import { postCalls, textWithVideo } from "./post-calls.ts";
import { jsonSchemaOf } from "./schema-arbitraries.ts";

/** A call of a creator's that names things by their ids: where, of what kind, and what else it needs to succeed. */
export type IdCall = {
  /** Such as `{ "params.id": "product" }`. */
  ids: Record<string, Kind>;
  /** Those of `ids` that are lists of them. */
  lists?: readonly string[];
  /** Those of `ids` that stand within something else: what the body then has in their place. */
  within?: Record<string, (id: string) => unknown>;
  /** Those of `within` that the call's schema does not tell of: they stand in a document. */
  hidden?: readonly string[];
  /** Those of `ids` of which all there are must be named: another is answered with 409. */
  complete?: readonly string[];
  /** The rest of a body that is accepted. */
  body?: (mine: FurnishedCreator) => Record<string, unknown>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  bytes?: string;
};

/** What calls without an id need to be answered. */
export const queriesOf: Record<string, Record<string, string>> = {
  "GET /api/saved-filters": { list: "ORDERS" },
  "GET /api/analytics/rows": { figure: "revenue" },
  "GET /api/exports/analytics.csv": { table: "top-customers" },
};

const ofProduct = {
  "body.coverImageId": "cover",
  "body.pictures": "cover",
  "body.digitalFileUrl": "upload",
  "body.partIds": "extra",
  "body.descriptionDocument": "video",
} as const;

const tus = { "tus-resumable": "1.0.0" };

/** Every call for creators with an id in its path, query or body. A new one belongs here, or a test fails. */
export const idCalls: Record<string, IdCall> = {
  ...teamCalls,
  "DELETE /api/auth/sessions/:id": { ids: { "params.id": "session" } },
  "PATCH /api/auth/passkeys/:id": { ids: { "params.id": "passkey" }, body: () => ({ name: "Changed" }) },
  "DELETE /api/auth/passkeys/:id": { ids: { "params.id": "passkey" } },
  "POST /api/account/exports/:id/link": { ids: { "params.id": "export" } },
  "GET /api/account/exports/:token": { ids: { "params.token": "exportLink" } },
  "PATCH /api/auth/user": { ids: { "body.avatarImageId": "avatar" } },
  "PATCH /api/my-design": {
    ids: { "body.coverImageId": "cover", "body.productOrder": "product", "body.blocks": "review" },
    lists: ["body.productOrder"],
    // What else blocks name is asked for beside the feature.
    within: {
      "body.blocks": (reviewId) => [
        { id: "6f2b3a1e-0000-4000-8000-000000000001", kind: "testimonial", reviewId },
      ],
    },
  },
  "GET /api/my-design/colors": { ids: { "query.imageId": "avatar" } },
  "POST /api/products": {
    ids: ofProduct,
    lists: ["body.partIds"],
    within: {
      "body.pictures": (id) => [{ imageId: id, alt: "" }],
      "body.descriptionDocument": textWithVideo,
    },
    hidden: ["body.descriptionDocument"],
    body: ({ id }) => ({ title: "New", slug: `new-${id.slice(0, 8)}`, type: "DOWNLOAD" }),
  },
  "PUT /api/products/:id": {
    ids: { "params.id": "product", ...ofProduct },
    lists: ["body.partIds"],
    within: {
      "body.pictures": (id) => [{ imageId: id, alt: "" }],
      "body.descriptionDocument": textWithVideo,
    },
    hidden: ["body.descriptionDocument"],
    body: () => ({ title: "Changed" }),
  },
  "POST /api/products/:id/duplicate": { ids: { "params.id": "product" } },
  "PUT /api/products/:id/archived": { ids: { "params.id": "product" }, body: () => ({ isArchived: true }) },
  "DELETE /api/products/:id": { ids: { "params.id": "product" } },
  "PUT /api/mailing-list": {
    ids: { "body.thanksProductId": "gift" },
    body: () => ({ isOpen: true, title: "Letters", promise: "" }),
  },
  "POST /api/abandoned-carts/:id/send-email": { ids: { "params.id": "cart" } },
  "POST /api/abandoned-carts/:id/stop-sequence": { ids: { "params.id": "cart" } },
  "PUT /api/abandoned-carts/:id/recover": { ids: { "params.id": "cart", "body.orderId": "order" } },
  "POST /api/notifications/read": { ids: { "body.id": "notification" } },
  "DELETE /api/push-browsers/:id": { ids: { "params.id": "pushBrowser" } },
  ...mailingCalls,
  ...postCalls,
  "DELETE /api/mailing-list/subscribers/:id": { ids: { "params.id": "subscriber" } },
  "GET /api/mailing-list/subscribers": { ids: { "query.tagId": "tag" } },
  "GET /api/mailing-list/subscriber-count": { ids: { "query.tagId": "tag" } },
  ...deskCalls,
  "PUT /api/tags/:id": { ids: { "params.id": "tag" }, body: () => ({ name: "Changed" }) },
  "DELETE /api/tags/:id": { ids: { "params.id": "tag" } },
  "POST /api/customers/:id/tags": { ids: { "params.id": "customer" }, body: () => ({ name: "New" }) },
  "DELETE /api/customers/:id/tags/:tagId": { ids: { "params.id": "customer", "params.tagId": "tag" } },
  "POST /api/customer-tags": {
    ids: { "body.customerIds": "customer", "body.filter": "tag" },
    lists: ["body.customerIds"],
    within: { "body.filter": (tagId) => ({ tagId }) },
    body: () => ({ name: "New", isTagged: true }),
  },
  "POST /api/subscriber-tags": {
    ids: { "body.subscriberIds": "subscriber", "body.filter": "tag" },
    lists: ["body.subscriberIds"],
    within: { "body.filter": (tagId) => ({ tagId }) },
    body: () => ({ name: "New", isTagged: true }),
  },
  "GET /api/bookings/:id/session-times": { ids: { "params.id": "booking" } },
  "PUT /api/bookings/:id": {
    ids: { "params.id": "booking" },
    body: ({ freeTime }) => ({ startsAt: freeTime }),
  },
  "DELETE /api/bookings/:id": { ids: { "params.id": "booking" } },
  "GET /api/work-orders/:id": { ids: { "params.id": "workOrder" } },
  "POST /api/work-orders/:id/start": { ids: { "params.id": "workOrder" } },
  "POST /api/work-orders/:id/deliveries": {
    ids: { "params.id": "workOrder", "body.uploadIds": "upload" },
    lists: ["body.uploadIds"],
    body: () => ({ idempotencyKey: "from-the-house-tests", message: "Here it is" }),
  },
  "GET /api/products/:id/event-news": { ids: { "params.id": "event" } },
  "GET /api/products/:id/attendees": { ids: { "params.id": "event" } },
  "PUT /api/products/:id/attendees/:lineId": {
    ids: { "params.id": "event", "params.lineId": "ticket" },
    body: () => ({ isHere: true }),
  },
  "GET /api/exports/attendees.csv": { ids: { "query.productId": "event" } },
  "PUT /api/products/:id/event-cancellation": {
    ids: { "params.id": "event" },
    body: () => ({ isCancelled: true }),
  },
  "GET /api/products/:id/member-prices": { ids: { "params.id": "membership" } },
  "POST /api/products/:id/price-changes": {
    ids: { "params.id": "membership" },
    body: () => ({ billingInterval: "MONTH", priceCents: 1_900 }),
  },
  "POST /api/products/:id/price-changes/withdrawal": {
    ids: { "params.id": "membership" },
    body: () => ({ billingInterval: "MONTH" }),
  },
  "GET /api/product-slug-available": { ids: { "query.productId": "product" }, query: { slug: "some-slug" } },
  "POST /api/coupons": {
    ids: { "body.applicableProducts": "product" },
    lists: ["body.applicableProducts"],
    body: ({ id }) => ({ code: `NEW-${id.slice(0, 8)}` }),
  },
  "PUT /api/coupons/:id": {
    ids: { "params.id": "coupon", "body.applicableProducts": "product" },
    lists: ["body.applicableProducts"],
    body: () => ({ name: "Changed" }),
  },
  "DELETE /api/coupons/:id": { ids: { "params.id": "coupon" } },
  "GET /api/analytics/summary": { ids: { "query.productId": "product" } },
  "GET /api/analytics/breakdown": { ids: { "query.productId": "product" } },
  "GET /api/analytics/trends": { ids: { "query.productId": "product" } },
  "GET /api/analytics/rows": { ids: { "query.productId": "product" }, query: { figure: "revenue" } },
  "GET /api/analytics/traffic": { ids: { "query.productId": "product" } },
  "GET /api/analytics/memberships": { ids: { "query.productId": "product" } },
  "GET /api/analytics/customers": { ids: { "query.productId": "product" } },
  "GET /api/analytics/courses": { ids: { "query.productId": "product" } },
  "GET /api/analytics/refunds": { ids: { "query.productId": "product" } },
  "GET /api/exports/analytics.csv": {
    ids: { "query.productId": "product" },
    query: { table: "rows", figure: "revenue" },
  },
  "GET /api/order-bumps": { ids: { "query.mainProductId": "product" } },
  "POST /api/order-bumps": {
    ids: { "body.mainProductId": "course", "body.bumpProductId": "extra" },
    body: () => ({ title: "Extra" }),
  },
  "PUT /api/order-bumps/:id": {
    ids: { "params.id": "orderBump", "body.mainProductId": "product", "body.bumpProductId": "course" },
  },
  "DELETE /api/order-bumps/:id": { ids: { "params.id": "orderBump" } },
  "PUT /api/order-bumps/order": {
    ids: { "body.mainProductId": "product", "body.ids": "orderBump" },
    lists: ["body.ids"],
  },
  "GET /api/upsells": { ids: { "query.triggerProductId": "product" } },
  "POST /api/upsells": {
    ids: { "body.triggerProductId": "course", "body.upsellProductId": "extra" },
    body: () => ({ title: "Add-on" }),
  },
  "PUT /api/upsells/:id": {
    ids: { "params.id": "upsell", "body.triggerProductId": "product", "body.upsellProductId": "course" },
  },
  "DELETE /api/upsells/:id": { ids: { "params.id": "upsell" } },
  "PUT /api/upsells/order": {
    ids: { "body.triggerProductId": "product", "body.ids": "upsell" },
    lists: ["body.ids"],
  },
  "PATCH /api/digital-downloads/:id": {
    ids: { "params.id": "download" },
    body: () => ({ resetCount: true }),
  },
  "GET /api/my-courses/:productId": { ids: { "params.productId": "course" } },
  "GET /api/my-courses/:productId/preview": { ids: { "params.productId": "course" } },
  "GET /api/my-courses/:productId/lessons/:lessonId/preview": {
    ids: { "params.productId": "course", "params.lessonId": "lesson" },
  },
  "GET /api/my-courses/:productId/modules/:moduleId/learners": {
    ids: { "params.productId": "course", "params.moduleId": "module" },
  },
  "GET /api/my-courses/:productId/lessons/:lessonId/learners": {
    ids: { "params.productId": "course", "params.lessonId": "lesson" },
  },
  "GET /api/my-courses/:productId/lessons/:lessonId/quiz": {
    ids: { "params.productId": "course", "params.lessonId": "lesson" },
  },
  "GET /api/my-courses/:productId/lessons/:lessonId/quiz-preview": {
    ids: { "params.productId": "course", "params.lessonId": "lesson" },
  },
  "POST /api/my-courses/:productId/lessons/:lessonId/quiz-preview": {
    ids: { "params.productId": "course", "params.lessonId": "lesson", "body.versionId": "quizVersion" },
    complete: ["body.versionId"],
    body: () => ({ answers: [] }),
  },
  "GET /api/my-courses/:productId/lessons/:lessonId/assignment-preview": {
    ids: { "params.productId": "course", "params.lessonId": "lesson" },
  },
  "GET /api/my-submissions": { ids: { "query.productId": "course" } },
  "GET /api/my-submissions/:id": { ids: { "params.id": "submission" } },
  "PUT /api/my-submissions/:id/answer": {
    ids: { "params.id": "submission" },
    body: () => ({ verdict: "ACCEPTED", text: "Well done", readRevision: 1 }),
  },
  "POST /api/my-courses/:productId/modules": {
    ids: { "params.productId": "course" },
    body: () => ({ title: "New" }),
  },
  "PATCH /api/my-courses/:productId/modules/:moduleId": {
    ids: { "params.productId": "course", "params.moduleId": "module" },
    body: () => ({ title: "Changed" }),
  },
  "DELETE /api/my-courses/:productId/modules/:moduleId": {
    ids: { "params.productId": "course", "params.moduleId": "module" },
  },
  "POST /api/my-courses/:productId/modules/:moduleId/lessons": {
    ids: { "params.productId": "course", "params.moduleId": "module" },
    body: () => ({ title: "New" }),
  },
  "PATCH /api/my-courses/:productId/lessons/:lessonId": {
    ids: {
      "params.productId": "course",
      "params.lessonId": "lesson",
      "body.videoUploadId": "video",
      "body.posterImageId": "poster",
      "body.captions": "captions",
      "body.attachments": "upload",
      "body.content": "textPicture",
    },
    within: {
      "body.content": (imageId) => ({
        type: "doc",
        content: [{ type: "picture", attrs: { imageId, width: 8, height: 8 } }],
      }),
      "body.captions": (id) => [{ language: "en", id }],
      "body.attachments": (uploadId) => [{ uploadId, name: "guide.pdf" }],
    },
    hidden: ["body.content"],
    body: () => ({ revision: 1 }),
  },
  "DELETE /api/my-courses/:productId/lessons/:lessonId": {
    ids: { "params.productId": "course", "params.lessonId": "lesson" },
  },
  "PUT /api/my-courses/:productId/order": {
    ids: { "params.productId": "orderedCourse", "body.modules": "orderedModule" },
    within: { "body.modules": (id) => [{ id, lessonIds: [] }] },
    complete: ["body.modules"],
  },
  "GET /api/reviews": { ids: { "query.productId": "product" } },
  "PUT /api/reviews/:id/answer": { ids: { "params.id": "review" }, body: () => ({ text: "Thank you" }) },
  "DELETE /api/reviews/:id/answer": { ids: { "params.id": "review" } },
  "GET /api/products/:id/downloads": { ids: { "params.id": "product" } },
  "GET /api/products/:id/file-announcement": { ids: { "params.id": "product" } },
  "POST /api/products/:id/file-announcement": { ids: { "params.id": "renewedProduct" } },
  "GET /api/orders/:id": { ids: { "params.id": "order" } },
  "POST /api/orders/:id/refunds": {
    ids: { "params.id": "order" },
    body: () => ({ idempotencyKey: "from-the-house-tests" }),
  },
  "PATCH /api/orders/:id/lines/:lineId": {
    ids: { "params.id": "order", "params.lineId": "orderLine" },
    body: () => ({ hasAccess: false }),
  },
  "POST /api/orders/:id/notes": { ids: { "params.id": "order" }, body: () => ({ text: "A note" }) },
  "POST /api/orders/:id/receipt": { ids: { "params.id": "order" } },
  "GET /api/customers": { ids: { "query.tagId": "tag" } },
  "GET /api/customer-count": { ids: { "query.tagId": "tag" } },
  "GET /api/exports/customers.csv": { ids: { "query.tagId": "tag" } },
  "GET /api/exports/subscribers.csv": { ids: { "query.tagId": "tag" } },
  "GET /api/customers/:id": { ids: { "params.id": "customer" } },
  "POST /api/quarantined-payments/:id": {
    ids: { "params.id": "quarantinedPayment" },
    body: () => ({ resolution: "DISMISSED" }),
  },
  "POST /api/refund-requests/:id": {
    ids: { "params.id": "refundRequest" },
    body: () => ({ answer: "DECLINED", note: "No" }),
  },
  "GET /api/text-pictures/:imageId": { ids: { "params.imageId": "textPicture" } },
  "GET /api/uploaded-files/:id": { ids: { "params.id": "upload" } },
  "HEAD /api/uploads/:id": { ids: { "params.id": "unfinishedUpload" }, headers: tus },
  "PATCH /api/uploads/:id": {
    ids: { "params.id": "unfinishedUpload" },
    headers: { ...tus, "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    bytes: "%PDF-",
  },
  "DELETE /api/uploads/:id": { ids: { "params.id": "unfinishedUpload" }, headers: tus },
  "POST /api/affiliate-links": {
    ids: { "body.productId": "product", "body.affiliateId": "affiliate" },
    body: ({ id }) => ({ code: `new-${id.slice(0, 8)}` }),
  },
  "PATCH /api/affiliate-links/:id": {
    ids: { "params.id": "affiliateLink", "body.productId": "product" },
    body: () => ({ active: false }),
  },
  "DELETE /api/affiliate-links/:id": { ids: { "params.id": "affiliateLink" } },
  "PATCH /api/affiliates/:id": { ids: { "params.id": "affiliate" }, body: () => ({ name: "Changed" }) },
  "POST /api/affiliates/:id/invite": { ids: { "params.id": "affiliate" } },
  "POST /api/affiliate-payouts/:id/mark-paid": { ids: { "params.id": "payout" } },
  "DELETE /api/affiliate-payouts/:id": { ids: { "params.id": "payout" } },
  "GET /api/affiliate-payouts/:id/export": { ids: { "params.id": "payout" } },
  "POST /api/keyword-responses": {
    ids: { "body.socialAccountId": "socialAccount", "body.productId": "product" },
    body: () => ({ keyword: "new word", responseText: "Here you go" }),
  },
  "PATCH /api/keyword-responses/:id": {
    ids: {
      "params.id": "keywordResponse",
      "body.socialAccountId": "socialAccount",
      "body.productId": "product",
    },
  },
  "DELETE /api/keyword-responses/:id": { ids: { "params.id": "keywordResponse" } },
  "POST /api/keyword-responses/try": {
    ids: { "body.socialAccountId": "socialAccount", "body.draftId": "keywordResponse" },
  },
  "POST /api/automation-rules": {
    ids: { "body.socialAccountId": "socialAccount", "body.productId": "product" },
    body: () => ({ ruleName: "New", triggerType: "FIRST_MESSAGE", actionType: "SEND_PRODUCT" }),
  },
  "PATCH /api/automation-rules/:id": {
    ids: {
      "params.id": "automationRule",
      "body.socialAccountId": "socialAccount",
      "body.productId": "product",
    },
    body: () => ({ actionType: "SEND_PRODUCT" }),
  },
  "DELETE /api/automation-rules/:id": { ids: { "params.id": "automationRule" } },
  "PATCH /api/social-accounts/:id": {
    ids: { "params.id": "socialAccount" },
    body: () => ({ isActive: false }),
  },
  "DELETE /api/social-accounts/:id": { ids: { "params.id": "socialAccount" } },
  "POST /api/social-accounts/:id/simulate": {
    ids: { "params.id": "socialAccount" },
    body: () => ({ text: "guide please" }),
  },
  "GET /api/dm-conversation-pages": { ids: { "query.accountId": "socialAccount" } },
  "GET /api/dm-conversations": { ids: { "query.accountId": "socialAccount" } },
  "GET /api/dm-conversations/:id": { ids: { "params.id": "conversation" } },
  "GET /api/dm-messages": { ids: { "query.conversationId": "conversation", "query.before": "message" } },
  "PATCH /api/dm-conversations/:id": {
    ids: { "params.id": "conversation" },
    body: () => ({ isActive: false }),
  },
  "POST /api/dm-conversations/:id/messages": {
    ids: { "params.id": "conversation" },
    body: () => ({ idempotencyKey: "from-the-house-tests", text: "An answer" }),
  },
  "GET /api/social/events": { ids: { "query.accountId": "socialAccount" } },
};

/** What stands in a call for one of its ids: `{ "body.ids": […] }` for a list, the id itself for most. */
export function valueOfSlot({ lists = [], within = {} }: IdCall, slot: string, id: string): unknown {
  return within[slot]?.(id) ?? (lists.includes(slot) ? [id] : id);
}

/** Where a call of the contract takes ids, as `idCalls` names them. */
export function idSlotsOf({ schema: { params, querystring, body } }: Endpoint): string[] {
  // A number counts among what is the caller's own: it names nothing of anybody else's.
  const inPath = Object.entries(params ? (jsonSchemaOf(params).properties ?? {}) : {})
    .filter(([name, schema]) => !commonNames.has(name) && !JSON.stringify(schema).includes('"integer"'))
    .map(([name]) => `params.${name}`);
  const named = [
    ["query", querystring],
    ["body", body],
  ] as const;
  return [
    ...inPath,
    ...named.flatMap(([part, schema]) =>
      schema ? idFieldsOf(jsonSchemaOf(schema)).map((name) => `${part}.${name}`) : [],
    ),
  ];
}

/** What every creator calls the same: with the caller's own identity it names their own. */
const commonNames = new Set(["country", "kind", "list"]);

/** Of a platform's own things: nothing of ours is found by them. */
const foreignIds = new Set(["postId"]);

/** Fields whose ids their sender makes, for the parts of what is sent, or that name such parts. */
const withIdsOfTheirOwn = new Set(["quiz", "answers"]);

/** Fields that are uuids, alone, in a list or optional, and those whose name says so: what uploads are named by is opaque. */
function idFieldsOf({ properties = {} }: ReturnType<typeof jsonSchemaOf>): string[] {
  const byName = /(Id|Ids)$|^digitalFileUrl$/;
  return Object.entries(properties)
    .filter(([name]) => !foreignIds.has(name) && !withIdsOfTheirOwn.has(name))
    .filter(([name, schema]) => byName.test(name) || JSON.stringify(schema).includes('"format":"uuid"'))
    .map(([name]) => name);
}
