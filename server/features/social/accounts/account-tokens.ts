import type { socialAccounts } from "#server/database/schema/social.ts";
import type { Tokens } from "#server/platforms/social-platform.ts";
import { type Keys, openColumn, type Place, sealColumn } from "#server/secrets/sealing.ts";

type AccountRow = typeof socialAccounts.$inferSelect;
export type TokenColumn = "access_token" | "refresh_token";

const placeOf = (column: TokenColumn, { id, userId }: Pick<AccountRow, "id" | "userId">): Place => ({
  table: "social_accounts",
  column,
  rowId: id,
  ownerId: userId,
});

/** The columns of an account that hold its tokens, sealed for this very row. */
export function sealTokens(
  keys: Keys,
  row: Pick<AccountRow, "id" | "userId">,
  { accessToken, refreshToken, issuedAt, expiresAt }: Tokens,
) {
  return {
    accessToken: sealColumn(keys, placeOf("access_token", row), accessToken),
    refreshToken: refreshToken && sealColumn(keys, placeOf("refresh_token", row), refreshToken),
    tokenIssuedAt: issuedAt,
    tokenExpiresAt: expiresAt,
  };
}

/** An account's tokens; undefined where it has none, or the key that sealed them is lost. */
export function openTokens(
  keys: Keys,
  row: Pick<AccountRow, "id" | "userId" | "accessToken" | "refreshToken">,
): { accessToken: string; refreshToken: string | null } | undefined {
  if (!row.accessToken) return undefined;
  const accessToken = openColumn(keys, placeOf("access_token", row), row.accessToken);
  const refreshToken = row.refreshToken && openColumn(keys, placeOf("refresh_token", row), row.refreshToken);
  return accessToken === undefined || refreshToken === undefined ? undefined : { accessToken, refreshToken };
}

/** What an account's token columns say when it has none any more. */
export const noTokens = {
  accessToken: null,
  refreshToken: null,
  tokenIssuedAt: null,
  tokenExpiresAt: null,
} as const;
