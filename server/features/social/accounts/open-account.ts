import type { socialAccounts } from "#server/database/schema/social.ts";
import type { ConnectedAccount } from "#server/platforms/social-platform.ts";
import type { Keys } from "#server/secrets/sealing.ts";
import { openTokens } from "./account-tokens.ts";

type AccountRow = Pick<
  typeof socialAccounts.$inferSelect,
  "id" | "userId" | "platform" | "connection" | "platformUserId" | "pageId" | "accessToken"
>;

/**
 * An account as its platform's adapter takes it, with its token open. Undefined where there is no token that can be read:
 * such an account has to be connected again (problem RECONNECT). Demo accounts need none.
 */
export function openAccount(keys: Keys, row: AccountRow): ConnectedAccount | undefined {
  const { platform, platformUserId, pageId } = row;
  const tokens =
    row.connection === "DEMO" ? { accessToken: "" } : openTokens(keys, { ...row, refreshToken: null });
  return tokens && { platform, platformUserId, pageId, accessToken: tokens.accessToken };
}
