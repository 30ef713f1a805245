import { and, eq, isNull } from "drizzle-orm";
import { recoveryCodeCount } from "#contract/accounts/recovery-codes.ts";
import { type Db } from "#server/database/client.ts";
import { passkeys } from "#server/database/schema/passkeys.ts";
import { emailedCodesOff, recoveryCodes, signInResets } from "#server/database/schema/recovery-codes.ts";
import { Conflict } from "#server/errors.ts";
import type { SignedIn } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { lockSignedIn } from "#server/features/accounts/sessions.ts";
import { type Client, recordEvent } from "./record-event.ts";
import { newRecoveryCode, recoveryCodeHash } from "./recovery-code-text.ts";

type Needs = Pick<Services, "db" | "clock" | "secret">;

/** Whether emailed codes are off for an account, what is left to sign in with, and whether an operator is about to reset it. */
export async function getEmailedCodes({ db }: Pick<Services, "db">, ownerId: string) {
  const [off] = await db.select().from(emailedCodesOff).where(eq(emailedCodesOff.ownerId, ownerId));
  const [reset] = await db.select().from(signInResets).where(eq(signInResets.ownerId, ownerId));
  return {
    offSince: off?.since ?? null,
    recoveryCodesLeft: await countUnused(db, ownerId),
    reset: reset ? { startedAt: reset.startedAt, endsAt: reset.endsAt } : null,
  };
}

/** Whether emailed codes must not sign in to this account. Whoever asks before a sign-in holds the account's row locked. */
export const areCodesOff = async (db: Db, ownerId: string): Promise<boolean> =>
  (await db.$count(emailedCodesOff, eq(emailedCodesOff.ownerId, ownerId))) > 0;

/**
 * Turns emailed codes off and answers the recovery codes, which nobody can read again. Throws 409 without a passkey, and where
 * they are off already.
 */
export async function turnCodesOff(services: Needs, signedIn: SignedIn, client: Client): Promise<string[]> {
  const { db, clock } = services;
  return db.transaction(async (tx) => {
    await lockSignedIn(tx, signedIn);
    const ownerId = signedIn.creatorId;
    if ((await tx.$count(passkeys, eq(passkeys.ownerId, ownerId))) === 0)
      throw Conflict("Add a passkey before you turn emailed codes off.", "NO_PASSKEY");
    const since = clock.now();
    const [off] = await tx
      .insert(emailedCodesOff)
      .values({ ownerId, since })
      .onConflictDoNothing()
      .returning();
    if (!off) throw Conflict("Emailed codes are off already.", "CODES_OFF");
    await recordEvent(tx, ownerId, "CODES_TURNED_OFF", client, since);
    return replaceCodes(tx, services, ownerId);
  });
}

/** Turns them on again. Recovery codes and a pending reset go with the row. Twice changes nothing. */
export async function turnCodesOn(services: Needs, signedIn: SignedIn, client: Client): Promise<void> {
  const { db, clock } = services;
  await db.transaction(async (tx) => {
    await lockSignedIn(tx, signedIn);
    const ownerId = signedIn.creatorId;
    const ended = await tx.delete(emailedCodesOff).where(eq(emailedCodesOff.ownerId, ownerId)).returning();
    if (ended.length > 0) await recordEvent(tx, ownerId, "CODES_TURNED_ON", client, clock.now());
  });
}

/** New recovery codes in place of those before. Throws 409 while emailed codes are on. */
export async function makeRecoveryCodes(
  services: Needs,
  signedIn: SignedIn,
  client: Client,
): Promise<string[]> {
  const { db, clock } = services;
  return db.transaction(async (tx) => {
    await lockSignedIn(tx, signedIn);
    const ownerId = signedIn.creatorId;
    if (!(await areCodesOff(tx, ownerId)))
      throw Conflict("Recovery codes are for accounts with emailed codes turned off.", "CODES_ON");
    await recordEvent(tx, ownerId, "RECOVERY_CODES_MADE", client, clock.now());
    return replaceCodes(tx, services, ownerId);
  });
}

/** Cancels a reset that an operator started. Twice changes nothing. */
export async function cancelReset(services: Needs, signedIn: SignedIn, client: Client): Promise<void> {
  const { db, clock } = services;
  await db.transaction(async (tx) => {
    await lockSignedIn(tx, signedIn);
    const ownerId = signedIn.creatorId;
    const canceled = await tx.delete(signInResets).where(eq(signInResets.ownerId, ownerId)).returning();
    if (canceled.length > 0) await recordEvent(tx, ownerId, "SIGN_IN_RESET_CANCELED", client, clock.now());
  });
}

/** Recovery codes that still work. */
export const countUnused = (db: Db, ownerId: string): Promise<number> =>
  db.$count(recoveryCodes, and(eq(recoveryCodes.ownerId, ownerId), isNull(recoveryCodes.usedAt)));

async function replaceCodes(tx: Db, { clock, secret }: Needs, ownerId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.ownerId, ownerId));
  const createdAt = clock.now();
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ ownerId, codeHash: recoveryCodeHash(secret, code), createdAt })));
  return codes;
}
