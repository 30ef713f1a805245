import { z } from "zod";
import { defineJob } from "#server/jobs/job.ts";
import { auditBooks, countInvariants } from "./audit.ts";
import { compareNightly } from "./compare-nightly.ts";
import { recordAudit } from "./record-audit.ts";
import { reportOwnerless } from "./ownerless-payments.ts";

export const ledgerJobs = [
  defineJob({
    name: "compare-books",
    data: z.object({}),
    retries: 3,
    limitSeconds: 1_800,
    schedule: "40 3 * * *",
    async handle(services) {
      await compareNightly(services);
      await reportOwnerless(services);
    },
  }),
  defineJob({
    name: "audit-books",
    data: z.object({}),
    retries: 1,
    limitSeconds: 3_600,
    schedule: "10 4 * * *",
    async handle({ pool, payments, clock, log }, _, stopping) {
      const { provider } = payments;
      const findings = await auditBooks(pool, { provider, quiet: false, stopping });
      await recordAudit(pool, countInvariants(provider), findings, clock.now());
      for (const { name, rule, count } of findings)
        log.error({ name, rule, count }, "the books do not add up");
    },
  }),
];
