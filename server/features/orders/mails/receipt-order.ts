import type { RefundPolicy } from "#contract/accounts/refund-policy.ts";
import { soldRefundPolicy } from "#server/database/refund-policy.ts";
import { orderNumber } from "#server/database/order-number.ts";
import { inLineOrder } from "#server/database/line-order.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { downloadEnd, downloadLimit } from "#server/database/download-end.ts";
import { openAccess } from "#server/features/access/open-access.ts";
import { type EventJson, timeOfLineJson } from "#server/database/event-json.ts";
import { orderWithdrawableUntil } from "#server/features/orders/withdrawals/withdrawable-lines.ts";
import { MailRefused } from "#server/mail/mailer.ts";
import type { itemTypes, orderStatuses } from "#server/database/schema/orders.ts";
import type { digitalFileTypes, productTypes } from "#server/database/schema/catalog.ts";
import type { workStates } from "#server/database/schema/work-orders.ts";
import type { ShippingAddress } from "#server/database/schema/checkout.ts";
import { sellerOf, type Seller } from "#server/mail/layout/seller.ts";

/** What a receipt says about an order. */
export type ReceiptOrder = {
  id: string;
  number: number;
  status: (typeof orderStatuses)[number];
  email: string;
  /** Whoever reads its mails paid or proved the address; else anybody may have typed it, and no link of the seller goes there. */
  isOwnAddress: boolean;
  customerName: string;
  seller: Seller;
  /** The buyer's; null where it is not known. */
  buyerZone: string | null;
  paymentIntentId: string | null;
  totalCents: number;
  currency: string;
  /** ISO text, like every moment here. */
  paidAt: string;
  cardBrand: string | null;
  cardLast4: string | null;
  couponCode: string | null;
  /** Until when consumers in the EU may withdraw from something of it; null where nothing can be withdrawn from. */
  withdrawableUntil: string | null;
  /** As it was sold. */
  refundPolicy: RefundPolicy;
  /** By which words digital content was asked for at once; null where it was not. */
  consentVersion: number | null;
  shippingAddress: ShippingAddress | null;
  /** The membership that the order began: what is charged next, and when; null where nothing is. */
  nextCharge: {
    priceCents: number;
    currency: string;
    billingInterval: "MONTH" | "YEAR";
    at: string;
    /** It is the first one, after the free trial that the membership is in. */
    endsTrial: boolean;
  } | null;
  /** The mail that first told of the order, as it is known among mails; null once that is forgotten. */
  firstMailId: string | null;
  /** The main product first, then bumps and upsells in the order they were bought. */
  items: ReceiptItem[];
};

export type ReceiptItem = {
  id: string;
  /** Of its product, or of its booked time: rises with every change. */
  revision: number;
  itemType: (typeof itemTypes)[number];
  title: string;
  slug: string;
  type: (typeof productTypes)[number];
  /** The bump or upsell that the item came from. */
  offerId: string | null;
  quantity: number;
  unitPriceCents: number;
  discountCents: number;
  /** What it cost to send it, in the total. */
  shippingCents: number;
  totalPriceCents: number;
  fileType: (typeof digitalFileTypes)[number] | null;
  fileName: string | null;
  /** In bytes. */
  fileSize: number | null;
  /** Its order says where, when or how. */
  hasDeliveryNote: boolean;
  /** What the seller says to whoever has bought it; only where `isOwnAddress`, and while it is open. */
  thanksNote: string | null;
  /** It is a session whose time is chosen here. */
  offersTimes: boolean;
  /** How a service stands; null for what is none. */
  work: (typeof workStates)[number] | null;
  /** Its buyer may use it now. */
  isOpen: boolean;
  /** When and where an event takes place, with its link while the item is open; null for what is none. */
  event: EventJson | null;
  /** Null where the item opens no file and no link. */
  download: { maxDownloads: number | null; expiresAt: string | null } | null;
};

/**
 * Reads an order as it stands now, with the card that paid it, or that paid the add-on of `upsellId`. Throws
 * `MailRefused` when there is none, or it was never paid.
 */
