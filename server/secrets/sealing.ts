import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from "node:crypto";
import { derivedKey, type SealPurpose } from "./derived-keys.ts";
import type { Services } from "#server/services.ts";

/**
 * Seals a text that may be lost when APP_SECRET changes, so that only this installation can read it: with a key for each
 * purpose. `row` names where the result rests (an id); a sealed text that is moved to another row does
 * not open.
 */
export const seal = (secret: string, purpose: SealPurpose, row: string, text: string): string =>
  encrypt(derivedKey(secret, purpose), row, text).toString("base64url");

/** What `seal` was given; undefined for anything it did not make for this row. */
export const unseal = (
  secret: string,
  purpose: SealPurpose,
  row: string,
  sealed: string,
): string | undefined => decrypt(derivedKey(secret, purpose), row, Buffer.from(sealed, "base64url"));

/** What opens a column: the newest secret, and the one before it where there was one. */
export type Keys = Pick<Services, "secret" | "config">;

/** Where the text rests. Moved anywhere else, to another row or another owner's, it does not open. */
export type Place = { table: string; column: string; rowId: string; ownerId: string };

/**
 * Seals what rests in a column for months: tokens of other services. The text, `v1.{key id}.{iv}.{tag}.{text}`, names its
 * key, so that what APP_SECRET_PREVIOUS sealed still opens, and is found and sealed anew.
 */
export function sealColumn({ secret }: Pick<Keys, "secret">, place: Place, text: string): string {
  const bytes = encrypt(keyOf(secret).key, nameOf(place), text);
  const parts = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes, headBytes), bytes.subarray(headBytes)];
  return newestPrefix({ secret }) + parts.map((part) => part.toString("base64url")).join(".");
}

/** What was sealed for this place; undefined where its key is lost, or it was made for another place. */
export function openColumn(
  { secret, config: { previousAppSecret } }: Keys,
  place: Place,
  sealed: string,
): string | undefined {
  const [version, keyId, ...parts] = sealed.split(".");
  const secrets = previousAppSecret ? [secret, previousAppSecret] : [secret];
  const found = secrets.map(keyOf).find(({ id }) => id === keyId);
  if (version !== "v1" || !found) return undefined;
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part, "base64url")));
  return decrypt(found.key, nameOf(place), bytes);
}

/** What every text begins with that the newest key sealed; any other waits to be sealed anew. */
export const newestPrefix = ({ secret }: Pick<Keys, "secret">): string => `v1.${keyOf(secret).id}.`;

const nameOf = ({ table, column, rowId, ownerId }: Place) => [table, column, rowId, ownerId].join("|");

/** The id is derived beside the key, and says nothing of it. */
const keyOf = (secret: string): { id: string; key: KeyObject } => ({
  id: derivedKey(secret, "column key id").export().subarray(0, 6).toString("base64url"),
  key: derivedKey(secret, "column key"),
});

const [ivBytes, tagBytes] = [12, 16];
const headBytes = ivBytes + tagBytes;

/** AES-256-GCM: the random vector, the tag, and the text. `place` is bound to it without being in it. */
function encrypt(key: KeyObject, place: string, text: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", key, iv, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

function decrypt(key: KeyObject, place: string, bytes: Buffer): string | undefined {
  try {
    const iv = bytes.subarray(0, ivBytes);
    const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(place));
    decipher.setAuthTag(bytes.subarray(ivBytes, headBytes));
    const text = [decipher.update(bytes.subarray(headBytes)), decipher.final()];
    return Buffer.concat(text).toString("utf8");
  } catch {
    return undefined;
  }
}
