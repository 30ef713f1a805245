import { bareEmail } from "#contract/email-address.ts";
import { anyBuyer } from "#contract/any-buyer.ts";
import { orderNumber } from "#server/database/order-number.ts";
import { inLineOrder } from "#server/database/line-order.ts";
import type { FastifyRequest } from "fastify";
import { printedAddress } from "#contract/checkout/formats-of-countries.ts";
import type { BuyerOrder } from "#contract/orders/orders.ts";
import { BadRequest, NotFound } from "#server/errors.ts";
import { creatorAccent } from "#server/database/creator-accent.ts";
import { creatorPortrait, isWhiteLabel } from "#server/database/creator-look.ts";
import { creatorName } from "#server/database/creator-name.ts";
import type { ShippingAddress } from "#server/database/schema/checkout.ts";
import { isReturned } from "#server/database/returned-address.ts";
import { hotStatement } from "#server/database/statement.ts";
import { refundPolicy, soldRefundPolicy } from "#server/database/refund-policy.ts";
import { openAccess } from "#server/features/access/open-access.ts";
import { findProvenOrder } from "#server/features/access/can-see.ts";
import { type EventJson, eventOf, timeOfLineJson } from "#server/database/event-json.ts";
import { isUnderAddress } from "./address-of-order.ts";
import { orderWithdrawableUntil } from "./withdrawals/withdrawable-lines.ts";
import {
  dateOf,
  lineRefund,
  type LineRefundJson,
  lineRefundOf,
} from "./refund-requests/refund-request-json.ts";
import { type BookingJson, bookingJson, bookingOf } from "./booking-json.ts";
import type { Services } from "#server/services.ts";

const notFetched = "Failed to fetch order details";

/**
 * An order as its buyer sees it. `customerEmail` must be there and must be the order's, but opens nothing: the request
 * has to prove the order. Throws 400 without an address, and the same 404 for unknown, another's and unproven.
 */
export async function getBuyerOrder(
  services: Services,
  request: FastifyRequest,
  paymentIntentId: string,
  customerEmail: string | undefined,
): Promise<BuyerOrder> {
  if (!customerEmail)
    throw BadRequest("Customer email verification required for order access", "EMAIL_REQUIRED");
  const proven = await findProvenOrder(services, request, { paymentIntentId });
  const email = bareEmail(customerEmail);
  if (!proven || !(email === anyBuyer || (await isUnderAddress(services.pool, proven, email))))
    throw NotFound(notFetched);
  const [row] = await selectOrder(services.pool, proven.id, services.clock.now());
  if (!row) throw NotFound(notFetched);
  const { order, orderItems, creator, customer, ...others } = row.json;
  const isWhiteLabel = creator.isWhiteLabel || !services.config.plans;
  return {
    ...others,
    creator: { ...creator, isWhiteLabel },
    customer: {
      id: customer.id,
      email: customer.email,
      returned: customer.isReturned ? (proven.proof === "BROWSER" ? "CORRECTABLE" : "ELSEWHERE") : null,
    },
    order: {
      ...order,
      createdAt: new Date(order.createdAt),
      shippingAddress: order.shippingAddress && printedAddress(order.shippingAddress),
      withdrawableUntil: dateOf(order.withdrawableUntil),
      dispute: order.dispute && { ...order.dispute, createdAt: new Date(order.dispute.createdAt) },
    },
    orderItems: orderItems.map((item) => ({
      ...item,
      event: eventOf(item.event),
      booking: bookingOf(item.booking),
      refund: lineRefundOf(item.refund),
      shippedAt: item.shippedAt === null ? null : new Date(item.shippedAt),
    })),
  };
}