export async function getReceiptOrder(
  pool: Services["pool"],
  orderId: string,
  upsellId?: string,
): Promise<ReceiptOrder> {
  const [found] = await selectReceipt(pool, upsellId ?? null, orderId);
  const receipt = found?.receipt;
  if (!receipt || receipt.items.length === 0)
    throw new MailRefused("There is no paid order for this receipt");
  return receipt;
}

/** SQL: whether a line is open to its buyer. */
const isOpen = `exists (select from ${openAccess("shop_now()")} opened where opened.order_item_id = i.id)`;

const selectReceipt = statement("orders_mail_receipt")<
  { receipt: ReceiptOrder },
  [upsellId: string | null, orderId: string]
>(`select json_build_object(
      'id', o.id, 'number', ${orderNumber("o")}, 'status', o.status, 'email', c.email, 'isOwnAddress', o.total_cents > 0 or o.address_proven, 'customerName', o.customer_name, 'paymentIntentId', o.payment_intent_id,
      'seller', ${sellerOf("u", "o.buyer_zone")},
      'buyerZone', o.buyer_zone, 'totalCents', o.total_cents, 'currency', o.currency, 'paidAt', coalesce(case when p.upsell_id is not null then p.created_at end, o.paid_at, o.created_at),
      'couponCode', o.coupon_code, 'shippingAddress', o.shipping_address,
      'nextCharge', (select json_build_object('priceCents', coalesce(s.next_price_cents, s.price_cents), 'currency', s.currency, 'billingInterval', coalesce(s.next_billing_interval, s.billing_interval), 'at', s.current_period_end, 'endsTrial', s.status = 'trialing')
         from subscriptions s where s.order_id = o.id and s.status in ('active', 'trialing') and not s.cancel_at_period_end
          and s.current_period_end is not null limit 1),
      'refundPolicy', ${soldRefundPolicy("o")}, 'withdrawableUntil', ${orderWithdrawableUntil("o", "shop_now()")},
      'consentVersion', (select given.text_version from withdrawal_consents given where given.checkout_session_id = o.checkout_session_id),
      'firstMailId', (select m.id from mail_outbox m where m.event = 'receipt:' || o.id limit 1), 'cardBrand', p.card_brand, 'cardLast4', p.card_last4, 'items', coalesce(items.list, '[]')) as receipt
    from orders o
    join customers c on c.id = o.customer_id
    join users u on u.id = o.owner_id
    left join order_payments p on p.order_id = o.id and p.upsell_id is not distinct from $1::uuid and p.status = 'SUCCEEDED'
    left join lateral (
      select json_agg(json_build_object(
          'id', i.id, 'revision', coalesce((select booked.revision from bookings booked where booked.order_item_id = i.id), product.revision), 'itemType', i.item_type, 'title', product.title, 'slug', product.slug, 'type', product.type, 'fileType', product.digital_file_type, 'fileName', product.digital_file_name,
          'fileSize', product.digital_file_size,
          'hasDeliveryNote', coalesce(trim(product.delivery_note), '') <> '', 'offersTimes', product.session_times is not null, 'work', (select w.state from work_orders w where w.order_item_id = i.id), 'isOpen', ${isOpen}, 'thanksNote', case when (o.total_cents > 0 or o.address_proven) and ${isOpen} then product.thanks_note end, 'event', ${timeOfLineJson("i.id", "product", isOpen)}, 'offerId', i.offer_id, 'quantity', i.quantity,
          'unitPriceCents', i.unit_price_cents, 'discountCents', i.discount_cents, 'shippingCents', i.shipping_cents, 'totalPriceCents', i.total_price_cents,
          'download', case when d.id is not null then json_build_object('maxDownloads', ${downloadLimit("product")}, 'expiresAt', ${downloadEnd("product")}) end)
        order by ${inLineOrder("i")}) as list
      from order_items i
      join products product on product.id = i.product_id
      left join digital_downloads d on d.order_item_id = i.id
      where i.order_id = o.id) items on true
    where o.id = $2 and o.status in ('PAID', 'REFUNDED')
    limit 1`);
