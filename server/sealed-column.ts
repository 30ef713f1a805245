import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { derivedKey } from "./derived-keys.ts";
import type { Services } from "./services.ts";

// Seals what rests in a column for months: tokens of other services. `sealing.ts` is for what lives for minutes and may be
// lost when APP_SECRET changes. Here the text names its key, so that what APP_SECRET_PREVIOUS sealed still opens, and is
// found and sealed anew.

export type Keys = Pick<Services, "secret" | "config">;

/** Where the text rests. Moved anywhere else, to another row or another owner's, it does not open. */
export type Place = { table: string; column: string; rowId: string; ownerId: string };

/** `v1.{key id}.{iv}.{tag}.{text}`: AES-256-GCM under the newest key. */
export function sealColumn({ secret }: Keys, place: Place, text: string): string {
  const { id, key } = keyOf(secret);
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv, { authTagLength: 16 });
  cipher.setAAD(dataOf(place));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return ["v1", id, ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString("base64url"))].join(".");
}

/** What was sealed for this place; undefined where its key is lost, or it was made for another place. */
export function openColumn(keys: Keys, place: Place, sealed: string): string | undefined {
  const [version, keyId, iv = "", tag = "", text = ""] = sealed.split(".");
  const found = secretsOf(keys)
    .map(keyOf)
    .find(({ id }) => id === keyId);
  if (version !== "v1" || !found) return undefined;
  try {
    const bytes = (part: string) => Buffer.from(part, "base64url");
    const decipher = createDecipheriv("aes-256-gcm", found.key, bytes(iv), { authTagLength: 16 });
    decipher.setAAD(dataOf(place));
    decipher.setAuthTag(bytes(tag));
    return Buffer.concat([decipher.update(bytes(text)), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}

/** What every text begins with that the newest key sealed; any other waits to be sealed anew. */
export const newestPrefix = ({ secret }: Pick<Keys, "secret">): string => `v1.${keyOf(secret).id}.`;

const secretsOf = ({ secret, config: { previousAppSecret } }: Keys) =>
  previousAppSecret ? [secret, previousAppSecret] : [secret];

const dataOf = ({ table, column, rowId, ownerId }: Place) =>
  Buffer.from([table, column, rowId, ownerId].join("|"));

/** The id is derived beside the key, and says nothing of it. */
const keyOf = (secret: string): { id: string; key: Buffer } => ({
  id: derivedKey(secret, "column key id").subarray(0, 6).toString("base64url"),
  key: derivedKey(secret, "column key"),
});
