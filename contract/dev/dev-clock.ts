import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { Timestamp } from "#contract/values.ts";

const tags = ["Development"];

/** The shop's time, and how far it was moved ahead of the machine's. */
export const DevClock = z.object({ now: Timestamp, aheadMinutes: z.int() });
export type DevClock = z.infer<typeof DevClock>;

export const getDevClock = endpoint({
  method: "GET",
  url: "/api/dev/clock",
  config: { access: "local" },
  schema: { tags, summary: "What time it is for the shop", response: { 200: DevClock } },
});

export const advanceDevClock = endpoint({
  method: "POST",
  url: "/api/dev/clock",
  config: { access: "local" },
  schema: {
    tags,
    summary: "Move the shop's clock on, for every process; jobs that fall due run. It never goes back",
    body: z.object({
      /** At most a year at once. */
      advanceMinutes: z.int().min(1).max(527_040),
    }),
    response: { 200: DevClock },
  },
});
