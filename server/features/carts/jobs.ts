import { z } from "zod";
import { defineJob } from "#server/jobs/job.ts";
import { queueCartMails } from "./queue-cart-mails.ts";
import { recordLeftCarts } from "./record-left-carts.ts";

export const cartJobs = [
  defineJob({
    name: "record-left-carts",
    data: z.object({}),
    retries: 0,
    schedule: "* * * * *",
    handle: (services) => recordLeftCarts(services),
  }),
  defineJob({
    name: "queue-cart-mails",
    data: z.object({}),
    retries: 0,
    schedule: "* * * * *",
    handle: (services, _, stopping) => queueCartMails(services, stopping),
  }),
];
