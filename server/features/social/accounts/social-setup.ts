import { and, eq, max, ne } from "drizzle-orm";
import type { z } from "zod";
import type { getSocialSetup as contract } from "#contract/social/social-accounts.ts";
import { planAt } from "#server/database/creator-plan.ts";
import { limitsFor } from "#server/database/plan-limits.ts";
import { users } from "#server/database/schema/accounts.ts";
import { replyUsage } from "#server/database/schema/social-messages.ts";
import { platforms as allPlatforms, socialAccounts } from "#server/database/schema/social.ts";
import { Unauthorized } from "#server/errors.ts";
import type { PlatformName } from "#server/platforms/social-platform.ts";
import type { Services } from "#server/services.ts";
import { webhookUrlOf } from "./webhook-url.ts";

type Setup = z.output<(typeof contract)["schema"]["response"][200]>;

/** Which platforms can be connected here, where their webhooks go, and how many replies the plan has left this month. */
export async function getSocialSetup(services: Services, creatorId: string): Promise<Setup> {
  const { config, platforms } = services;
  const lastEvents = await lastRealEvents(services, creatorId);
  return {
    platforms: allPlatforms.map((platform) => ({
      platform,
      available: platforms.real(platform) !== undefined,
      webhookUrl: webhookUrlOf(config, platform),
      lastEventAt: lastEvents.get(platform) ?? null,
    })),
    replies: await repliesThisMonth(services, creatorId),
  };
}

async function lastRealEvents({ db }: Services, creatorId: string): Promise<Map<PlatformName, Date | null>> {
  const rows = await db
    .select({ platform: socialAccounts.platform, lastEventAt: max(socialAccounts.lastEventAt) })
    .from(socialAccounts)
    .where(and(eq(socialAccounts.userId, creatorId), ne(socialAccounts.connection, "DEMO")))
    .groupBy(socialAccounts.platform);
  return new Map(rows.map(({ platform, lastEventAt }) => [platform, lastEventAt]));
}

async function repliesThisMonth(
  { db, clock, config }: Services,
  creatorId: string,
): Promise<Setup["replies"]> {
  const now = clock.now();
  const month = `${now.toISOString().slice(0, 7)}-01`;
  const [found] = await db
    .select({ plan: planAt(now), trialEndsAt: users.trialEndsAt, used: replyUsage.replies })
    .from(users)
    .leftJoin(replyUsage, and(eq(replyUsage.userId, users.id), eq(replyUsage.month, month)))
    .where(eq(users.id, creatorId));
  if (!found) throw Unauthorized();
  return { usedThisMonth: found.used ?? 0, limit: limitsFor(found, config, now).replies };
}
