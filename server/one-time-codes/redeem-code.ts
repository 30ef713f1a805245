import { and, eq, gt, lt, sql } from "drizzle-orm";
import type pg from "pg";
import { type Db, dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { verificationTokens } from "#server/database/schema/accounts.ts";
import { deleteReturn } from "#server/mail/feedback/delete-return.ts";
import { hashToken, isToken } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";
import { hashCode, isCode } from "./code-hash.ts";
import { type CodeBinding, liveCodes, lockFlows } from "./live-codes.ts";
import type { Asking, CodePurpose } from "./request-code.ts";

const maxAttempts = 5;

/** A code or link that was used up; `customerId` as its recipient had it. */
export type Redeemed = { id: string; email: string; customerId: string | null };

/** What is done with it, in the transaction that uses it up: by Drizzle, or by statements on its connection. */
type Then<T> = (tx: Db, redeemed: Redeemed, client: pg.PoolClient) => Promise<T>;

/**
 * Uses a code up and does `then` in the same transaction; undefined for whatever does not fit. The attempt is counted
 * before anything is compared, and of any number of parallel requests one wins.
 */
export async function redeemCode<T>(
  services: Services,
  { code, ...asking }: Asking & { code: string },
  then: Then<T>,
): Promise<T | undefined> {
  const { secret } = services;
  const attempt = await countAttempt(services, asking);
  if (!attempt) {
    // The same work as for a wrong code.
    await hashCode(secret, code);
    return undefined;
  }
  if (!(await isCode(secret, code, attempt))) return undefined;
  return useUp(services, attempt, then);
}

/** The same with the token of a mailed link, in whatever browser it is opened. */
export async function redeemLink<T>(
  services: Services,
  { linkToken, purpose }: { linkToken: string; purpose: CodePurpose },
  then: Then<T>,
): Promise<T | undefined> {
  if (!isToken(linkToken)) return undefined;
  const [link] = await services.db
    .select(usable)
    .from(verificationTokens)
    .where(
      and(
        eq(verificationTokens.token, hashToken(linkToken)),
        eq(verificationTokens.purpose, purpose),
        gt(verificationTokens.expiresAt, services.clock.now()),
      ),
    );
  return link && useUp(services, link, then);
}

const usable = {
  token: verificationTokens.token,
  salt: verificationTokens.salt,
  email: verificationTokens.email,
  browserHash: verificationTokens.browserHash,
  purpose: verificationTokens.purpose,
};
type Usable = CodeBinding & { token: string };

/** One winner for a mail: its code ends its link, and the other way round. */
function useUp<T>(
  { pool, clock }: Services,
  { token, ...binding }: Usable,
  then: Then<T>,
): Promise<T | undefined> {
  return inTransaction(pool, async (client) => {
    const tx = dbOn(client);
    await lockFlows(tx, binding);
    const live = liveCodes(binding);
    const [won] = await tx
      .update(verificationTokens)
      .set({ verified: true, verifiedAt: clock.now() })
      .where(and(live, eq(verificationTokens.token, token)))
      .returning({
        id: verificationTokens.id,
        email: verificationTokens.email,
        customerId: verificationTokens.customerId,
      });
    if (!won) return undefined;
    await tx.update(verificationTokens).set({ replaced: true }).where(live);
    const done = await then(tx, won, client);
    // Last: what is done may go by whether the address was said not to exist.
    await deleteReturn(client, won.email);
    return done;
  });
}

async function countAttempt({ db, clock }: Services, { email, browserToken, purpose }: Asking) {
  const browserHash = hashToken(browserToken);
  return db.transaction(async (tx) => {
    // Or the answer waits for the disk where there is a code, and not where there is none: that can be timed.
    await tx.execute(sql`set local synchronous_commit = off`);
    const [attempt] = await tx
      .update(verificationTokens)
      .set({ attempts: sql`${verificationTokens.attempts} + 1` })
      .where(
        and(
          liveCodes({ email, browserHash, purpose }),
          eq(verificationTokens.tokenType, "OTP"),
          lt(verificationTokens.attempts, maxAttempts),
          gt(verificationTokens.expiresAt, clock.now()),
        ),
      )
      .returning(usable);
    return attempt;
  });
}
