import { and, eq, sql } from "drizzle-orm";
import { socialAccounts } from "#server/database/schema/social.ts";
import { PlatformError, type PlatformName } from "#server/platforms/social-platform.ts";
import type { Services } from "#server/services.ts";
import { openTokens, sealTokens } from "./account-tokens.ts";
import { aloneWith } from "./alone-with.ts";
import type { AccountRow } from "./list-accounts.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Instagram's tokens live for 60 days and can be renewed once they are a day old; X's live for two hours. */
const early: Record<PlatformName, { endsWithinMs: number; minAgeMs: number }> = {
  INSTAGRAM: { endsWithinMs: 10 * dayMs, minAgeMs: dayMs },
  FACEBOOK: { endsWithinMs: 10 * dayMs, minAgeMs: dayMs },
  TWITTER: { endsWithinMs: 30 * minuteMs, minAgeMs: 0 },
};
const atOnce = 200;

/** Renews the tokens that end soon, one worker at a time for each account. What cannot be renewed asks to be connected again. */
export async function refreshTokens(services: Services, platform: PlatformName): Promise<void> {
  if (!services.platforms.real(platform)) return;
  const rows = await services.db
    .select({ id: socialAccounts.id })
    .from(socialAccounts)
    .where(isDueNow(services, platform))
    .orderBy(socialAccounts.tokenExpiresAt)
    .limit(atOnce);
  for (const { id } of rows)
    await aloneWith(services.sessions, `social token ${id}`, () => refreshAccount(services, platform, id));
}

/** SQL: whether a row of `social_accounts` has a token of this platform that is to be renewed at `now`. */
function isDue(platform: PlatformName, now: string): string {
  const { endsWithinMs, minAgeMs } = early[platform];
  // A token of X's that was typed by hand cannot be renewed: it works until it ends.
  const isRenewable = `refresh_token is not null or token_expires_at < ${now}::timestamptz`;
  return `platform = '${platform}' and connection <> 'DEMO' and access_token is not null and problem is distinct from 'RECONNECT'
    and token_expires_at < ${now}::timestamptz + interval '${endsWithinMs} milliseconds'
    and (token_issued_at is null or token_issued_at <= ${now}::timestamptz - interval '${minAgeMs} milliseconds')
    and (${platform === "TWITTER" ? isRenewable : "true"})`;
}

/** SQL: whether any token of X's is to be renewed at `$1`. */
export const isAnyXTokenDue = `exists (select from social_accounts where ${isDue("TWITTER", "$1")})`;

const isDueNow = ({ clock }: Services, platform: PlatformName) =>
  sql.raw(isDue(platform, `'${clock.now().toISOString()}'`));

async function refreshAccount(services: Services, platform: PlatformName, id: string): Promise<void> {
  const { db, clock, platforms, log } = services;
  // As it is now: another worker may have been here a moment ago.
  const [row] = await db
    .select()
    .from(socialAccounts)
    .where(and(eq(socialAccounts.id, id), isDueNow(services, platform)));
  const provider = platforms.real(platform);
  if (!row || !provider) return;
  // Where the creator has connected the account anew meanwhile, theirs is the newer token.
  const store = (values: Partial<AccountRow>) =>
    db
      .update(socialAccounts)
      .set({ ...values, updatedAt: clock.now() })
      .where(and(eq(socialAccounts.id, id), eq(socialAccounts.accessToken, row.accessToken ?? "")));
  try {
    const tokens = openTokens(services, row);
    if (!tokens) throw new PlatformError("TOKEN_INVALID", "the token cannot be read");
    // The provider may have ended the old refresh token with this: both new ones are kept by one statement.
    await store(sealTokens(services, row, await provider.refresh(tokens)));
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    log.warn({ platform, kind: error.kind }, "a token was not renewed");
    if (error.kind === "TOKEN_INVALID") await store({ problem: "RECONNECT" });
  }
}
