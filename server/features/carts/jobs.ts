import { z } from "zod";
import { defineJob } from "#server/jobs/job.ts";
import { recordLeftCarts } from "./record-left-carts.ts";

export const cartJobs = [
  defineJob({
    name: "record-left-carts",
    data: z.object({}),
    retries: 0,
    schedule: "* * * * *",
    handle: (services) => recordLeftCarts(services),
  }),
];
