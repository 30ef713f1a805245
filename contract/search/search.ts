import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { everybodyOfTheTeam } from "#contract/team/roles.ts";
import { OrderStatus } from "#contract/orders/order-page.ts";
import { SumCents } from "#contract/values.ts";

/** What a search finds, a few of each kind; the best first. Of what somebody's role does not open there is nothing. */
export const Found = z.object({
  products: z.array(z.object({ id: z.string(), title: z.string(), priceCents: z.int(), state: z.string() })),
  orders: z.array(
    z.object({
      id: z.string(),
      number: z.int().nullable(),
      status: OrderStatus,
      /** Null for who sees no money of the store. */
      totalCents: SumCents.nullable(),
      productTitle: z.string(),
      customerEmail: z.string(),
    }),
  ),
  people: z.array(z.object({ id: z.string(), name: z.string(), email: z.string(), orderCount: z.int() })),
  conversations: z.array(z.object({ id: z.string(), name: z.string(), platform: z.string() })),
});
export type Found = z.infer<typeof Found>;

/** Characters that are searched for. */
export const mostSearched = 100;

export const searchStore = endpoint({
  method: "GET",
  url: "/api/search",
  config: { access: "creator", roles: everybodyOfTheTeam, limit: { points: 240, seconds: 60 } },
  schema: {
    tags: ["Search"],
    summary:
      "Products by title, orders by number, id, amount or buyer, people by name or address, conversations by name",
    querystring: z.object({ q: z.string().trim().max(mostSearched).default("") }),
    response: { 200: Found },
  },
});