/** As JSON leaves the database: moments are text. */
type OrderJson = Omit<BuyerOrder, "order" | "orderItems" | "customer"> & {
  customer: Omit<BuyerOrder["customer"], "returned"> & { isReturned: boolean };
  order: Omit<BuyerOrder["order"], "createdAt" | "withdrawableUntil" | "dispute" | "shippingAddress"> & {
    createdAt: string;
    withdrawableUntil: string | null;
    shippingAddress: ShippingAddress | null;
    dispute: { amountCents: number; createdAt: string } | null;
  };
  orderItems: (Omit<BuyerOrder["orderItems"][number], "shippedAt" | "refund" | "event" | "booking"> & {
    shippedAt: string | null;
    event: EventJson | null;
    booking: BookingJson | null;
    refund: LineRefundJson;
  })[];
};

const product = (alias: string) =>
  `json_build_object('id', ${alias}.id, 'title', ${alias}.title, 'description', ${alias}.description, 'type', ${alias}.type, 'slug', ${alias}.slug,
     'priceCents', ${alias}.price_cents, 'digitalFileType', ${alias}.digital_file_type, 'digitalFileName', ${alias}.digital_file_name, 'digitalFileSize', ${alias}.digital_file_size,
     'maxDownloads', ${alias}.max_downloads, 'isPlan', ${alias}.plan is not null)`;

/** The bank's newest question about the order that holds its money, as JSON; null where there is none. */
const openDispute = `(select json_build_object('amountCents', d.amount_cents, 'createdAt', d.created_at) from disputes d
     where d.order_id = o.id and d.status = 'OPEN' and not d.is_inquiry order by d.created_at desc limit 1)`;

/** Whether a line's product is open to its buyer. */
const isOpen = `exists (select from ${openAccess("$2")} a where a.order_item_id = i.id)`;

const selectOrder = hotStatement("orders_select_buyer_order")<
  { json: OrderJson },
  [orderId: string, now: Date]
>(`select json_build_object(
      'order', json_build_object('id', o.id, 'number', ${orderNumber("o")}, 'createdAt', o.created_at, 'status', o.status, 'totalCents', o.total_cents, 'currency', o.currency,
         'refundedCents', o.refunded_cents, 'disputed', o.disputed, 'dispute', ${openDispute},
         'couponCode', o.coupon_code, 'withdrawableUntil', ${orderWithdrawableUntil("o", "$2")}, 'shippingAddress', o.shipping_address),
      'product', ${product("p")},
      'creator', json_build_object('handle', u.handle, 'email', case when o.status in ('PAID', 'REFUNDED') then u.email else '' end, 'name', ${creatorName("u")}, 'refundPolicy',
         case when o.refund_days is null and o.refund_terms is null then ${refundPolicy("u")} else ${soldRefundPolicy("o")} end, 'accent', ${creatorAccent("u")}, 'portrait', ${creatorPortrait("u", "webp")}, 'isWhiteLabel', ${isWhiteLabel("u")}),
      'customer', json_build_object('id', c.id, 'email', c.email, 'isReturned', ${isReturned("c.email")}),
      'orderItems', (select json_agg(json_build_object('id', i.id, 'itemType', i.item_type, 'product', ${product("ip")},
                        'isOpen', ${isOpen},
                        'deliveryNote', case when ${isOpen} then ip.delivery_note end, 'thanksNote', case when ${isOpen} then ip.thanks_note end,
                        'event', case when ${isOpen} then ${timeOfLineJson("i.id", "ip", "true")} end, 'booking', case when ${isOpen} then ${bookingJson("i.id", "ip")} end, 'work', case when ${isOpen} then (select w.state from work_orders w where w.order_item_id = i.id) end, 'refundedCents', i.refunded_cents,
                        'refund', ${lineRefund("i", "o", "$2")}, 'requiresShipping', ip.requires_shipping, 'shippedAt', i.shipped_at, 'trackingUrl', i.tracking_url,
                        'totalPriceCents', i.total_price_cents, 'discountCents', i.discount_cents, 'shippingCents', i.shipping_cents) order by
                        ${inLineOrder("i")})
                       from order_items i join products ip on ip.id = i.product_id where i.order_id = o.id)) as json
     from orders o join products p on p.id = o.product_id join users u on u.id = o.owner_id join customers c on c.id = o.customer_id
    where o.id = $1`);
