import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { and, eq, lt, or, sql } from "drizzle-orm";
import type { z } from "zod";
import type { AssertedPasskey } from "#contract/accounts/passkeys.ts";
import type { Db } from "#server/database/client.ts";
import { passkeys } from "#server/database/schema/passkeys.ts";
import { Invalid } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { userHandleOf } from "./add-passkey.ts";
import { challengeMs, makeChallenge, useChallenge } from "./challenges.ts";
import type { RelyingParty } from "./relying-party.ts";

type Row = typeof passkeys.$inferSelect;
type Given = z.output<typeof AssertedPasskey>;
type Asking = { party: RelyingParty; browserHash: string };

/** What a browser needs to use a passkey, the same for everybody. */
export async function beginPasskeyUse(services: Services, { party, browserHash }: Asking) {
  const challenge = await makeChallenge(services, { purpose: "SIGN_IN", ownerId: null, browserHash });
  return { rpId: party.id, challenge, timeout: challengeMs, userVerification: "required" as const };
}

/**
 * Takes a passkey's answer and does `then` in the transaction that counts it. Throws 422, always with the same words, for
 * whatever does not fit: an answer that was used, one of a passkey that nobody has or (`ownerId`) somebody else has, a counter
 * that did not grow.
 */
export async function redeemPasskey<T>(
  services: Services,
  { party, browserHash, ownerId }: Asking & { ownerId?: string },
  given: Given,
  then: (tx: Db, passkey: Pick<Row, "ownerId">) => Promise<T>,
): Promise<T> {
  const binding = { purpose: "SIGN_IN", ownerId: null, browserHash } as const;
  const challenge = await useChallenge(services, given.response.clientDataJSON, binding);
  const row = challenge && (await findPasskey(services.db, given));
  if (!row || (ownerId !== undefined && row.ownerId !== ownerId)) throw refused();
  const counter = await verifiedCounter(services, party, challenge, row, given);
  if (counter === undefined) throw refused();
  return services.db.transaction(async (tx) => {
    if (!(await isCounted(tx, services, row.id, counter))) throw refused();
    return then(tx, row);
  });
}

const refused = () =>
  Invalid({ credential: "This passkey did not work. Please try again, or use a code instead." });

async function findPasskey(db: Db, { id, response: { userHandle } }: Given): Promise<Row | undefined> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.credentialId, id));
  // Without saying whose it is, it was not found by asking for whom there is.
  return row && userHandle === userHandleOf(row.ownerId) ? row : undefined;
}

/** The new count of an answer that fits; undefined for one that does not. */
async function verifiedCounter(
  { log }: Pick<Services, "log">,
  party: RelyingParty,
  expectedChallenge: string,
  { credentialId, publicKey, counter }: Row,
  given: Given,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...given, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: credentialId,
        publicKey: Uint8Array.from(Buffer.from(publicKey, "base64url")),
        counter,
      },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch (error) {
    // It throws for whatever does not fit, and asks nothing of the outside.
    log.debug({ err: error }, "a passkey was refused");
    return undefined;
  }
}

/** Of two answers with the same count one is taken. Authenticators that do not count say 0 each time. */
async function isCounted(tx: Db, { clock }: Services, id: string, counter: number): Promise<boolean> {
  const grows = or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), sql`${counter}::bigint = 0`));
  const counted = await tx
    .update(passkeys)
    .set({ counter, lastUsedAt: clock.now() })
    .where(and(eq(passkeys.id, id), grows))
    .returning({ id: passkeys.id });
  return counted.length > 0;
}
