import { isToken, hashToken, newToken } from "#server/secrets/secrets.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import type { challengePurposes } from "#server/database/schema/passkeys.ts";

/** How long a browser may take. */
export const challengeMs = 5 * 60_000;

/** What binds a challenge: what it is for, the browser that asked, and to add a passkey whose it is to be. */
export type ChallengeBinding = {
  purpose: (typeof challengePurposes)[number];
  browserHash: string;
  ownerId: string | null;
};

/** A new challenge for one browser, in base64url. It rests as a hash. */
export async function makeChallenge(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  { purpose, ownerId, browserHash }: ChallengeBinding,
): Promise<string> {
  const challenge = newToken();
  const expiresAt = new Date(clock.now().getTime() + challengeMs);
  await insertChallenge(pool, hashToken(challenge), purpose, ownerId, browserHash, expiresAt);
  return challenge;
}

/**
 * The challenge that a browser's answer names, used up by this: whatever comes of the answer, and however often it comes, it
 * is good once. Undefined for one that was used, grew old, or was made for something or somebody else.
 */
export async function useChallenge(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  clientDataJSON: string,
  { purpose, ownerId, browserHash }: ChallengeBinding,
): Promise<string | undefined> {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === undefined) return undefined;
  const used = await deleteChallenge(pool, hashToken(challenge), purpose, ownerId, browserHash, clock.now());
  return used.length > 0 ? challenge : undefined;
}

function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8"));
    if (typeof data !== "object" || data === null || !("challenge" in data)) return undefined;
    return isToken(data.challenge) ? data.challenge : undefined;
  } catch {
    return undefined;
  }
}

type Bound = [purpose: ChallengeBinding["purpose"], ownerId: string | null, browserHash: string];

const insertChallenge = statement("passkeys_insert_challenge")<
  never,
  [challengeHash: string, ...Bound, expiresAt: Date]
>(`insert into passkey_challenges (challenge_hash, purpose, owner_id, browser_hash, expires_at)
   values ($1, $2, $3, $4, $5)`);

const deleteChallenge = statement("passkeys_delete_challenge")<
  { challengeHash: string },
  [challengeHash: string, ...Bound, now: Date]
>(`delete from passkey_challenges
    where challenge_hash = $1 and purpose = $2 and owner_id is not distinct from $3::uuid and browser_hash = $4
      and expires_at > $5::timestamptz
   returning challenge_hash as "challengeHash"`);

/** Gives one browser the challenges of others that turned out to be the same one. */
export const moveChallenges = statement("passkeys_move_challenges")<never, [into: string, others: string[]]>(
  "update passkey_challenges set browser_hash = $1 where browser_hash = any($2)",
);
