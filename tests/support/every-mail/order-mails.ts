import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { orderItems, orders } from "#server/database/schema/orders.ts";
import { refundRequests } from "#server/database/schema/refund-requests.ts";
import { disputes, refunds } from "#server/database/schema/refunds.ts";
import { reviews } from "#server/database/schema/reviews.ts";
import { withdrawals } from "#server/database/schema/withdrawals.ts";
import { makeAffiliate } from "#tests/support/affiliate-factory.ts";
import { makeBoughtDownload } from "#tests/support/bought-download.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { makeRefundRequest } from "#tests/support/refund-request-factory.ts";
import type { TestApp } from "#tests/support/test-app.ts";
import type { MailWordsOfPeople } from "./mail-words.ts";

/** Mails about orders, with what they need: template, data and what they are called. */
export async function makeOrderMails(app: TestApp, ownerId: string, words: MailWordsOfPeople) {
  const { db, clock } = app.services;
  const now = clock.now();
  const { title } = words;
  const product = await makeProduct(app, {
    ownerId,
    title,
    type: "PHYSICAL",
    requiresShipping: true,
    priceCents: 12_900,
    thanksNote: words.told,
  });
  const event = await makeProduct(app, {
    ownerId,
    title,
    type: "EVENT",
    eventStartsAt: new Date(now.getTime() + 30 * 86_400_000),
    eventEndsAt: new Date(now.getTime() + 31 * 86_400_000),
    eventZone: "Europe/London",
    eventPlace: words.place,
  });
  const order = await makeOrder(app, {
    items: [{ product }, { product: event, discountCents: 500 }],
    customerName: words.buyer,
    couponCode: "SPRING20",
    card: { brand: "visa", last4: "4242" },
  });
  const free = await makeOrder(app, {
    items: [{ product: await makeProduct(app, { ownerId, title, priceCents: 0 }) }],
    customerName: words.buyer,
    paymentIntentId: null,
    email: order.email,
  });
  const [line] = order.items;
  if (!line || !order.payment) throw new Error("no line was bought");
  await db
    .update(orderItems)
    .set({ shippedAt: now, trackingUrl: "https://parcels.example/track/1Z999" })
    .where(eq(orderItems.id, line.id));
  const upsellId = randomUUID();
  const added = await makeOrder(app, {
    items: [{ product }, { product: event, itemType: "UPSELL" }],
    customerName: words.buyer,
  });
  await db
    .update(orderItems)
    .set({ offerId: upsellId })
    .where(eq(orderItems.id, added.items[1]?.id ?? ""));
  const back = {
    orderId: order.id,
    ownerId,
    orderItemId: line.id,
    orderPaymentId: order.payment.id,
    amountCents: 500,
  };
  const requestKey = randomUUID();
  await db.insert(refunds).values({ ...back, status: "SUCCEEDED", requestKey });
  const [failed] = await db
    .insert(refunds)
    .values({ ...back, status: "FAILED", failure: words.reason })
    .returning();
  const request = await makeRefundRequest(app, line);
  await db.update(refundRequests).set({ message: words.said }).where(eq(refundRequests.id, request.id));
  const declined = await makeRefundRequest(app, order.items[1]);
  await db
    .update(refundRequests)
    .set({ status: "DECLINED", note: words.told, decidedAt: now })
    .where(eq(refundRequests.id, declined.id));
  const withdrawal = { name: words.buyer, orderNumber: "1001", email: order.email };
  const [known, unknown] = await db
    .insert(withdrawals)
    .values([{ ...withdrawal, ownerId, orderId: order.id, provenAt: now }, withdrawal])
    .returning();
  const [dispute, inquiry] = await db
    .insert(disputes)
    .values(
      [false, true].map((isInquiry) => ({
        ownerId,
        orderId: added.id,
        orderPaymentId: added.payment?.id ?? "",
        providerDisputeId: randomUUID(),
        amountCents: 900,
        reason: "product_not_received",
        isInquiry,
        status: "WON" as const,
      })),
    )
    .returning();
  await db.insert(reviews).values({
    productId: product.id,
    customerId: order.customerId,
    rating: 4,
    text: words.said,
    authorName: words.buyer.slice(0, 60),
  });
  const file = await makeBoughtDownload(app, {
    product: { ownerId, title, digitalFileName: words.fileName },
    originalName: words.fileName.slice(0, 200),
  });
  const affiliate = await makeAffiliate(app, { ownerId, name: words.buyer });
  const [numbered] = await db.select().from(orders).where(eq(orders.id, order.id));
  if (!numbered) throw new Error("the order is gone");
  return [
    ["receipt", { orderId: order.id }, "receipt of a payment"],
    ["receipt", { orderId: free.id }, "receipt of what is free"],
    ["receipt", { orderId: order.id, alsoOrderIds: [free.id] }, "receipt of two orders"],
    ["receipt", { orderId: added.id, upsellId }, "receipt of an add-on"],
    ["refund", { orderId: order.id, requestKey }],
    ["refund-requested", { requestId: request.id }],
    ["refund-request", { requestId: request.id, news: "RECEIVED" }, "refund request received"],
    ["refund-request", { requestId: request.id, news: "GRANTED" }, "refund request granted"],
    ["refund-request", { requestId: declined.id, news: "DECLINED" }, "refund request declined"],
    ["withdrawal", { withdrawalId: known?.id }, "withdrawal, proven"],
    ["withdrawal", { withdrawalId: unknown?.id }, "withdrawal of no known order"],
    ["refund-failed", { refundId: failed?.id }],
    ["dispute", { disputeId: dispute?.id }],
    ["dispute", { disputeId: inquiry?.id }, "inquiry"],
    ["shipped", { orderItemId: line.id }],
    ["new-review", { productId: product.id, customerId: order.customerId }],
    ["file-version", { downloadId: file.download.id, uploadId: file.upload.id }],
    ["affiliate-invitation", { affiliateId: affiliate.id }],
  ] as const;
}
