import { randomUUID } from "node:crypto";
import type { Platform, SocialAccount } from "#contract/social/social-accounts.ts";
import { socialAccounts } from "#server/database/schema/social.ts";
import type { Services } from "#server/services.ts";
import { getSocialAccount } from "./list-accounts.ts";

/** A name that the specification gives to accounts of Demo Mode; no token of theirs is ever asked about. */
export const isDemoName = (platform: Platform, username: string): boolean =>
  new RegExp(`^demo_${platform}_\\d{10,16}$`, "i").test(username);

/** Opens an account on the built-in platform: demo_{platform}_{time} unless it is given a name. */
export async function connectDemoAccount(
  services: Services,
  creatorId: string,
  { platform, username, isActive }: { platform: Platform; username: string; isActive: boolean },
): Promise<SocialAccount> {
  const now = services.clock.now();
  const id = randomUUID();
  await services.db.insert(socialAccounts).values({
    id,
    userId: creatorId,
    platform,
    connection: "DEMO",
    platformUserId: `demo_${id}`,
    username: username || `demo_${platform.toLowerCase()}_${now.getTime()}`,
    isActive,
    verified: true,
    createdAt: now,
    updatedAt: now,
  });
  return getSocialAccount(services, creatorId, id);
}
