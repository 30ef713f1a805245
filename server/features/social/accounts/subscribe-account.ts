import { eq } from "drizzle-orm";
import { socialAccounts } from "#server/database/schema/social.ts";
import { PlatformError } from "#server/platforms/social-platform.ts";
import type { Services } from "#server/services.ts";
import type { AccountRow } from "./list-accounts.ts";
import { openAccount } from "./open-account.ts";
import { webhookUrlOf } from "./webhook-url.ts";

/**
 * Has the platform deliver an account's events here, and notes that it does. Answers false where it did not agree: a job
 * asks again, unless the token is dead (problem RECONNECT).
 */
export async function subscribeAccount(services: Services, row: AccountRow): Promise<boolean> {
  const { db, config, clock, log } = services;
  const account = openAccount(services, row);
  const note = (values: Partial<AccountRow>) =>
    db
      .update(socialAccounts)
      .set({ ...values, updatedAt: clock.now() })
      .where(eq(socialAccounts.id, row.id));
  try {
    if (!account) throw new PlatformError("TOKEN_INVALID", "the token cannot be read");
    await services.platforms.real(row.platform)?.subscribe(account);
    await note({ webhookUrl: webhookUrlOf(config, row.platform) });
    return true;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    log.warn(
      { platform: row.platform, kind: error.kind, err: error },
      "an account's events are not delivered",
    );
    if (error.kind === "TOKEN_INVALID") await note({ problem: "RECONNECT" });
    return false;
  }
}
