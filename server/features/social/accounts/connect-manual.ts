import { randomUUID } from "node:crypto";
import type { Platform, SocialAccount } from "#contract/social/social-accounts.ts";
import { socialAccounts } from "#server/database/schema/social.ts";
import { Invalid } from "#server/errors.ts";
import { PlatformError, type ProvenAccount } from "#server/platforms/social-platform.ts";
import type { Services } from "#server/services.ts";
import { sealTokens } from "./account-tokens.ts";
import { connectProven } from "./connect-proven.ts";
import { getSocialAccount } from "./list-accounts.ts";
import { subscribeAccount } from "./subscribe-account.ts";

type Given = { platform: Platform; username: string; accessToken: string; isActive: boolean };

/**
 * Connects an account by a token that the creator typed, once the provider has said whose it is. Where the provider cannot
 * be asked, the account waits unconfirmed, receives nothing, and a job asks again. Throws 422 for a token that the
 * provider refuses, 409 for an account of another store.
 */
export async function connectManualAccount(
  services: Services,
  creatorId: string,
  given: Given,
): Promise<SocialAccount> {
  const { username, accessToken } = given;
  const missing = {
    ...(!username && { username: "Username is required" }),
    ...(!accessToken && { accessToken: "Access token is required" }),
  };
  if (Object.keys(missing).length > 0) throw Invalid(missing);
  const proven = await askProvider(services, given);
  if (!proven) return saveUnconfirmed(services, creatorId, given);
  const [row] = await connectProven(services, { creatorId, connection: "MANUAL", isActive: given.isActive }, [
    proven,
  ]);
  if (!row) throw new Error("no account was written");
  await subscribeAccount(services, row);
  return getSocialAccount(services, creatorId, row.id);
}

/** Whose token it is; undefined where nobody can tell at the moment. */
async function askProvider(
  { platforms }: Services,
  { platform, accessToken }: Given,
): Promise<ProvenAccount | undefined> {
  try {
    return await platforms.real(platform)?.confirmToken(accessToken);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    // An answer that nobody can read says nothing of the token.
    if (error.kind === "NOT_REACHED" || error.kind === "MALFORMED") return undefined;
    throw Invalid({
      accessToken: "The provider does not accept this token. Copy it again, or make a new one.",
    });
  }
}

async function saveUnconfirmed(
  services: Services,
  creatorId: string,
  { platform, username, accessToken, isActive }: Given,
): Promise<SocialAccount> {
  const now = services.clock.now();
  const id = randomUUID();
  const tokens = { accessToken, refreshToken: null, issuedAt: now, expiresAt: null };
  await services.db.insert(socialAccounts).values({
    id,
    userId: creatorId,
    platform,
    connection: "MANUAL",
    platformUserId: `manual_${id}`,
    username,
    isActive,
    ...sealTokens(services, { id, userId: creatorId }, tokens),
    problem: "UNCONFIRMED",
    createdAt: now,
    updatedAt: now,
  });
  return getSocialAccount(services, creatorId, id);
}
