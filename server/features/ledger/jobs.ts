import { z } from "zod";
import { defineJob } from "#server/jobs/job.ts";
import { auditBooks } from "./audit.ts";
import { compareBooks } from "./compare-books.ts";

const comparedDays = 3;

export const ledgerJobs = [
  defineJob({
    name: "compare-books",
    data: z.object({}),
    retries: 3,
    schedule: "40 3 * * *",
    async handle(services) {
      await compareBooks(services, comparedDays);
      const { pool, payments, log } = services;
      for (const { name, rule, count } of await auditBooks(pool, {
        provider: payments.provider,
        quiet: false,
      }))
        log.error({ name, rule, count }, "the books do not add up");
    },
  }),
];
