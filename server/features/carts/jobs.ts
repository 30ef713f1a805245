import { z } from "zod";
import { defineJob } from "#server/jobs/job.ts";
import { queueCartMails } from "./queue-cart-mails.ts";
import { idleMinutes } from "./open-cart.ts";
import { recordLeftCarts } from "./record-left-carts.ts";

export const cartJobs = [
  defineJob({
    name: "record-left-carts",
    data: z.object({}),
    retries: 0,
    schedule: "6,36 * * * *",
    due: `exists (select from abandoned_carts where abandoned_at is null and outcome is null and left_at <= $1::timestamptz - interval '${idleMinutes} minutes')
      or exists (select from abandoned_carts where outcome is null and expires_at <= $1)`,
    handle: (services) => recordLeftCarts(services),
  }),
  defineJob({
    name: "queue-cart-mails",
    data: z.object({}),
    retries: 0,
    schedule: "8,38 * * * *",
    due: `exists (select from abandoned_carts where next_mail_at <= $1)`,
    handle: (services, _, stopping) => queueCartMails(services, stopping),
  }),
];
