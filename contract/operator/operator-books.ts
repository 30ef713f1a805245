import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { BookDifference } from "#contract/ledger/ledger.ts";
import { PlaceCursor, Timestamp } from "#contract/values.ts";
import { operatorEventKinds } from "./operator-event-kinds.ts";
import { operatorTags as tags } from "./operator.ts";

export const getOperatorBooks = endpoint({
  method: "GET",
  url: "/api/operator/books",
  config: { access: "operator" },
  schema: {
    tags,
    summary:
      "What the audit and the comparison with the payment provider found last; differences 25 to a page",
    querystring: z.object({ cursor: PlaceCursor.optional() }),
    response: {
      200: z.object({
        /** Null before the first one. */
        audit: z
          .object({
            ranAt: Timestamp,
            rules: z.int(),
            findings: z.array(z.object({ name: z.string(), rule: z.string(), count: z.int() })),
          })
          .nullable(),
        /** Payments begun before this were compared; null before the first night. */
        comparedUntil: Timestamp.nullable(),
        /** `handle`: whose it is; null where no order names the payment. */
        differences: z.array(BookDifference.extend({ handle: z.string().nullable() })),
        nextCursor: z.string().nullable(),
      }),
    },
  },
});

/** Something an operator did. */
export const OperatorEvent = z.object({
  id: z.string(),
  kind: z.enum(operatorEventKinds),
  /** Who did it, by the handle that they have now. */
  operator: z.string(),
  /** To whom; null where it was done to nobody. */
  handle: z.string().nullable(),
  /** What else: a payment, a job, a report. */
  subject: z.string(),
  reason: z.string(),
  createdAt: Timestamp,
});
export type OperatorEvent = z.infer<typeof OperatorEvent>;

export const listOperatorEvents = endpoint({
  method: "GET",
  url: "/api/operator/log",
  config: { access: "operator" },
  schema: {
    tags,
    summary: "What operators did, the newest first, 50 to a page",
    querystring: z.object({ cursor: PlaceCursor.optional() }),
    response: { 200: z.object({ events: z.array(OperatorEvent), nextCursor: z.string().nullable() }) },
  },
});
