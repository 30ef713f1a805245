import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { Email, Handle, oneLine } from "#contract/values.ts";

export const withdrawFromContract = endpoint({
  method: "POST",
  url: "/api/withdrawals",
  config: { access: "buyer", limit: { points: 10, seconds: 3600 } },
  schema: {
    tags: ["Withdrawal"],
    summary:
      "Withdraw from a contract, as consumers in the EU may. Confirmed by mail at once; who proves no order learns nothing of whether there is one",
    body: z.object({
      name: oneLine(120, "Please enter your name"),
      orderNumber: z
        .string()
        .trim()
        .regex(/^#?\d{1,9}$/, "Please enter the number that stands in your receipt, like 1001"),
      email: Email,
      /** The seller's store, since each numbers its own orders; needed where one address has bought from several. */
      store: Handle.optional(),
    }),
    response: {
      200: z.object({
        /**
         * MAILED: whether there is such an order, its buyer reads in their mail. The others are for who proved the order:
         * REQUESTED: its money goes back; NOTHING: nothing of it can be withdrawn from.
         */
        outcome: z.enum(["MAILED", "REQUESTED", "NOTHING"]),
      }),
    },
  },
});
