import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { type AccountEnd, PlatformError } from "#server/platforms/social-platform.ts";
import { sameText } from "#server/secrets/secrets.ts";
import type { MetaApp } from "#server/platforms/social-apps.ts";
import { GraphId, parseGraphJson } from "./graph-json.ts";
import type { MetaContext } from "./meta-context.ts";

/** Over the raw bytes: written anew, every accent and emoji would stand there in another form. */
export function isSigned(
  { signingSecrets }: MetaApp,
  body: Buffer,
  headers: Record<string, string | string[] | undefined>,
): boolean {
  const header = headers["x-hub-signature-256"];
  const given = typeof header === "string" ? /^sha256=([0-9a-f]{64})$/.exec(header)?.[1] : undefined;
  if (given === undefined) return false;
  const bytes = Buffer.from(given, "hex");
  return signingSecrets.some((secret) =>
    timingSafeEqual(createHmac("sha256", secret).update(body).digest(), bytes),
  );
}

/** A number, as far as anybody has seen; never a text that a browser or a reader could take for something of ours. */
const challengeText = /^[A-Za-z0-9_-]{1,128}$/;

/** What Meta asks an address before it believes in it. On some ways here the dots become underscores. */
export function answerChallenge(
  { verifyToken }: MetaApp,
  query: Record<string, unknown>,
): { contentType: string; body: string } | undefined {
  const value = (name: string) => query[`hub.${name}`] ?? query[`hub_${name}`];
  const [mode, token, challenge] = [value("mode"), value("verify_token"), value("challenge")];
  if (mode !== "subscribe" || typeof token !== "string") return undefined;
  if (typeof challenge !== "string" || !challengeText.test(challenge)) return undefined;
  return sameText(token, verifyToken)
    ? { contentType: "text/plain; charset=utf-8", body: challenge }
    : undefined;
}

const Payload = z.looseObject({
  algorithm: z.string().regex(/^hmac-sha256$/i),
  user_id: GraphId,
  issued_at: z.int(),
});

const day = 86_400_000;
/** Two clocks never agree. */
const skewMs = 5 * 60_000;

/**
 * `signature.payload`, both base64url; what is signed is the payload as it is encoded. Throws BAD_SIGNATURE, also for one
 * that is older than a day: it would end what was agreed anew since.
 */
export function readSignedRequest(
  { app: { signingSecrets }, clock, platform }: Pick<MetaContext, "app" | "clock" | "platform">,
  signedRequest: string,
): AccountEnd {
  const [signature = "", payload = "", ...more] = signedRequest.split(".");
  const given = Buffer.from(signature, "base64url");
  const isTheirs = signingSecrets.some((secret) => {
    const expected = createHmac("sha256", secret).update(payload).digest();
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  const json = Buffer.from(payload, "base64url").toString("utf8");
  const parsed = Payload.safeParse(isTheirs && more.length === 0 ? parseGraphJson(json) : undefined);
  if (!parsed.success) throw new PlatformError("BAD_SIGNATURE", "This request is not signed by Meta");
  const { user_id: appScopedId, issued_at: issuedAt } = parsed.data;
  const ageMs = clock.now().getTime() - issuedAt * 1000;
  if (ageMs > day || ageMs < -skewMs)
    throw new PlatformError("BAD_SIGNATURE", "This request is not of today");
  return { platform, appScopedId, at: new Date(issuedAt * 1000 + skewMs) };
}
