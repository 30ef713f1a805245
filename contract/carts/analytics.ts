import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { admins } from "#contract/team/roles.ts";
import { SumCents } from "#contract/values.ts";
import { CartPeriod } from "./carts.ts";

/** What became of carts in a period, beside the period of the same length before; null: nothing to compare with. */
export const CartAnalytics = z.object({
  currency: z.string(),
  totalCarts: z.int(),
  totalCartsChange: z.number().nullable(),
  /** In percent: carts that were left, of those and of the checkouts that were paid without being left. */
  abandonmentRate: z.number().nullable(),
  abandonmentRateChange: z.number().nullable(),
  /** In percent: carts that were recovered, of those that were mailed or recovered. */
  recoveryRate: z.number().nullable(),
  recoveryRateChange: z.number().nullable(),
  /** Less refunds. */
  revenueRecovered: z.int(),
  revenueRecoveredChange: z.number().nullable(),
  /** Of the revenue: paid by a mail's link, within 7 days of a mail, and what the creator says. */
  byLinkCents: SumCents,
  nearCents: SumCents,
  byHandCents: SumCents,
  recoveredCarts: z.int(),
  mailedCarts: z.int(),
});
export type CartAnalytics = z.infer<typeof CartAnalytics>;

export const getCartAnalytics = endpoint({
  method: "GET",
  url: "/api/abandoned-carts/analytics",
  config: { access: "creator", roles: admins },
  schema: {
    tags: ["Abandoned carts"],
    summary: "How many carts were left in a period, and what came back",
    querystring: z.object({ period: CartPeriod.default("month") }),
    response: { 200: CartAnalytics },
  },
});
