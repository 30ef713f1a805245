import { and, eq, isNull, lte, ne, or } from "drizzle-orm";
import { socialAccounts } from "#server/database/schema/social.ts";
import type { AccountEnd } from "#server/platforms/social-platform.ts";
import type { Services } from "#server/services.ts";
import { noTokens } from "./account-tokens.ts";

/**
 * The provider says that these connections are over: their tokens are erased, they receive nothing any more, and ask to
 * be connected again. Answers the ids of the accounts. Repeating it changes nothing.
 */
export async function endConnections(
  { db, clock }: Pick<Services, "db" | "clock">,
  ends: readonly AccountEnd[],
): Promise<string[]> {
  const ended: string[] = [];
  for (const { platform, appScopedId, at } of ends) {
    const rows = await db
      .update(socialAccounts)
      .set({ ...noTokens, verified: false, webhookUrl: null, problem: "RECONNECT", updatedAt: clock.now() })
      .where(
        and(
          eq(socialAccounts.platform, platform),
          ne(socialAccounts.connection, "DEMO"),
          or(
            eq(socialAccounts.appScopedId, appScopedId),
            // X has one id for all.
            and(isNull(socialAccounts.appScopedId), eq(socialAccounts.platformUserId, appScopedId)),
          ),
          at && or(isNull(socialAccounts.tokenIssuedAt), lte(socialAccounts.tokenIssuedAt, at)),
        ),
      )
      .returning({ id: socialAccounts.id });
    ended.push(...rows.map(({ id }) => id));
  }
  return ended;
}
