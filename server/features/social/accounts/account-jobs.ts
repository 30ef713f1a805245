import { z } from "zod";
import { defineJob, type Job } from "#server/jobs/job.ts";
import { catchUp } from "./catch-up.ts";
import { eraseSocialAccount } from "./data-deletion.ts";
import { isAnyXTokenDue, refreshTokens } from "./refresh-tokens.ts";
import { resealTokens } from "./reseal-tokens.ts";
import { confirmAccounts, subscribeAccounts } from "./retry-accounts.ts";

export const socialAccountJobs: readonly Job[] = [
  defineJob({
    name: "refresh-meta-tokens",
    schedule: "17 * * * *",
    data: z.object({}),
    async handle(services) {
      await refreshTokens(services, "INSTAGRAM");
      await refreshTokens(services, "FACEBOOK");
    },
  }),
  defineJob({
    name: "refresh-x-tokens",
    schedule: "25 * * * *",
    due: isAnyXTokenDue,
    pauseSeconds: 300,
    retries: 0,
    data: z.object({}),
    handle: (services) => refreshTokens(services, "TWITTER"),
  }),
  defineJob({
    name: "retry-social-accounts",
    schedule: "0 * * * *",
    // Where it asks for events depends on the environment: it looks at every account that a platform has.
    due: `exists (select from social_accounts where problem = 'UNCONFIRMED' and access_token is not null)
      or exists (select from social_accounts where verified and connection <> 'DEMO' and problem is null)`,
    pauseSeconds: 600,
    retries: 0,
    data: z.object({}),
    async handle(services) {
      await confirmAccounts(services);
      await subscribeAccounts(services);
      await catchUp(services);
    },
  }),
  defineJob({
    name: "reseal-social-tokens",
    schedule: "37 * * * *",
    data: z.object({}),
    handle: (services) => resealTokens(services),
  }),
  eraseSocialAccount,
];
