import { z } from "zod";
import { defineJob } from "#server/jobs/job.ts";
import { followMembership } from "./memberships/follow-membership.ts";
import { reconcileMemberships } from "./memberships/reconcile-memberships.ts";
import { forgetCheckouts, forgetLatecomers } from "./sign-in/forget-customer.ts";
import { forgetPayer } from "./sign-in/forget-payer.ts";
import { mailMemberCode } from "./sign-in/mail-member-code.ts";

export const memberJobs = [
  mailMemberCode,
  forgetCheckouts,
  forgetLatecomers,
  forgetPayer,
  defineJob({
    name: "follow-membership",
    data: z.object({ providerSubscriptionId: z.string() }),
    retries: 20,
    async handle(services, { providerSubscriptionId }) {
      await followMembership(services, providerSubscriptionId);
    },
  }),
  defineJob({
    name: "reconcile-memberships",
    data: z.object({}),
    retries: 0,
    schedule: "* * * * *",
    handle: (services) => reconcileMemberships(services),
  }),
];
