import { z } from "zod";
import { oneLine } from "#contract/values.ts";

/** How long buyers may ask for their money back: a number of days (0: not at all), or the creator's own words. */
export const RefundPolicy = z.union([
  z.object({ days: z.literal([0, 7, 14, 30]), terms: z.null() }),
  z.object({ days: z.null(), terms: oneLine(80, "Say it in a few words") }),
]);
export type RefundPolicy = z.infer<typeof RefundPolicy>;
