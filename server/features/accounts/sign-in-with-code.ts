import { randomUUID } from "node:crypto";
import { and, eq, gt, lt, sql } from "drizzle-orm";
import { verificationTokens } from "#server/database/schema/accounts.ts";
import { Invalid } from "#server/errors.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { enqueue } from "#server/jobs/job.ts";
import { hashToken } from "#server/secrets.ts";
import type { Services } from "#server/services.ts";
import { mailSignInCode } from "./mail-sign-in-code.ts";
import { findOrCreateCreator, type UserRow } from "./new-creator.ts";
import { createSession } from "./sessions.ts";
import { codeLifeMs, codePurpose, hashCode, isCode, maxAttempts } from "./sign-in-code.ts";

/** What binds a code: the address it goes to, and the cookie of the browser that asked. */
type Asking = { email: string; browserToken: string };

/**
 * Asks for a code. Every address gets the same work and the same answer; the job that makes the code decides whether
 * a mail goes out. Until it has, the browser's older code stays the valid one.
 */
export async function requestSignInCode(
  { db, pool, clock }: Services,
  { email, browserToken, ip }: Asking & { ip: string },
): Promise<void> {
  const now = clock.now();
  const flowId = randomUUID();
  await db.transaction(async (tx) => {
    await tx.insert(verificationTokens).values({
      id: flowId,
      email,
      token: `asked:${flowId}`,
      salt: "",
      purpose: codePurpose,
      browserHash: hashToken(browserToken),
      ipAddress: ip,
      // Takes the older code's place once there is a code to take it.
      replaced: true,
      createdAt: now,
      expiresAt: new Date(now.getTime() + codeLifeMs),
    });
    await enqueue(tx, mailSignInCode, { flowId });
  });
  wakeListeners(pool, "job_outbox");
}

type Redeem = Asking & { code: string; userAgent: string; ip: string };

/**
 * Signs in with a code; a new address becomes a creator. The attempt is counted before anything is compared, and of
 * any number of parallel requests one wins. Throws 422 for whatever does not fit, always with the same words.
 */
export async function signInWithCode(
  services: Services,
  { email, browserToken, code, userAgent, ip }: Redeem,
): Promise<{ user: UserRow; token: string }> {
  const { db, clock, secret } = services;
  const attempt = await countAttempt(services, { email, browserToken });
  if (!attempt) {
    // The same work as for a wrong code.
    await hashCode(secret, code);
    throw wrongCode();
  }
  if (!(await isCode(secret, code, attempt))) throw wrongCode();

  return db.transaction(async (tx) => {
    const won = await tx
      .update(verificationTokens)
      .set({ verified: true, verifiedAt: clock.now() })
      .where(
        and(
          eq(verificationTokens.id, attempt.id),
          eq(verificationTokens.token, attempt.token),
          eq(verificationTokens.verified, false),
          eq(verificationTokens.replaced, false),
        ),
      )
      .returning({ id: verificationTokens.id });
    if (won.length === 0) throw wrongCode();
    const user = await findOrCreateCreator(tx, clock, email);
    const session = { userId: user.id, method: "CODE", userAgent, ip } as const;
    const { token } = await createSession({ db: tx, clock }, session);
    return { user, token };
  });
}

async function countAttempt({ db, clock }: Services, { email, browserToken }: Asking) {
  const [attempt] = await db
    .update(verificationTokens)
    .set({ attempts: sql`${verificationTokens.attempts} + 1` })
    .where(
      and(
        eq(verificationTokens.browserHash, hashToken(browserToken)),
        eq(verificationTokens.email, email),
        eq(verificationTokens.purpose, codePurpose),
        eq(verificationTokens.verified, false),
        eq(verificationTokens.replaced, false),
        lt(verificationTokens.attempts, maxAttempts),
        gt(verificationTokens.expiresAt, clock.now()),
      ),
    )
    .returning({
      id: verificationTokens.id,
      token: verificationTokens.token,
      salt: verificationTokens.salt,
    });
  return attempt;
}

const wrongCode = () => Invalid({ code: "Invalid or expired verification code." });

/** Removes creators' codes a day after they expired; until then they count towards the daily limit. */
export async function removeOldCodes({ db, clock }: Services): Promise<void> {
  const dayAgo = new Date(clock.now().getTime() - 86_400_000);
  await db
    .delete(verificationTokens)
    .where(and(eq(verificationTokens.purpose, codePurpose), lt(verificationTokens.expiresAt, dayAgo)));
}
