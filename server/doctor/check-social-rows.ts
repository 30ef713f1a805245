import type { Config } from "#server/config.ts";
import { socialAccounts } from "#server/database/schema/social.ts";
import { sealedByOldKey } from "#server/features/social/accounts/reseal-tokens.ts";
import { describeXUsage, xUsage } from "#server/platforms/x/usage.ts";
import { type Finding, fine, warning } from "./finding.ts";
import { onTables } from "./on-tables.ts";

/** What the database tells of connected accounts: what X counted, and whether the former secret is still needed. */
export async function checkSocialRows(config: Config): Promise<Finding[]> {
  const { appSecret, previousAppSecret, social } = config;
  if (!(social.twitter || previousAppSecret)) return [];
  return onTables(config, async ({ db, pool }) => {
    const usage = social.twitter ? [fine(describeXUsage(await xUsage(pool, new Date())))] : [];
    if (!appSecret || !previousAppSecret) return usage;
    const left = await db.$count(socialAccounts, sealedByOldKey({ secret: appSecret }));
    return [
      ...usage,
      left === 0
        ? fine("Nothing is sealed with APP_SECRET_PREVIOUS any more: it can be taken away")
        : warning(
            `${left === 1 ? "The tokens of 1 account are" : `The tokens of ${left} accounts are`} still sealed with the former secret: keep APP_SECRET_PREVIOUS until they are sealed anew, within the hour`,
          ),
    ];
  });
}
