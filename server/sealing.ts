import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { derivedKey, type SealPurpose } from "./derived-keys.ts";

/**
 * Seals a text so that only this installation can read it: AES-256-GCM with a key for each purpose. `row` names where
 * the result rests (an id); a sealed text that is moved to another row does not open.
 */
export function seal(secret: string, purpose: SealPurpose, row: string, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", derivedKey(secret, purpose), iv, { authTagLength: 16 });
  cipher.setAAD(Buffer.from(row));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** What `seal` was given; undefined for anything it did not make for this row. */
export function unseal(
  secret: string,
  purpose: SealPurpose,
  row: string,
  sealed: string,
): string | undefined {
  try {
    const bytes = Buffer.from(sealed, "base64url");
    const decipher = createDecipheriv("aes-256-gcm", derivedKey(secret, purpose), bytes.subarray(0, 12), {
      authTagLength: 16,
    });
    decipher.setAAD(Buffer.from(row));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
