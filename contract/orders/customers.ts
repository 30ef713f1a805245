import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { forSupport } from "#contract/team/roles.ts";
import { OrderStatus } from "./order-page.ts";
import { TagOfPerson } from "#contract/tags/tag-of-person.ts";
import { Id, SumCents, Timestamp } from "#contract/values.ts";

const tags = ["Customers"];

/** A buyer, as far as they bought from this creator. */
export const Customer = z.object({
  id: Id,
  /** As typed at their newest checkout here. */
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  /** A mail server said that the address does not exist. */
  isReturned: z.boolean(),
  /** Newest first. */
  orders: z.array(
    z.object({
      id: Id,
      status: OrderStatus,
      /** Null for who sees no money of the store (see `team/roles.ts`). */
      totalCents: SumCents.nullable(),
      refundedCents: SumCents.nullable(),
      currency: z.string(),
      productTitle: z.string(),
      createdAt: Timestamp,
    }),
  ),
  /** Those of this creator that have not ended. */
  memberships: z.array(
    z.object({
      productTitle: z.string(),
      state: z.enum(["TRIAL", "ACTIVE", "ENDING", "PAUSED", "PAST_DUE"]),
      /** When a free trial ends; null where there is none now. */
      trialEndsAt: Timestamp.nullable(),
      /** It is paid in this interval once what is paid now is over. */
      movesTo: z.enum(["MONTH", "YEAR"]).nullable(),
    }),
  ),
  /** What this creator keeps about them, by name. */
  tags: z.array(TagOfPerson),
  /** Of their first order here. */
  createdAt: Timestamp,
});
export type Customer = z.infer<typeof Customer>;

export const customerFilter = {
  q: z.string().trim().max(200).optional(),
  /** `true`: only who has a membership that has not ended. */
  members: z.literal("true").optional(),
  /** Only who has this tag. */
  tagId: Id.optional(),
};

export const listCustomers = endpoint({
  method: "GET",
  url: "/api/customers",
  config: { access: "creator", roles: forSupport },
  schema: {
    tags,
    summary: "The creator's customers with their orders, the newest buyer first; 100 to a page, or fewer",
    querystring: z.object({
      ...customerFilter,
      sort: z
        .enum([
          "name",
          "-name",
          "email",
          "-email",
          "orders",
          "-orders",
          "spent",
          "-spent",
          "created",
          "-created",
        ])
        .optional(),
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      perPage: z.coerce.number().int().min(1).max(100).default(100),
    }),
    response: { 200: z.array(Customer) },
  },
});

export const countCustomers = endpoint({
  method: "GET",
  url: "/api/customer-count",
  config: { access: "creator", roles: forSupport },
  schema: {
    tags,
    summary: "How many customers a filter finds",
    querystring: z.object(customerFilter),
    response: { 200: z.object({ customers: z.int() }) },
  },
});

export const getCustomer = endpoint({
  method: "GET",
  url: "/api/customers/:id",
  config: { access: "creator", roles: forSupport },
  schema: {
    tags,
    summary: "One customer with all their orders from this creator",
    params: z.object({ id: Id }),
    response: { 200: Customer },
  },
});
