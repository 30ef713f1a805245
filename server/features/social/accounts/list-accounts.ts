import { and, asc, eq } from "drizzle-orm";
import type { SocialAccount } from "#contract/social/social-accounts.ts";
import { socialAccounts } from "#server/database/schema/social.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { fullestWindows } from "./fullest-window.ts";

export type AccountRow = typeof socialAccounts.$inferSelect;
type Dependencies = Pick<Services, "db" | "pool" | "clock" | "platforms">;

/** The creator's accounts, the oldest first. */
export async function listSocialAccounts(
  services: Dependencies,
  creatorId: string,
): Promise<SocialAccount[]> {
  const rows = await services.db
    .select()
    .from(socialAccounts)
    .where(eq(socialAccounts.userId, creatorId))
    .orderBy(asc(socialAccounts.createdAt), asc(socialAccounts.id));
  return withQuota(services, rows);
}

/** One account of the creator's. Throws 404 for any other. */
export async function getSocialAccount(
  services: Dependencies,
  creatorId: string,
  accountId: string,
): Promise<SocialAccount> {
  const [account] = await withQuota(services, [await getAccountRow(services, creatorId, accountId)]);
  if (!account) throw NotFound("Social account not found");
  return account;
}

/** As the table holds it, with the sealed tokens. Throws 404 for what is not the creator's. */
export async function getAccountRow(
  { db }: Pick<Services, "db">,
  creatorId: string,
  accountId: string,
): Promise<AccountRow> {
  const [row] = await db
    .select()
    .from(socialAccounts)
    .where(and(eq(socialAccounts.id, accountId), eq(socialAccounts.userId, creatorId)));
  if (!row) throw NotFound("Social account not found");
  return row;
}

/** Another app that has been silent for so long was most likely disconnected. */
const otherAppShownMs = 30 * 86_400_000;

async function withQuota(services: Dependencies, rows: AccountRow[]): Promise<SocialAccount[]> {
  const quotas = await fullestWindows(services, rows);
  const since = new Date(services.clock.now().getTime() - otherAppShownMs);
  // Field by field: nothing of a token ever gets near an answer.
  return rows.map((row) => ({
    id: row.id,
    userId: row.userId,
    platform: row.platform,
    connection: row.connection,
    platformUserId: row.platformUserId,
    webhookUrl: row.webhookUrl,
    username: row.username,
    displayName: row.displayName,
    profileImageUrl: row.profileImageUrl,
    isActive: row.isActive,
    verified: row.verified,
    problem: row.problem,
    problemError: row.problem && row.problemError,
    otherAppAt: row.otherAppAt && row.otherAppAt > since ? row.otherAppAt : null,
    disclosesAutomation: row.disclosesAutomation,
    lastEventAt: row.lastEventAt,
    lastSentAt: row.lastSentAt,
    tokenIssuedAt: row.tokenIssuedAt,
    tokenExpiresAt: row.tokenExpiresAt,
    quota: quotas.get(row.id) ?? null,
    createdAt: row.createdAt,
  }));
}
