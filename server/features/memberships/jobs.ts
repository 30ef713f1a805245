import { z } from "zod";
import { defineJob } from "#server/jobs/job.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import { applyNextPlan } from "./apply-next-plan.ts";
import { endMembershipJob } from "./end-membership-job.ts";
import { memberNews } from "./member-news.ts";
import { syncMembership } from "./sync-membership.ts";
import { reconcileMemberships } from "./reconcile-memberships.ts";
import { holdMemberships, isAnyToHold, releaseMemberships } from "./hold-memberships.ts";
import { remindMembers } from "./remind-members.ts";
import { queuePriceNews, queuePriceWithdrawal } from "./queue-price-news.ts";

export const membershipJobs = [
  queuePriceNews,
  queuePriceWithdrawal,
  defineJob({
    name: "sync-membership",
    data: z.object({ providerSubscriptionId: z.string() }),
    retries: 20,
    async handle(services, { providerSubscriptionId }) {
      await syncMembership(services, providerSubscriptionId);
    },
  }),
  defineJob({
    name: "apply-next-plan",
    data: z.object({
      providerSubscriptionId: z.string(),
      told: z.object({ news: z.enum(memberNews), number: z.string() }).optional(),
    }),
    retries: 20,
    async handle(services, { providerSubscriptionId, told }) {
      try {
        await applyNextPlan(services, providerSubscriptionId, told);
      } catch (error) {
        // It was cancelled, or owes by now: how it stands says whether there is anything left to set.
        if (!(error instanceof GatewayError) || error.code !== "payment_intent_unexpected_state") throw error;
        await syncMembership(services, providerSubscriptionId);
      }
    },
  }),
  endMembershipJob,
  defineJob({
    name: "reconcile-memberships",
    data: z.object({}),
    retries: 0,
    schedule: "14,44 * * * *",
    due: `exists (select from subscriptions where status in ('active', 'trialing', 'past_due', 'paused')
        and updated_at < $1::timestamptz - interval '1 hour' and greatest(current_period_end, paused_until) < $1::timestamptz - interval '1 hour')
      or exists (select from subscriptions where next_billing_interval is not null and updated_at < $1::timestamptz - interval '6 hours')`,
    handle: (services) => reconcileMemberships(services),
  }),
  defineJob({
    name: "hold-memberships",
    data: z.object({}),
    retries: 0,
    limitSeconds: 1_800,
    schedule: "55 * * * *",
    due: isAnyToHold,
    pauseSeconds: 300,
    async handle(services, _, stopping) {
      await holdMemberships(services, stopping);
      await releaseMemberships(services, stopping);
    },
  }),
  defineJob({
    name: "remind-members",
    data: z.object({}),
    retries: 0,
    schedule: "4-59/10 * * * *",
    handle: (services) => remindMembers(services),
  }),
];
