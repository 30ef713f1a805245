import type { listMyProducts } from "#contract/catalog/catalog.ts";
import { formatMoney } from "#web/ui/money.ts";
import { givenAwayText, namesOf } from "#web/layout/given-away.ts";
import type { Output } from "#web/api.ts";
import type { CouponBody } from "./coupon-form-values.ts";

type Product = Pick<Output<typeof listMyProducts>[number], "id" | "title" | "type" | "priceCents" | "active">;

/**
 * What a coupon would do that its creator may not mean: give a product away, or pay more postage than the product brings.
 * `postageCents` is the highest rate for one piece. Undefined where it does neither.
 */
export function couponConsequence(
  { discountType, discountValue = 0, minimumOrderCents = 0, applicableProducts }: CouponBody,
  products: readonly Product[],
  postageCents: number,
): string | undefined {
  const bought = products.filter(
    ({ id, active, priceCents }) =>
      (applicableProducts?.includes(id) ?? active) && priceCents > 0 && priceCents >= minimumOrderCents,
  );
  if (discountType === "FREE_SHIPPING") {
    const atLoss = bought.filter(({ type, priceCents }) => type === "PHYSICAL" && priceCents < postageCents);
    return atLoss.length === 0
      ? undefined
      : `Shipping costs up to ${formatMoney(postageCents)}, more than ${namesOf(atLoss)} sells for. You would ship at a loss.`;
  }
  return givenAwayText(
    bought.filter(({ priceCents }) =>
      discountType === "PERCENTAGE"
        ? Math.floor((priceCents * (10_000 - discountValue)) / 10_000) === 0
        : discountValue >= priceCents,
    ),
  );
}
