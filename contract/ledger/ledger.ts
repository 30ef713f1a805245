import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { admins } from "#contract/team/roles.ts";
import { Id, SumCents, Timestamp } from "#contract/values.ts";

/** Where our books and the payment provider's disagree about a payment. */
export const BookDifference = z.object({
  id: Id,
  paymentIntentId: z.string(),
  /** NO_ORDER: taken, but no order; NOT_TAKEN: an order, but no payment; AMOUNT, REFUNDED: another sum. */
  kind: z.enum(["NO_ORDER", "NOT_TAKEN", "AMOUNT", "REFUNDED"]),
  oursCents: SumCents,
  theirsCents: SumCents,
  foundAt: Timestamp,
});
export type BookDifference = z.infer<typeof BookDifference>;

export const listBookDifferences = endpoint({
  method: "GET",
  url: "/api/book-differences",
  config: { access: "creator", roles: admins },
  schema: {
    tags: ["Orders"],
    summary: "Where the creator's payments differ from the payment provider's books; compared every night",
    response: { 200: z.array(BookDifference) },
  },
});
