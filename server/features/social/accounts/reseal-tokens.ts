import { and, asc, eq, gt, isNotNull, not, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { socialAccounts } from "#server/database/schema/social.ts";
import { newestPrefix } from "#server/secrets/sealing.ts";
import { logSecurityEvent } from "#server/http/security-events.ts";
import type { Services } from "#server/services.ts";
import { openTokens, sealTokens } from "./account-tokens.ts";
import type { AccountRow } from "./list-accounts.ts";

const batch = 100;

/** Accounts with a token that another key than the newest sealed. */
export const sealedByOldKey = (keys: Pick<Services, "secret">) => {
  const byOld = (column: PgColumn) =>
    and(isNotNull(column), not(sql`starts_with(${column}, ${newestPrefix(keys)})`));
  return or(byOld(socialAccounts.accessToken), byOld(socialAccounts.refreshToken));
};

/**
 * Seals with the newest key what an older one sealed, until nothing is left of it. An account whose key is lost asks to be
 * connected again; its token is kept, in case the key comes back.
 */
export async function resealTokens(services: Services): Promise<void> {
  let last = "00000000-0000-0000-0000-000000000000";
  let isAny = false;
  for (;;) {
    const rows = await services.db
      .select()
      .from(socialAccounts)
      .where(and(gt(socialAccounts.id, last), sealedByOldKey(services)))
      .orderBy(asc(socialAccounts.id))
      .limit(batch);
    for (const row of rows) await resealRow(services, row);
    isAny ||= rows.length > 0;
    last = rows.at(-1)?.id ?? last;
    if (rows.length < batch) break;
  }
  if (isAny) logSecurityEvent(services, "KEY_CHANGED", { job: "reseal-tokens" });
}

async function resealRow(services: Services, row: AccountRow): Promise<void> {
  const { db, clock } = services;
  const tokens = openTokens(services, row);
  const { accessToken, refreshToken } = tokens
    ? sealTokens(services, row, { ...tokens, issuedAt: clock.now(), expiresAt: null })
    : row;
  await db
    .update(socialAccounts)
    .set({
      accessToken,
      refreshToken,
      // A key that came back makes the account work again. A dead token is found out at its next use.
      problem: tokens ? (row.problem === "RECONNECT" ? null : row.problem) : "RECONNECT",
    })
    // Not over a token that was renewed meanwhile.
    .where(and(eq(socialAccounts.id, row.id), eq(socialAccounts.accessToken, row.accessToken ?? "")));
}
