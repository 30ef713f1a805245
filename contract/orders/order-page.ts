import { z } from "zod";
import { ProductType } from "#contract/catalog/catalog.ts";
import { PrintedAddress } from "#contract/checkout/shipping-address.ts";
import { Platform } from "#contract/social/social-accounts.ts";
import { OpenRefundRequest } from "./refund-requests.ts";
import { Cents, Id, SumCents, Timestamp } from "#contract/values.ts";

export const OrderStatus = z.enum(["PENDING", "PAID", "FAILED", "REFUNDED"]);
export type OrderStatus = z.infer<typeof OrderStatus>;
/** A PART is what the main line's bundle consists of, and holds its share of the price; see `wholeLines`. */
const ItemType = z.enum(["MAIN", "ORDER_BUMP", "UPSELL", "PART"]);

/** An order as it stands in lists. Amounts in cents. */
export const OrderRow = z.object({
  id: Id,
  /** For people: 1001 and on. */
  number: z.int().nullable(),
  customerId: Id,
  productId: Id,
  status: OrderStatus,
  /** A dispute is open. */
  disputed: z.boolean(),
  /** Null in lists for who sees no money of the store (see `team/roles.ts`). */
  totalCents: SumCents.nullable(),
  refundedCents: SumCents.nullable(),
  currency: z.string(),
  customer: z.object({ id: Id, email: z.string(), name: z.string() }),
  /** The main line first. */
  items: z.array(z.object({ productId: Id, title: z.string(), itemType: ItemType })),
  couponCode: z.string().nullable(),
  affiliateLinkCode: z.string().nullable(),
  createdAt: Timestamp,
});
export type OrderRow = z.infer<typeof OrderRow>;

export const OrderRefund = z.object({
  id: Id,
  orderItemId: Id.nullable(),
  amountCents: SumCents,
  reason: z.string(),
  status: z.enum(["PENDING", "SUCCEEDED", "FAILED"]),
  /** Why it failed. */
  failure: z.string().nullable(),
  /** DISPUTE: taken by a lost dispute. PROVIDER: made in the payment provider's own dashboard. */
  source: z.enum(["CREATOR", "PROVIDER", "DISPUTE"]),
  createdAt: Timestamp,
});
export type OrderRefund = z.infer<typeof OrderRefund>;

export const OrderLine = z.object({
  id: Id,
  productId: Id,
  title: z.string(),
  type: ProductType,
  /** Of what is delivered online. */
  fileType: z.enum(["UPLOAD", "LINK"]).nullable(),
  fileName: z.string().nullable(),
  /** In bytes. */
  fileSize: z.int().nullable(),
  itemType: ItemType,
  quantity: z.int(),
  unitPriceCents: Cents,
  discountCents: SumCents,
  /** What it cost to send it, in the total. */
  shippingCents: SumCents,
  discountSource: z.enum(["OFFER", "COUPON", "TRIAL"]).nullable(),
  totalPriceCents: SumCents,
  refundedCents: SumCents,
  /** What a refund may still name. */
  refundableCents: SumCents,
  orderPaymentId: Id.nullable(),
  /** Null where the order was never paid. */
  hasAccess: z.boolean().nullable(),
  /** It paid for a membership that goes on. */
  billsOn: z.boolean(),
  requiresShipping: z.boolean(),
  tracksInventory: z.boolean(),
  restocksByDefault: z.boolean(),
  restockedAt: Timestamp.nullable(),
  shippedAt: Timestamp.nullable(),
  trackingUrl: z.string().nullable(),
  download: z
    .object({
      id: Id,
      downloadCount: z.int(),
      maxDownloads: z.int().nullable(),
      /** Null: never. */
      expiresAt: Timestamp.nullable(),
      lastDownloadAt: Timestamp.nullable(),
      isActive: z.boolean(),
    })
    .nullable(),
});
export type OrderLine = z.infer<typeof OrderLine>;

/** A payment that does not fit what was asked for; it never makes an order. */
export const QuarantinedPayment = z.object({
  id: Id,
  paymentIntentId: z.string(),
  reason: z.string(),
  expectedCents: SumCents.nullable(),
  receivedCents: SumCents,
  /** Whose checkout it names. */
  email: z.string().nullable(),
  productTitle: z.string().nullable(),
  resolution: z.enum(["REFUNDED", "DISMISSED"]).nullable(),
  createdAt: Timestamp,
});
export type QuarantinedPayment = z.infer<typeof QuarantinedPayment>;

export const OrderPage = OrderRow.extend({
  totalCents: SumCents,
  refundedCents: SumCents,
  /** A mail server said that the buyer's address does not exist. */
  isReturned: z.boolean(),
  paidAt: Timestamp.nullable(),
  discountCents: SumCents,
  affiliateName: z.string().nullable(),
  /** The reply in a direct message that led to it. What is null there has been deleted meanwhile. */
  reply: z
    .object({
      keyword: z.string().nullable(),
      ruleName: z.string().nullable(),
      platform: Platform.nullable(),
      username: z.string().nullable(),
    })
    .nullable(),
  shippingAddress: PrintedAddress.nullable(),
  lines: z.array(OrderLine),
  payments: z.array(
    z.object({
      id: Id,
      paymentIntentId: z.string(),
      amountCents: SumCents,
      refundedCents: SumCents,
      status: z.enum(["PENDING", "SUCCEEDED", "FAILED", "CANCELED"]),
      isUpsell: z.boolean(),
      cardBrand: z.string().nullable(),
      cardLast4: z.string().nullable(),
      createdAt: Timestamp,
    }),
  ),
  refunds: z.array(OrderRefund),
  /** What the buyer asked back, answered or not, oldest first. */
  refundRequests: z.array(OpenRefundRequest),
  disputes: z.array(
    z.object({
      id: Id,
      amountCents: SumCents,
      reason: z.string(),
      status: z.enum(["OPEN", "WON", "LOST", "CLOSED"]),
      isInquiry: z.boolean(),
      createdAt: Timestamp,
    }),
  ),
  timeline: z.array(
    z.object({
      id: z.int(),
      kind: z.string(),
      detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
      createdAt: Timestamp,
    }),
  ),
  quarantined: z.array(QuarantinedPayment),
});
export type OrderPage = z.infer<typeof OrderPage>;
