import { z } from "zod";
import { defineJob } from "./job.ts";

/** Counters whose time is over count for nothing; they go once an hour. Their moments are epoch milliseconds. */
export const clearRateLimits = defineJob({
  name: "clear-rate-limits",
  schedule: "29 * * * *",
  data: z.object({}),
  async handle({ pool, clock }) {
    await pool.query("delete from rate_limits where expire < $1", [clock.now().getTime()]);
  },
});
