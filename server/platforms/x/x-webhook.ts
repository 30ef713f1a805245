import { createHmac, timingSafeEqual } from "node:crypto";
import { type AccountEnd, type InboundEvent, PlatformError } from "#server/platforms/social-platform.ts";
import type { XApp } from "#server/platforms/social-apps.ts";
import { readAccountActivity } from "./x-account-activity.ts";
import { readActivity } from "./x-activity.ts";
import type { XContext } from "./x-client.ts";

export type XWebhook = { events: InboundEvent[]; ended: AccountEnd[] };

/** X's tokens are opaque: short, and of the alphabets of base64. */
const challengeToken = /^[A-Za-z0-9+/=_-]{1,256}$/;

/**
 * Answers X's challenge: the token, signed with the secret of the app's API key. X signs its webhooks with the same secret
 * and in the same form, so whatever is no token is not signed: it could be sent back to us as a webhook of X's.
 */
export function answerChallenge(
  { app }: XContext,
  { crc_token: token }: Record<string, unknown>,
): { contentType: string; body: string } | undefined {
  if (typeof token !== "string" || !challengeToken.test(token)) return undefined;
  // A number or `true` is of the alphabet, and JSON.
  if (jsonOf(Buffer.from(token)) !== undefined) return undefined;
  return {
    contentType: "application/json",
    body: JSON.stringify({ response_token: signatureOf(app, token) }),
  };
}

/** Checks the signature over the raw bytes; then reads X's events, of its Activity API or the one before. */
export function readWebhook(
  { app, clock }: XContext,
  body: Buffer,
  headers: Record<string, string | string[] | undefined>,
): XWebhook {
  const signature = headers["x-twitter-webhooks-signature"];
  if (typeof signature !== "string" || !isSame(signature, signatureOf(app, body)))
    throw new PlatformError("BAD_SIGNATURE", "This webhook is not signed by X");
  const said = jsonOf(body);
  const read = readActivity(said, clock.now()) ?? readAccountActivity(said);
  if (!read) throw new PlatformError("MALFORMED", "This webhook is nothing that we know how to read");
  return read;
}

/** In base64, other than Meta's. */
const signatureOf = ({ consumerSecret }: XApp, signed: string | Buffer) =>
  `sha256=${createHmac("sha256", consumerSecret).update(signed).digest("base64")}`;

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
