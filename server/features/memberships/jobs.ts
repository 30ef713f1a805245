import { z } from "zod";
import { defineJob } from "#server/jobs/job.ts";
import { endMembership } from "./end-membership.ts";
import { syncMembership } from "./sync-membership.ts";
import { reconcileMemberships } from "./reconcile-memberships.ts";
import { remindMembers } from "./remind-members.ts";

export const membershipJobs = [
  defineJob({
    name: "sync-membership",
    data: z.object({ providerSubscriptionId: z.string() }),
    retries: 20,
    async handle(services, { providerSubscriptionId }) {
      await syncMembership(services, providerSubscriptionId);
    },
  }),
  defineJob({
    name: "end-membership",
    data: z.object({ providerSubscriptionId: z.string() }),
    retries: 20,
    handle: (services, { providerSubscriptionId }) => endMembership(services, providerSubscriptionId),
  }),
  defineJob({
    name: "reconcile-memberships",
    data: z.object({}),
    retries: 0,
    schedule: "* * * * *",
    handle: (services) => reconcileMemberships(services),
  }),
  defineJob({
    name: "remind-members",
    data: z.object({}),
    retries: 0,
    schedule: "*/10 * * * *",
    handle: (services) => remindMembers(services),
  }),
];
