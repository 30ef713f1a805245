import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { derivedKey, type TokenPurpose } from "./derived-keys.ts";

/** A new secret of 256 random bits, safe in URLs and cookies. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** How tokens rest: SHA-256, in hex. */
export const hashToken = (token: string): string => hash("sha256", token, "hex");

/** Whether a value has the form of one of our tokens; anything else is refused before any look-up. */
export const isToken = (value: unknown): value is string =>
  typeof value === "string" && /^[A-Za-z0-9_-]{43}$/.test(value);

/** A 256-bit keyed value for one purpose: the same input gives the same token, and nobody without the secret can make it. */
export const keyedToken = (secret: string, purpose: TokenPurpose, value: string): string =>
  createHmac("sha256", derivedKey(secret, purpose)).update(value).digest("base64url");

/** Compares in constant time. */
export function sameText(left: string, right: string): boolean {
  const a = hash("sha256", left, "buffer");
  const b = hash("sha256", right, "buffer");
  return timingSafeEqual(a, b);
}

/** The secret of this installation, made at the first local start and kept in the data folder, readable by us alone. */
export function localSecret(dataDir: string): string {
  const file = join(dataDir, "secret");
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, newToken(), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}
