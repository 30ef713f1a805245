import * as client from "openid-client";
import { z } from "zod";
import type { Clock } from "#server/clock.ts";
import type { Config } from "#server/config.ts";
import { traceFetch } from "#server/operation/traces/trace-work.ts";
import { seal, unseal } from "#server/secrets/sealing.ts";
import type { Tracer } from "#server/operation/traces/tracer.ts";
import type { Services } from "#server/services.ts";

/** What the provider says of who signed in. */
export type Identity = {
  /** `issuer|subject`: the account there, for ever. */
  subject: string;
  email: string | undefined;
  emailVerified: boolean;
  firstName: string | null;
  lastName: string | null;
};

/** Why a sign-in with the provider did not work; the sign-in page has words for each. */
export type OpenIdFailure = "provider" | "denied" | "expired" | "somebody-else";

export class OpenIdError extends Error {
  readonly reason: OpenIdFailure;
  constructor(reason: OpenIdFailure, cause?: unknown) {
    super(`sign-in with the OpenID provider failed: ${reason}`, { cause });
    this.reason = reason;
  }
}

type Settings = Extract<Config["signIn"], { method: "oidc" }>;

/** Sealed into a cookie while the browser is away at the provider. */
const Away = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  until: z.number(),
  /** It has to be a sign-in of now, and none that the provider remembers. */
  isAgain: z.boolean().default(false),
});

const sealed = { purpose: "openid sign-in", row: "cookie" } as const;

export const awayMinutes = 10;
/** Longer than anybody stays signed in there: only for the answer to say since when they are. */
const anyAge = "31536000";
const timeoutSeconds = 5;
const discoveryLifeMs = 3_600_000;

export type OpenId = ReturnType<typeof createOpenId>;

/** Sign-in with an OpenID Connect provider: code flow with PKCE, state and nonce. Its failures are `OpenIdError`s. */
export function createOpenId({ config, clock, secret, tracer }: Services, settings: Settings) {
  const redirectUri = new URL("/api/login/callback", config.publicUrl).href;
  const provider = discoverer(settings, clock, tracer);

  return {
    /** Where to send the browser, and what its cookie is to keep meanwhile. */
    async begin(
      returnTo: string,
      { isAgain = false }: { isAgain?: boolean } = {},
    ): Promise<{ url: string; state: string; cookie: string }> {
      const found = await provider();
      const state = client.randomState();
      const nonce = client.randomNonce();
      const verifier = client.randomPKCECodeVerifier();
      const url = client.buildAuthorizationUrl(found, {
        redirect_uri: redirectUri,
        scope: "openid email profile",
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        // Whoever is signed in there already proves who they are once more; and the answer says when they did.
        ...(isAgain ? { prompt: "login", max_age: "0" } : { max_age: anyAge }),
        state,
        nonce,
      });
      const until = clock.now().getTime() + awayMinutes * 60_000;
      const away = JSON.stringify({ state, nonce, verifier, returnTo, until, isAgain });
      return { url: url.href, state, cookie: seal(secret, sealed.purpose, sealed.row, away) };
    },

    /**
     * Takes the provider's answer, the path and query it sent the browser back with. `provenAt` is when they proved there who
     * they are: with `isAgain` just now, else as the provider says it; long ago where it does not.
     */
    async finish(
      answer: string,
      cookie: string | undefined,
    ): Promise<{ identity: Identity; provenAt: Date; returnTo: string; isAgain: boolean }> {
      const opened = cookie && unseal(secret, sealed.purpose, sealed.row, cookie);
      const away = opened ? Away.parse(JSON.parse(opened)) : undefined;
      if (!away || away.until < clock.now().getTime()) throw new OpenIdError("expired");
      const url = new URL(answer, config.publicUrl);
      if (url.searchParams.get("state") !== away.state) throw new OpenIdError("expired");
      const found = await provider();
      try {
        const tokens = await client.authorizationCodeGrant(found, url, {
          pkceCodeVerifier: away.verifier,
          expectedState: away.state,
          expectedNonce: away.nonce,
          idTokenExpected: true,
          ...(away.isAgain && { maxAge: awayMinutes * 60 }),
        });
        const claims = tokens.claims();
        if (!claims) throw new OpenIdError("provider");
        // Many providers keep the address out of the id token.
        const more =
          claims["email"] === undefined && found.serverMetadata().userinfo_endpoint
            ? await client.fetchUserInfo(found, tokens.access_token, claims.sub)
            : {};
        const { returnTo, isAgain } = away;
        const now = clock.now().getTime();
        const provenAt = new Date(isAgain ? now : Math.min(now, (claims.auth_time ?? 0) * 1_000));
        return { identity: identityOf(claims, more), provenAt, returnTo, isAgain };
      } catch (error) {
        throw error instanceof OpenIdError ? error : new OpenIdError(failureOf(error), error);
      }
    },
  };
}

/** The provider's metadata: fetched when first needed, kept for an hour, and asked for again after a failure. */
function discoverer(
  { issuerUrl, clientId, clientSecret }: Settings,
  clock: Clock,
  tracer: Tracer | undefined,
) {
  let kept: { found: Promise<client.Configuration>; at: number } | undefined;
  let known: client.ServerMetadata | undefined;
  return async () => {
    const now = clock.now().getTime();
    if (!kept || now - kept.at > discoveryLifeMs) {
      const issuer = new URL(issuerUrl);
      const found = client.discovery(issuer, clientId, clientSecret, undefined, {
        timeout: timeoutSeconds,
        // Only a provider on this very machine may do without TLS.
        execute: isLoopback(issuer) ? [client.allowInsecureRequests] : [],
        [client.customFetch]: (address, options) =>
          traceFetch(tracer, `openid ${callOf(address, known)}`, () =>
            fetch(address, options as RequestInit),
          ),
      });
      found.then((configuration) => (known = configuration.serverMetadata())).catch(() => {});
      kept = { found, at: now };
    }
    const current = kept;
    try {
      return await current.found;
    } catch (error) {
      if (kept === current) kept = undefined;
      throw new OpenIdError("provider", error);
    }
  };
}

/** What is asked of the provider at this address. */
const callOf = (address: string, known: client.ServerMetadata | undefined): string => {
  if (address === known?.token_endpoint) return "token";
  return address === known?.userinfo_endpoint ? "userinfo" : "discovery";
};

const isLoopback = ({ protocol, hostname }: URL) =>
  protocol === "http:" && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);

function failureOf(error: unknown): OpenIdFailure {
  if (error instanceof client.AuthorizationResponseError)
    return error.error === "access_denied" ? "denied" : "provider";
  // A code that was used before, or has run out.
  if (error instanceof client.ResponseBodyError && error.error === "invalid_grant") return "expired";
  return "provider";
}

/** `more` is what userinfo says of the same subject, where it was asked. */
function identityOf(claims: client.IDToken, more: Record<string, unknown>): Identity {
  const name = (value: unknown) => (typeof value === "string" && value.trim().slice(0, 60)) || null;
  // An address and its proof come from one answer: one that verifies no address says nothing about the other's.
  const { email, email_verified } = claims["email"] === undefined ? more : claims;
  return {
    subject: `${claims.iss}|${claims.sub}`,
    email: typeof email === "string" ? email : undefined,
    emailVerified: email_verified === true,
    firstName: name(claims["given_name"] ?? more["given_name"]),
    lastName: name(claims["family_name"] ?? more["family_name"]),
  };
}
