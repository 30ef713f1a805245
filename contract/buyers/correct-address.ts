import { z } from "zod";
import { AskedForCode } from "#contract/accounts/asked-for-code.ts";
import { endpoint } from "#contract/endpoint.ts";
import { Email, Id } from "#contract/values.ts";

const tags = ["Members"];
const params = z.object({ id: Id });
const success = { 200: z.object({ success: z.literal(true) }) };

export const requestAddressCorrection = endpoint({
  method: "POST",
  url: "/api/buyer-orders/:id/address",
  config: { access: "buyer", limit: { points: 10, seconds: 3600 } },
  schema: {
    tags,
    summary: "Send a code to the right address of an order whose mail came back; for the browser that paid",
    params,
    body: z.object({ email: Email }),
    response: { 200: AskedForCode.extend({ success: z.literal(true) }) },
  },
});

export const correctAddress = endpoint({
  method: "POST",
  url: "/api/buyer-orders/:id/address/confirm",
  config: { access: "buyer", limit: { points: 10, seconds: 60 } },
  schema: {
    tags,
    summary:
      "With that code: what this browser paid for under the wrong address is the right one's, and its receipts are mailed there",
    params,
    body: z.object({ email: Email, token: z.string().max(100) }),
    response: success,
  },
});
