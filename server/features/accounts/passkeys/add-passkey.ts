import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import { and, desc, eq } from "drizzle-orm";
import type { z } from "zod";
import { type addPasskey as contract, mostPasskeys, type Passkey } from "#contract/accounts/passkeys.ts";
import { brokenConstraint } from "#server/database/client.ts";
import { users } from "#server/database/schema/accounts.ts";
import { passkeys } from "#server/database/schema/passkeys.ts";
import { Conflict, Invalid, NotFound } from "#server/errors.ts";
import type { SignedIn } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { type ActingBrowser, sayActingBrowser } from "#server/database/acting-browser.ts";
import { areCodesOff } from "#server/features/accounts/recovery/emailed-codes.ts";
import { lockSignedIn } from "#server/features/accounts/sessions.ts";
import { challengeMs, makeChallenge, useChallenge } from "./challenges.ts";
import type { RelyingParty } from "./relying-party.ts";

/** Whose passkey it is to be, and the browser that makes it. */
type Adding = { party: RelyingParty; signedIn: SignedIn; browserHash: string };

/** What the browser needs to make a passkey that no authenticator of the creator's has yet. Throws 409 past 20. */
export async function beginPasskey(services: Services, { party, signedIn, browserHash }: Adding) {
  const { db } = services;
  const ownerId = signedIn.creatorId;
  const [owner] = await db.select({ email: users.email }).from(users).where(eq(users.id, ownerId));
  if (!owner) throw NotFound();
  const own = await db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.ownerId, ownerId));
  if (own.length >= mostPasskeys) throw tooMany();
  const challenge = await makeChallenge(services, { purpose: "ADD", ownerId, browserHash });
  return {
    rp: { id: party.id, name: party.name },
    user: { id: userHandleOf(ownerId), name: owner.email, displayName: owner.email },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key" as const, alg })),
    timeout: challengeMs,
    excludeCredentials: own.map((key) => ({ ...key, type: "public-key" as const })),
    authenticatorSelection: {
      residentKey: "required" as const,
      requireResidentKey: true,
      userVerification: "required" as const,
    },
    attestation: "none" as const,
  };
}

/** Ed25519, ES256, RS256. */
const algorithms = [-8, -7, -257];

/** The account's id as its bytes: authenticators keep it, and it says nothing of anybody. */
export const userHandleOf = (ownerId: string): string =>
  Buffer.from(ownerId.replaceAll("-", ""), "hex").toString("base64url");

type Given = z.output<(typeof contract)["schema"]["body"]>;

/** Keeps the passkey that a browser made. Throws 422 for what does not fit, 409 past 20. */
export async function addPasskey(
  services: Services,
  { party, signedIn, browserHash }: Adding,
  { name, credential }: Given,
  client: ActingBrowser,
): Promise<Passkey> {
  const { db, clock } = services;
  const ownerId = signedIn.creatorId;
  const challenge = await useChallenge(services, credential.response.clientDataJSON, {
    purpose: "ADD",
    ownerId,
    browserHash,
  });
  const made = challenge && (await verified(services, party, challenge, credential));
  if (!made) throw Invalid({ credential: notAdded });
  try {
    return await db.transaction(async (tx) => {
      await sayActingBrowser(tx, client, clock.now());
      // Two at once are counted one after the other, too.
      await lockSignedIn(tx, signedIn);
      if ((await tx.$count(passkeys, eq(passkeys.ownerId, ownerId))) >= mostPasskeys) throw tooMany();
      const [added] = await tx
        .insert(passkeys)
        .values({ ...made, ownerId, name, createdAt: clock.now() })
        .returning(shown);
      if (!added) throw new Error("a passkey was not written");
      return added;
    });
  } catch (error) {
    if (brokenConstraint(error) === "passkeys_credential_id_unique") throw Invalid({ credential: notAdded });
    throw error;
  }
}

const tooMany = () =>
  Conflict(
    `You have ${mostPasskeys} passkeys. Remove one that you do not use any more.`,
    "TOO_MANY_PASSKEYS",
  );
const notAdded = "This passkey could not be added. Please try again.";

async function verified(
  { log }: Pick<Services, "log">,
  party: RelyingParty,
  expectedChallenge: string,
  { response, ...credential }: Given["credential"],
) {
  // With its parsers of certificates it is heavy, and few add a passkey.
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  try {
    if (!(await isVouchedForByItself(response.attestationObject))) return undefined;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, response, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    // What it is asked for by is what it signed, and no longer than the contract has it.
    if (id !== credential.id) return undefined;
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString("base64url"),
      counter,
      transports: response.transports ?? [],
      isSynced: registrationInfo.credentialBackedUp,
    };
  } catch (error) {
    // It throws for whatever does not fit.
    log.debug({ err: error }, "a passkey was not added");
    return undefined;
  }
}

/**
 * Whether nobody vouches for a new key, or it does so itself: browsers say no more, since no more was asked of them. Certificates
 * are anybody's, and would be asked for by the addresses that stand in them.
 */
async function isVouchedForByItself(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import("@simplewebauthn/server/helpers");
  const made = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  return made.get("fmt") === "none" || (made.get("fmt") === "packed" && !made.get("attStmt").get("x5c"));
}

export const shown = {
  id: passkeys.id,
  name: passkeys.name,
  isSynced: passkeys.isSynced,
  createdAt: passkeys.createdAt,
  lastUsedAt: passkeys.lastUsedAt,
};

/** The creator's passkeys, the newest first. */
export const listPasskeys = ({ db }: Pick<Services, "db">, ownerId: string): Promise<Passkey[]> =>
  db
    .select(shown)
    .from(passkeys)
    .where(eq(passkeys.ownerId, ownerId))
    .orderBy(desc(passkeys.createdAt), desc(passkeys.id));

/** Throws 404 where it is not theirs. */
export async function renamePasskey(
  { db }: Pick<Services, "db">,
  ownerId: string,
  id: string,
  name: string,
): Promise<Passkey> {
  const [renamed] = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.ownerId, ownerId)))
    .returning(shown);
  if (!renamed) throw NotFound("This passkey was removed");
  return renamed;
}

/** Throws 404 where it is not theirs, 409 for the last one while emailed codes are off. */
export async function removePasskey(
  { db, clock }: Pick<Services, "db" | "clock">,
  ownerId: string,
  id: string,
  client: ActingBrowser,
): Promise<void> {
  await db.transaction(async (tx) => {
    await sayActingBrowser(tx, client, clock.now());
    // Two of the last two at once would leave none.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for("no key update");
    const removed = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.ownerId, ownerId)))
      .returning({ id: passkeys.id });
    if (removed.length === 0) throw NotFound("This passkey was removed");
    const left = await tx.$count(passkeys, eq(passkeys.ownerId, ownerId));
    if (left === 0 && (await areCodesOff(tx, ownerId)))
      throw Conflict("Turn emailed codes on before you remove your last passkey.", "LAST_PASSKEY");
  });
}
