import { createHash } from "node:crypto";
import { oauthRefusal } from "./problems.ts";
import { type Grant, newSecret, type XState } from "./state.ts";

const tokenSeconds = 7_200;
/** A verifier of PKCE. */
const verifierPattern = /^[A-Za-z0-9._~-]{43,128}$/;

/** `POST /2/oauth2/token` and `/2/oauth2/revoke`, of a confidential client: Basic, and a form. */
export function answerToken(
  state: XState,
  path: string,
  authorization: string | undefined,
  contentType: string | undefined,
  raw: string,
): object {
  const { clientId, clientSecret } = state.app;
  const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
  if (authorization !== expected)
    throw oauthRefusal(401, "unauthorized_client", "Missing valid authorization header");
  if (!contentType?.startsWith("application/x-www-form-urlencoded"))
    throw oauthRefusal(400, "invalid_request", "The body must be a form");
  const form = new URLSearchParams(raw);
  if (path === "/2/oauth2/revoke") return revoke(state, form.get("token") ?? "");
  const grantType = form.get("grant_type");
  if (grantType === "authorization_code") return issue(state, exchange(state, form));
  if (grantType === "refresh_token") return issue(state, rotate(state, form.get("refresh_token") ?? ""));
  throw oauthRefusal(400, "unsupported_grant_type", "There is no such grant type");
}

function exchange(state: XState, form: URLSearchParams): Grant {
  const refused = (what: string) =>
    oauthRefusal(400, "invalid_request", `Value passed for the ${what} was invalid.`);
  const code = form.get("code") ?? "";
  const grant = state.codes.get(code);
  // Tried once is used.
  state.codes.delete(code);
  if (!grant || grant.endsAt <= state.now()) throw refused("authorization code");
  if (form.get("redirect_uri") !== grant.redirectUri) throw refused("redirect uri");
  const verifier = form.get("code_verifier") ?? "";
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  if (!verifierPattern.test(verifier) || challenge !== grant.challenge) throw refused("code verifier");
  return grant;
}

/** A refresh token works once: the answer brings the next. */
function rotate(state: XState, token: string): Grant {
  const grant = state.refreshTokens.get(token);
  state.refreshTokens.delete(token);
  if (!grant) throw oauthRefusal(400, "invalid_request", "Value passed for the token was invalid.");
  return grant;
}

function issue(state: XState, { personId, scopes }: Grant): object {
  const [accessToken, refreshToken] = [newSecret("xat"), newSecret("xrt")];
  const endsAt = new Date(state.now().getTime() + tokenSeconds * 1000);
  state.accessTokens.set(accessToken, { personId, scopes, endsAt });
  const isOffline = scopes.includes("offline.access");
  if (isOffline) state.refreshTokens.set(refreshToken, { personId, scopes });
  return {
    token_type: "bearer",
    expires_in: tokenSeconds,
    access_token: accessToken,
    scope: scopes.join(" "),
    ...(isOffline && { refresh_token: refreshToken }),
  };
}

function revoke(state: XState, token: string): object {
  state.accessTokens.delete(token);
  state.refreshTokens.delete(token);
  return { revoked: true };
}
