import { z } from "zod";

/** What comes of asking for a code. It goes by earlier requests alone, so it tells nothing about the address. */
export const AskedForCode = z.object({
  /** False past the limits: no new email leaves, and an earlier code keeps working. */
  sent: z.boolean(),
  /** Seconds until a new code can be sent; null if one was. */
  waitSeconds: z.int().nullable(),
});
export type AskedForCode = z.infer<typeof AskedForCode>;
