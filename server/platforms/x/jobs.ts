import { z } from "zod";
import { defineJob, type Job } from "#server/jobs/job.ts";
import { PlatformError } from "#server/platforms/social-platform.ts";
import { callX } from "./x-client.ts";
import { xContextOf } from "./x-platform.ts";
import { reviveWebhook } from "./x-webhook-registration.ts";

export const xJobs: readonly Job[] = [
  defineJob({
    // X stops delivering to an address that failed a challenge once, and does not say so.
    name: "revive-x-webhook",
    schedule: "30 * * * *",
    due: "exists (select from social_accounts where platform = 'TWITTER' and connection <> 'DEMO')",
    pauseSeconds: 600,
    retries: 0,
    data: z.object({}),
    async handle(services) {
      const { config, log } = services;
      if (!config.social.twitter) return;
      const context = xContextOf(services, config.social.twitter);
      try {
        const wasDead = await callX(context, (ask) => reviveWebhook(ask, context.webhookUrl));
        if (wasDead) log.warn("X had stopped delivering events, and delivers again");
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        log.warn({ kind: error.kind, err: error }, "X may not be delivering events");
      }
    },
  }),
];
