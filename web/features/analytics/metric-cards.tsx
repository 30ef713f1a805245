import type { AnalyticsFigure } from "#contract/analytics/figure-rows.ts";
import type { Summary } from "./analytics-queries.ts";
import { FigureCards, type Metric } from "./figure-cards.tsx";
import { countText, moneyText, percentText } from "./words.ts";

const orders = (number: number) => (number === 1 ? "1 order" : `${countText(number)} orders`);

const metrics: Metric<Summary>[] = [
  {
    label: "Revenue",
    definition: "What was paid, less refunds and lost disputes, each on its own day.",
    value: ({ totalRevenue, currency }) => moneyText(totalRevenue, currency),
    note: ({ paidCents, refundedCents, currency }) =>
      `${moneyText(paidCents, currency)} paid, ${moneyText(refundedCents, currency)} given back`,
    change: { of: ({ totalRevenueChange }) => totalRevenueChange, unit: "%" },
    figure: "revenue",
  },
  {
    label: "Orders",
    definition: "Orders that were paid, renewals of memberships included, by the moment of payment.",
    value: ({ totalOrders }) => countText(totalOrders),
    note: ({ totalOrders, checkoutOrders }) =>
      totalOrders > checkoutOrders ? `${countText(totalOrders - checkoutOrders)} of them renewals` : "",
    change: { of: ({ totalOrdersChange }) => totalOrdersChange, unit: "%" },
    figure: "orders",
  },
  {
    label: "Average order",
    definition: "Revenue for each paid order, with what was added to it.",
    value: ({ averageOrderValue, currency }) => moneyText(averageOrderValue, currency),
    change: { of: ({ averageOrderValueChange }) => averageOrderValueChange, unit: "%" },
    figure: "revenue",
  },
  {
    label: "Bump attach rate",
    definition: "Orders from checkout that took an order bump.",
    value: ({ bumpAttachRate }) => percentText(bumpAttachRate),
    note: ({ bumpOrders, checkoutOrders }) => `${countText(bumpOrders)} of ${orders(checkoutOrders)}`,
    change: { of: ({ bumpAttachRateChange }) => bumpAttachRateChange, unit: " points" },
    figure: "bumps",
  },
  {
    label: "Bump revenue",
    definition: "What order bumps brought, less their refunds.",
    value: ({ bumpRevenue, currency }) => moneyText(bumpRevenue, currency),
    change: { of: ({ bumpRevenueChange }) => bumpRevenueChange, unit: "%" },
    figure: "bumps",
  },
  {
    label: "Upsell accept rate",
    definition: "Of the upsells that buyers were shown, those they took.",
    value: ({ upsellAcceptRate }) => percentText(upsellAcceptRate),
    note: ({ upsellAccepts, upsellOffers }) =>
      `${countText(upsellAccepts)} of ${countText(upsellOffers)} shown`,
    change: { of: ({ upsellAcceptRateChange }) => upsellAcceptRateChange, unit: " points" },
    figure: "upsells",
  },
  {
    label: "Upsell revenue",
    definition: "What upsells brought, less their refunds; of the day of their order.",
    value: ({ upsellRevenue, currency }) => moneyText(upsellRevenue, currency),
    change: { of: ({ upsellRevenueChange }) => upsellRevenueChange, unit: "%" },
    figure: "upsells",
  },
  {
    label: "Coupon usage rate",
    definition: "Orders from checkout with a coupon; one that was refunded whole gave its use back.",
    value: ({ couponUsageRate }) => percentText(couponUsageRate),
    note: ({ couponUses, totalDiscounts, currency }) =>
      `${orders(couponUses)}, ${moneyText(totalDiscounts, currency)} off`,
    change: { of: ({ couponUsageRateChange }) => couponUsageRateChange, unit: " points" },
    figure: "coupons",
  },
];

type MetricCardsProps = { summary: Summary | undefined; onOpen: (figure: AnalyticsFigure) => void };

/** What was sold, in eight figures. */
export const MetricCards = ({ summary, onOpen }: MetricCardsProps) => (
  <FigureCards label="Figures" metrics={metrics} figures={summary} onOpen={onOpen} />
);
