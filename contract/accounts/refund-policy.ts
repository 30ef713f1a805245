import { z } from "zod";
import { oneLine } from "#contract/values.ts";

const policyWith = <Chosen extends z.ZodType, Never extends z.ZodType>(chosen: Chosen, never: Never) =>
  z.union([
    z.object({ days: z.literal([7, 14, 30]), terms: z.null(), guaranteed: chosen }),
    z.object({ days: z.literal(0), terms: z.null(), guaranteed: never }),
    z.object({ days: z.null(), terms: oneLine(80, "Say it in a few words"), guaranteed: never }),
  ]);

/**
 * How long buyers may ask for a refund: a number of days (0: no refunds), or the creator's own words. A guaranteed policy grants
 * requests within its days automatically; under any other the seller decides.
 */
export const RefundPolicy = policyWith(z.boolean(), z.literal(false));
export type RefundPolicy = z.infer<typeof RefundPolicy>;

/** A policy as a form sends it. Forms from before the choice leave `guaranteed` out, and guarantee nothing. */
export const RefundPolicyInput = policyWith(z.boolean().default(false), z.literal(false).default(false));
