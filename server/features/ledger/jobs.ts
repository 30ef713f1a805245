import { z } from "zod";
import { defineJob } from "#server/jobs/job.ts";
import { auditBooks } from "./audit.ts";
import { compareNightly } from "./compare-nightly.ts";
import { tellOfOwnerless } from "./ownerless-payments.ts";

export const ledgerJobs = [
  defineJob({
    name: "compare-books",
    data: z.object({}),
    retries: 3,
    schedule: "40 3 * * *",
    async handle(services) {
      await compareNightly(services);
      await tellOfOwnerless(services);
      const { pool, payments, log } = services;
      for (const { name, rule, count } of await auditBooks(pool, {
        provider: payments.provider,
        quiet: false,
      }))
        log.error({ name, rule, count }, "the books do not add up");
    },
  }),
];
