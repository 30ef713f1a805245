import type { Config } from "#server/config.ts";
import type { users } from "#server/database/schema/accounts.ts";

/** Automatic replies of the Starter plan in a calendar month. */
const starterReplies = 50;

/**
 * How many messages a creator's plan answers by itself in a calendar month (UTC); null: as many as there are. The trial
 * has no limit, and neither has an installation without plans.
 */
export const replyLimitOf = (
  { plan, trialEndsAt }: Pick<typeof users.$inferSelect, "plan" | "trialEndsAt">,
  { plans }: Pick<Config, "plans">,
  now: Date,
): number | null => (!plans || plan !== "STARTER" || trialEndsAt > now ? null : starterReplies);
