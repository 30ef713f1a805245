import { z } from "zod";
import { defineJob } from "#server/jobs/job.ts";
import { isAnyCartMailDue, queueCartMails } from "./queue-cart-mails.ts";
import { isAnyCartLeft, recordLeftCarts } from "./record-left-carts.ts";

export const cartJobs = [
  defineJob({
    name: "record-left-carts",
    data: z.object({}),
    retries: 0,
    schedule: "6,36 * * * *",
    due: isAnyCartLeft,
    handle: (services) => recordLeftCarts(services),
  }),
  defineJob({
    name: "queue-cart-mails",
    data: z.object({}),
    retries: 0,
    schedule: "8,38 * * * *",
    due: isAnyCartMailDue,
    handle: (services, _, stopping) => queueCartMails(services, stopping),
  }),
];
