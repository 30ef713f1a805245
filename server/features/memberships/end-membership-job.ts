import { z } from "zod";
import { defineJob } from "#server/jobs/job.ts";
import { endMembership } from "./end-membership.ts";

export const endMembershipJob = defineJob({
  name: "end-membership",
  data: z.object({ providerSubscriptionId: z.string() }),
  retries: 20,
  handle: (services, { providerSubscriptionId }) => endMembership(services, providerSubscriptionId),
});
