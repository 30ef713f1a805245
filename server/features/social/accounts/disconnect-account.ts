import { and, eq, ne, or } from "drizzle-orm";
import { socialAccounts } from "#server/database/schema/social.ts";
import type { Services } from "#server/services.ts";
import { noTokens } from "./account-tokens.ts";
import { eraseMessages } from "./erase-messages.ts";
import { type AccountRow, getAccountRow } from "./list-accounts.ts";
import { openAccount } from "./open-account.ts";

/**
 * Takes an account away with its tokens, responses, rules and conversations, and tells its platform. Throws 404 for an
 * account that is not theirs. Should it be cut off in between, the account is dead already and can be disconnected again.
 */
export async function disconnectSocialAccount(
  services: Services,
  creatorId: string,
  accountId: string,
): Promise<void> {
  const { db, pool, clock } = services;
  const row = await getAccountRow(services, creatorId, accountId);
  const own = and(eq(socialAccounts.id, row.id), eq(socialAccounts.userId, creatorId));
  // From here on it receives and sends nothing, however long the rest takes.
  await db
    .update(socialAccounts)
    .set({ ...noTokens, verified: false, isActive: false, problem: "RECONNECT" })
    .where(own);
  await eraseMessages(pool, row.id, clock.now());
  await db.delete(socialAccounts).where(own);
  await endAtPlatform(services, row);
}

/** The platform's failures change nothing for the creator: what it still delivers, nobody receives here. */
async function endAtPlatform(services: Services, row: AccountRow): Promise<void> {
  const platform = row.connection === "DEMO" ? undefined : services.platforms.real(row.platform);
  const account = openAccount(services, row);
  if (!platform || !account || !row.verified || (await sharesPage(services, row))) return;
  try {
    await platform.unsubscribe(account);
  } catch (error) {
    services.log.warn({ platform: row.platform, err: error }, "a disconnected account is still subscribed");
  }
}

/** An Instagram account and Messenger may hang on one Page: its events go on as long as one of them wants them. */
async function sharesPage({ db }: Services, { pageId, platformUserId }: AccountRow): Promise<boolean> {
  const page = pageId ?? platformUserId;
  const others = and(
    eq(socialAccounts.verified, true),
    ne(socialAccounts.platform, "TWITTER"),
    or(eq(socialAccounts.pageId, page), eq(socialAccounts.platformUserId, page)),
  );
  return (await db.$count(socialAccounts, others)) > 0;
}
