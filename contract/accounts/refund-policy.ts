import { z } from "zod";
import { oneLine } from "#contract/values.ts";

const discretionary = z.literal(false).default(false);

/**
 * How long buyers may ask for a refund: a number of days (0: no refunds), or the creator's own words. A guaranteed policy grants
 * requests within its days automatically; under any other the seller decides. Left out, a policy is not guaranteed.
 */
export const RefundPolicy = z.union([
  z.object({ days: z.literal([7, 14, 30]), terms: z.null(), guaranteed: z.boolean().default(false) }),
  z.object({ days: z.literal(0), terms: z.null(), guaranteed: discretionary }),
  z.object({ days: z.null(), terms: oneLine(80, "Say it in a few words"), guaranteed: discretionary }),
]);
export type RefundPolicy = z.infer<typeof RefundPolicy>;
