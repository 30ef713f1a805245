import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";

/** What a keyed hash is made for: a token that only this installation can make, or a mark that only it can tell apart. */
export const tokenPurposes = [
  "receipt",
  "one-time-code",
  "member-bearer",
  "lesson-video",
  "lesson-captions",
  "lesson-attachment",
  "lesson-picture",
  "lesson-text-video",
  "assignment-file",
  "work-file",
  "post-attachment",
  "post-picture",
  "post-video",
  "affiliate-click",
  "reply-click",
  "sandbox-webhook",
  "known-browser",
  "membership-trial",
  "security-event",
  "subscription-confirm",
  "unsubscribe",
  "cart-link",
  "cart-message-link",
  "sale-mails",
  "web-push",
  "email-take-back",
  "account-export",
  "abuse-report",
  "recovery-code",
] as const;
export type TokenPurpose = (typeof tokenPurposes)[number];

/** What a text is sealed for. */
export const sealPurposes = [
  "download grant",
  "openid sign-in",
  "connecting a social account",
  "data deletion",
  "invitation link",
  "column key",
  "column key id",
] as const;
export type SealPurpose = (typeof sealPurposes)[number];

const known = new Map<string, KeyObject>();

/**
 * The 256-bit key of one purpose, by HKDF-SHA-256 from an installation's secret. What is made with it says nothing of any
 * other key, and is good for nothing else. Labels are never changed: links in mails and sealed columns rest on them.
 * An object and not bytes: what Node does to bytes at each use costs six times the signature itself.
 */
export function derivedKey(secret: string, purpose: TokenPurpose | SealPurpose): KeyObject {
  const name = `${purpose}\0${secret}`;
  const cached = known.get(name);
  if (cached) return cached;
  const key = createSecretKey(Buffer.from(hkdfSync("sha256", secret, "", `openstall ${purpose}`, 32)));
  known.set(name, key);
  return key;
}
