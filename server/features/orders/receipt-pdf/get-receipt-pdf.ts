import { isolated } from "#contract/isolated.ts";
import type { FastifyRequest } from "fastify";
import { printedAddress } from "#contract/checkout/formats-of-countries.ts";
import { kindOfThing } from "#contract/catalog/product-kind.ts";
import { wholeLines } from "#contract/orders/whole-lines.ts";
import { longDayText } from "#contract/dates.ts";
import { inLineOrder } from "#server/database/line-order.ts";
import { statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import { findProvenOrder } from "#server/features/access/can-see.ts";
import {
  consentConfirmed,
  partsInText,
  refundFacts,
  whenAndWhere,
} from "#server/features/orders/mails/receipt-facts.ts";
import { getReceiptOrder, type ReceiptOrder } from "#server/features/orders/mails/receipt-order.ts";
import { titleInText } from "#server/mail/hostile-words.ts";
import { storeName } from "#server/mail/sender-name.ts";
import { formatMoney } from "#server/mail/layout/money.ts";
import { render, renderUnavailable } from "#server/render-process/render-process.ts";
import type { Services } from "#server/services.ts";
import type { ReceiptWords } from "./draw-receipt.ts";

/**
 * The receipt of a paid order as PDF, made as it stands at this moment, for whoever proves the order. Throws the same 404
 * without proof, for an order that is not there, and for one that was never paid.
 */
export async function getReceiptPdf(
  services: Services,
  request: FastifyRequest,
  orderId: string,
): Promise<{ pdf: Buffer; fileName: string }> {
  const proven = await findProvenOrder(services, request, { orderId });
  if (!proven || (proven.status !== "PAID" && proven.status !== "REFUNDED"))
    throw NotFound("Order not found");
  const order = await getReceiptOrder(services.pool, proven.id);
  const refunds = await selectRefunds(services.pool, proven.id);
  const pdf = await render("receipts", "drawReceipt", receiptWords(order, refunds)).catch(renderUnavailable);
  return { pdf, fileName: `receipt-${order.number}.pdf` };
}

type Refund = { title: string; amountCents: number; settledAt: Date | null };

/** A receipt in words. */
export function receiptWords(order: ReceiptOrder, refunds: readonly Refund[]): ReceiptWords {
  const { items, currency, seller, shippingAddress } = order;
  const soldBy = storeName(seller);
  const money = (cents: number) => formatMoney(cents, currency);
  const day = (moment: string | Date) => longDayText(moment, seller.zone);
  const savings = items.reduce((sum, { discountCents }) => sum + discountCents, 0);
  const shipping = items.reduce((sum, { shippingCents }) => sum + shippingCents, 0);
  const refunded = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const brand = order.cardBrand?.replace(/^./, (letter) => letter.toUpperCase());
  const card = brand && order.cardLast4 ? [`${brand} ending in ${order.cardLast4}`] : [];
  const address = shippingAddress
    ? // The buyer's own name stands above it already.
      printedAddress(shippingAddress).lines.filter((line) => line !== order.customerName)
    : [];
  return {
    title: `Receipt for order ${order.number}`,
    blocks: [
      { name: "Sold by", lines: [soldBy, seller.email] },
      { name: "Bought by", lines: [order.customerName, order.email, ...address].filter(Boolean) },
      { name: "Paid", lines: [day(order.paidAt), ...card] },
    ],
    lines: wholeLines(items).map((item) => ({
      name: item.title,
      detail: [
        kindOfThing(item),
        partsInText(item.parts, order.buyerZone),
        whenAndWhere(item, order.buyerZone),
        item.quantity > 1 && `${item.quantity} × ${money(item.unitPriceCents)}`,
        item.discountCents > 0 &&
          `${money(item.unitPriceCents * item.quantity)} less ${money(item.discountCents)}`,
      ]
        .map((part) => isolated(part || ""))
        .filter(Boolean)
        .join(" · "),
      amount: money(item.totalPriceCents - item.shippingCents),
    })),
    sums: [
      ...(savings > 0
        ? [
            {
              name: `Total savings${order.couponCode ? ` (coupon ${order.couponCode})` : ""}`,
              amount: money(savings),
            },
          ]
        : []),
      ...(shippingAddress || shipping > 0 ? [{ name: "Shipping", amount: money(shipping) }] : []),
      { name: "Tax", amount: money(0) },
      { name: "Total paid", amount: money(order.totalCents), strong: true },
      ...refunds.map(({ title, amountCents, settledAt }) => ({
        name: `Refunded${settledAt ? ` on ${day(settledAt)}` : ""}: ${isolated(title)}`,
        amount: `−${money(amountCents)}`,
      })),
      ...(refunded > 0
        ? [{ name: "Remains paid", amount: money(order.totalCents - refunded), strong: true }]
        : []),
    ],
    notes: [
      ...items.flatMap(({ title, event }) =>
        event?.eventLink ? [`Join ${titleInText(title)}: ${event.eventLink}`] : [],
      ),
      ...refundFacts(order),
      ...consentConfirmed(order),
      `${isolated(soldBy)} sells on Openstall. Days are those of ${seller.zone}.`,
    ],
  };
}

const selectRefunds = statement("orders_select_refunds_of_receipt")<Refund, [orderId: string]>(
  `select p.title, r.amount_cents as "amountCents", r.settled_at as "settledAt"
     from refunds r join order_items i on i.id = r.order_item_id join products p on p.id = i.product_id
    where r.order_id = $1 and r.status = 'SUCCEEDED' order by r.settled_at, ${inLineOrder("i")}`,
);
