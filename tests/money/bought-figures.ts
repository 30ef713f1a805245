import type { Caller } from "#tests/support/test-app.ts";
import type { OffersShop } from "./offers-shop.ts";

/** The order with every offer, as it was bought. */
export type BoughtOrder = {
  browser: Caller;
  email: string;
  orderId: string;
  paymentIntentId: string;
  upsellPaymentIntentId: string;
};

/**
 * What everything came to: the course at 20 % less, the first bump at its own 25 % less, which is more, the second at the
 * coupon's 20 %, and the add-on, for which no coupon counts, at 15 % less. The affiliate earns a fifth of each, rounded
 * down, and nothing of the $3 that the poster costs to send.
 */
export const lines = {
  course: { itemType: "MAIN", discountCents: 1_000, totalPriceCents: 3_999, commissionCents: 799 },
  workbook: { itemType: "ORDER_BUMP", discountCents: 500, totalPriceCents: 1_499, commissionCents: 299 },
  poster: { itemType: "ORDER_BUMP", discountCents: 250, totalPriceCents: 1_300, commissionCents: 200 },
  call: { itemType: "UPSELL", discountCents: 1_485, totalPriceCents: 8_415, commissionCents: 1_683 },
} as const;
export const checkoutCents = 6_798;
export const upsellCents = 8_415;
export const totalCents = 15_213;
/** Of the course and the poster. */
export const couponCents = 1_250;

export type Name = keyof typeof lines;
export const names: readonly Name[] = ["course", "workbook", "poster", "call"];

export type Figures = ReturnType<typeof figuresOf>;

/** What the order comes to once these lines of it have been refunded. */
export function figuresOf({ products }: OffersShop, order: BoughtOrder, refunded: readonly Name[]) {
  const isRefunded = (name: Name) => refunded.includes(name);
  const refundedCents = refunded.reduce((sum, name) => sum + lines[name].totalPriceCents, 0);
  const kept = names.filter((name) => !isRefunded(name));
  const upsellRefundedCents = isRefunded("call") ? upsellCents : 0;
  return {
    refunded,
    isRefunded,
    isOver: kept.length === 0,
    status: kept.length === 0 ? "REFUNDED" : "PAID",
    refundedCents,
    netCents: totalCents - refundedCents,
    commissionCents: kept.reduce((sum, name) => sum + lines[name].commissionCents, 0),
    revenueOf: (name: Name) => (isRefunded(name) ? 0 : lines[name].totalPriceCents),
    lines: names.map((name) => ({
      itemType: lines[name].itemType,
      discountCents: lines[name].discountCents,
      totalPriceCents: lines[name].totalPriceCents,
    })),
    orderCounts: new Map(Object.entries(products).map(([name, { id }]) => [id, name in lines ? 1 : 0])),
    payments: [
      {
        paymentIntentId: order.paymentIntentId,
        amountCents: checkoutCents,
        refundedCents: refundedCents - upsellRefundedCents,
      },
      {
        paymentIntentId: order.upsellPaymentIntentId,
        amountCents: upsellCents,
        refundedCents: upsellRefundedCents,
      },
    ],
  };
}
