import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { SocialAccount, updateSocialAccount as contract } from "#contract/social/social-accounts.ts";
import { socialAccounts } from "#server/database/schema/social.ts";
import type { Services } from "#server/services.ts";
import { getSocialAccount } from "./list-accounts.ts";

/** Switches automation, or its disclosure. Throws 404 for an account that is not theirs. */
export async function updateSocialAccount(
  services: Services,
  creatorId: string,
  accountId: string,
  { isActive, disclosesAutomation }: z.output<(typeof contract)["schema"]["body"]>,
): Promise<SocialAccount> {
  await services.db
    .update(socialAccounts)
    .set({
      ...(isActive !== undefined && { isActive }),
      ...(disclosesAutomation !== undefined && { disclosesAutomation }),
      updatedAt: services.clock.now(),
    })
    .where(and(eq(socialAccounts.id, accountId), eq(socialAccounts.userId, creatorId)));
  return getSocialAccount(services, creatorId, accountId);
}
