import { createHash } from "node:crypto";
import { z } from "zod";
import { PlatformError, type ProvenAccount, type Tokens } from "#server/platforms/social-platform.ts";
import { askX, callMs } from "./x-api.ts";
import { type Ask, isYes, callX, type XContext } from "./x-client.ts";
import { asPlatformError, platformErrorOf, problemOf } from "./x-errors.ts";

/** What we ask a person for: their messages, to read and to write them; themselves; mentions; and to stay connected. */
export const scopes = ["tweet.read", "users.read", "dm.read", "dm.write", "offline.access"] as const;

/** X's access tokens live as long, unless it says otherwise. */
const tokenSeconds = 7_200;

const TokenAnswer = z.looseObject({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  expires_in: z.number().positive().default(tokenSeconds),
  scope: z.string().optional(),
});
const Me = z.looseObject({
  data: z.looseObject({
    id: z.string(),
    username: z.string(),
    name: z.string().optional(),
    profile_image_url: z.string().optional(),
  }),
});

/** X's page where a person agrees; OAuth 2.0 with PKCE (S256). */
export function authorizeUrl(
  { app }: XContext,
  { state, redirectUri, verifier }: { state: string; redirectUri: string; verifier: string },
): URL {
  const url = new URL("/i/oauth2/authorize", app.apiBase ?? "https://x.com");
  url.search = new URLSearchParams({
    response_type: "code",
    client_id: app.clientId,
    redirect_uri: redirectUri,
    scope: scopes.join(" "),
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  }).toString();
  return url;
}

/** Exchanges the code, which lives for 30 seconds, and asks whose the token is. Throws `PlatformError`. */
export async function finishConnect(
  context: XContext,
  { code, redirectUri, verifier }: { code: string; redirectUri: string; verifier: string },
): Promise<ProvenAccount[]> {
  const issuedAt = context.clock.now();
  return await callX(context, async (ask) => {
    const body = await ask({
      method: "POST",
      path: "/2/oauth2/token",
      as: "CLIENT",
      form: { grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: verifier },
    });
    const answer = read(TokenAnswer, body);
    const missing = scopes.filter((scope) => answer.scope && !answer.scope.split(" ").includes(scope));
    if (missing.length > 0) throw new PlatformError("DENIED", `X did not give us ${missing.join(", ")}`);
    return [await whoIs(ask, tokensOf(answer, issuedAt))];
  });
}

/** A token typed by hand: its age is unknown, so it is believed for the longest that it may have. */
export async function confirmToken(context: XContext, accessToken: string): Promise<ProvenAccount> {
  const issuedAt = context.clock.now();
  return await callX(context, (ask) => whoIs(ask, tokensOf({ access_token: accessToken }, issuedAt)));
}

/**
 * New tokens. X ends the old refresh token with this, so the caller keeps the new one in the transaction that counts.
 * Throws TOKEN_INVALID when the person must connect again.
 */
export async function refresh(
  context: XContext,
  { refreshToken }: { refreshToken: string | null },
): Promise<Tokens> {
  if (refreshToken === null)
    throw new PlatformError("TOKEN_INVALID", "X gave no token to renew this connection with");
  const issuedAt = context.clock.now();
  try {
    const answer = await askX(
      context.app,
      {
        method: "POST",
        path: "/2/oauth2/token",
        as: "CLIENT",
        form: { grant_type: "refresh_token", refresh_token: refreshToken },
      },
      AbortSignal.timeout(callMs),
    );
    if (isYes(answer)) return tokensOf(read(TokenAnswer, answer.body), issuedAt, refreshToken);
    const { kind, text } = problemOf(answer);
    // A 400 is about the refresh token, unless it is about the client.
    if (answer.status === 400 && !kind.endsWith("_client")) throw new PlatformError("TOKEN_INVALID", text);
    throw platformErrorOf(answer, "CLIENT");
  } catch (error) {
    throw asPlatformError(error);
  }
}

/** Ends a token at X. */
export async function revoke(ask: Ask, token: string): Promise<void> {
  await ask({ method: "POST", path: "/2/oauth2/revoke", as: "CLIENT", form: { token } });
}

async function whoIs(ask: Ask, tokens: Tokens): Promise<ProvenAccount> {
  const body = await ask({
    method: "GET",
    path: "/2/users/me",
    as: { token: tokens.accessToken },
    query: { "user.fields": "profile_image_url" },
  });
  const { data } = read(Me, body);
  return {
    platform: "TWITTER",
    platformUserId: data.id,
    // How `oauth.revoke` names them.
    appScopedId: data.id,
    pageId: null,
    username: data.username,
    displayName: data.name ?? null,
    profileImageUrl: data.profile_image_url ?? null,
    tokens,
  };
}

function tokensOf(
  answer: { access_token: string; refresh_token?: string | undefined; expires_in?: number },
  issuedAt: Date,
  oldRefreshToken: string | null = null,
): Tokens {
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? oldRefreshToken,
    issuedAt,
    expiresAt: new Date(issuedAt.getTime() + (answer.expires_in ?? tokenSeconds) * 1_000),
  };
}

/** Our own words alone: what zod would say might quote a token. */
function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new PlatformError("MALFORMED", "X's answer cannot be read");
  return parsed.data;
}
