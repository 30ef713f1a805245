import { isoCBOR } from "@simplewebauthn/server/helpers";
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { addPasskey, beginPasskey, signInWithPasskey } from "#contract/accounts/passkeys.ts";
import type { Answer } from "./test-app.ts";
import type { z } from "zod";

type CreationOptions = Answer<typeof beginPasskey>["body"]["options"];
type Made = z.input<(typeof addPasskey)["schema"]["body"]>["credential"];
type Asserted = z.input<(typeof signInWithPasskey)["schema"]["body"]>["credential"];

type Statement = Map<string, string | number | Uint8Array | Uint8Array[]>;
/** What of a new key its authenticator vouches for, and with what. */
export type Attested = { publicKey: KeyObject; privateKey: KeyObject; data: Buffer; clientDataHash: Buffer };

/** How an answer differs from an honest one's. */
export type Lies = {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  userVerified?: boolean;
  counter?: number;
  userHandle?: string;
  /** What its signed part calls the key, in bytes. */
  signedId?: Buffer;
  /** What it says of itself beside the new key; nothing unless given. */
  attestation?: (attested: Attested) => { fmt: string; statement: Statement };
};

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const base64url = (data: Uint8Array | string) => Buffer.from(data).toString("base64url");

/** An authenticator in software, with one key, as a browser at `origin` hands on what it says. */
export function softwareAuthenticator(origin = "http://localhost:3000") {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = base64url(randomBytes(32));
  let userHandle = "";
  let counter = 0;

  const clientData = (type: string, challenge: string, lies: Lies) =>
    JSON.stringify({
      type: lies.type ?? type,
      challenge: lies.challenge ?? challenge,
      origin: lies.origin ?? origin,
      crossOrigin: false,
    });
  const authenticatorData = (rpId: string, lies: Lies, attested?: Buffer) => {
    const present = 0x01;
    const verified = lies.userVerified === false ? 0 : 0x04;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(lies.counter ?? ++counter);
    const flags = Buffer.from([present | verified | (attested ? 0x40 : 0)]);
    return Buffer.concat([sha256(lies.rpId ?? rpId), flags, count, attested ?? Buffer.alloc(0)]);
  };

  return {
    id,
    /** Makes its key for these options. */
    make({ challenge, rp, user }: CreationOptions, lies: Lies = {}): Made {
      userHandle = user.id;
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Uint8Array.from(Buffer.from(x, "base64url"))],
        [-3, Uint8Array.from(Buffer.from(y, "base64url"))],
      ]);
      const rawId = lies.signedId ?? Buffer.from(id, "base64url");
      const length = Buffer.alloc(2);
      length.writeUInt16BE(rawId.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, rawId, isoCBOR.encode(key)]);
      const client = clientData("webauthn.create", challenge, lies);
      const data = authenticatorData(rp.id, lies, attested);
      const { fmt, statement } = lies.attestation?.({
        publicKey,
        privateKey,
        data,
        clientDataHash: sha256(client),
      }) ?? { fmt: "none", statement: new Map() };
      const attestationObject = isoCBOR.encode(
        new Map<string, string | Statement | Uint8Array>([
          ["fmt", fmt],
          ["attStmt", statement],
          ["authData", Uint8Array.from(data)],
        ]),
      );
      return {
        id,
        rawId: id,
        type: "public-key",
        response: {
          clientDataJSON: base64url(client),
          attestationObject: base64url(attestationObject),
          transports: ["internal"],
        },
      };
    },
    /** Signs a challenge. */
    sign({ challenge, rpId }: { challenge: string; rpId: string }, lies: Lies = {}): Asserted {
      const client = clientData("webauthn.get", challenge, lies);
      const data = authenticatorData(rpId, lies);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id,
        rawId: id,
        type: "public-key",
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          userHandle: lies.userHandle ?? userHandle,
        },
      };
    },
  };
}
