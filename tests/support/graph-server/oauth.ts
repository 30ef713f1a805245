import { GraphError, OAuthError, wrongParameter } from "./graph-error.ts";
import type { Code, GraphState, Token } from "./state.ts";
import { readToken } from "./tokens.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export type PageAnswer = { status: number; html: string } | { redirect: string };

/** Where the creator's browser agrees, on www.instagram.com or www.facebook.com. GET shows it, `decision` answers it. */
export function authorizePage(
  graph: GraphState,
  site: Code["site"],
  query: URLSearchParams,
  here: string,
): PageAnswer {
  const isInstagram = site === "INSTAGRAM";
  const clientId = isInstagram ? graph.app.instagramAppId : graph.app.metaAppId;
  const redirectUri = query.get("redirect_uri") ?? "";
  const problem =
    query.get("client_id") !== clientId
      ? "Invalid platform app"
      : !graph.app.redirectUris.has(redirectUri)
        ? "Invalid redirect_uri"
        : query.get("response_type") !== "code"
          ? "response_type must be code"
          : !query.get("scope")
            ? "scope is missing"
            : undefined;
  if (problem) return { status: 400, html: page(`<h1>${problem}</h1>`) };
  const choices = [...graph.accounts.values()].filter(
    ({ kind, pageId }) => isInstagram && kind === "INSTAGRAM" && pageId === null,
  );
  const decision = query.get("decision");
  if (decision === null) return { status: 200, html: page(form(query, here, site, choices)) };

  const back = new URL(redirectUri);
  const state = query.get("state");
  if (state !== null) back.searchParams.set("state", state);
  if (decision !== "allow") {
    back.searchParams.set("error", "access_denied");
    back.searchParams.set("error_reason", "user_denied");
    back.searchParams.set("error_description", "The user denied your request");
    return { redirect: back.href };
  }
  const code = `AQ${graph.random.letters(60)}`;
  graph.codes.set(code, {
    site,
    of: isInstagram ? (query.get("account") ?? choices[0]?.id ?? "") : graph.userId,
    redirectUri,
    scopes: (query.get("scope") ?? "").split(/[ ,]+/),
    issuedAt: graph.now(),
  });
  back.searchParams.set("code", code);
  return { redirect: `${back.href}#_` };
}

/** `POST api.instagram.com/oauth/access_token`. */
export function instagramCodeToToken(graph: GraphState, form: URLSearchParams): object {
  const known = ["client_id", "client_secret", "grant_type", "redirect_uri", "code"];
  const odd = [...form.keys()].find((key) => !known.includes(key));
  if (odd !== undefined) throw new OAuthError(`Invalid parameter ${odd}`);
  if (
    form.get("client_id") !== graph.app.instagramAppId ||
    form.get("client_secret") !== graph.app.instagramAppSecret
  )
    throw new OAuthError("Error validating client secret");
  if (form.get("grant_type") !== "authorization_code") throw new OAuthError("Invalid grant_type");
  const code = takeCode(graph, "INSTAGRAM", form);
  if (!code) throw new OAuthError("Matching code was not found or was already used");
  const account = graph.accounts.get(code.of);
  if (!account) throw new OAuthError("No account agreed");
  const token = newToken(graph, { kind: "INSTAGRAM_SHORT", of: account.id, scopes: code.scopes }, hourMs);
  const { appScopedId } = account;
  return graph.tokenShape === "data"
    ? { data: [{ access_token: token, user_id: appScopedId, permissions: code.scopes.join(",") }] }
    : // A number, as working code reads it: longer than a double holds. See `answer-call.ts`.
      { access_token: token, user_id: { bigNumber: appScopedId }, permissions: code.scopes };
}

/** `GET graph.instagram.com/access_token`: the short token for the long one. */
export function longInstagramToken(graph: GraphState, query: URLSearchParams): object {
  if (query.get("grant_type") !== "ig_exchange_token") throw wrongParameter("grant_type");
  if (query.get("client_secret") !== graph.app.instagramAppSecret)
    throw new GraphError(400, 101, undefined, "Error validating client secret");
  const token = readToken(graph, query.get("access_token"), ["INSTAGRAM_SHORT"]);
  return tokenAnswer(graph, { ...token, kind: "INSTAGRAM" });
}

/** `GET graph.instagram.com/refresh_access_token`: from the second day on, until it ends. */
export function refreshedInstagramToken(graph: GraphState, query: URLSearchParams): object {
  if (query.get("grant_type") !== "ig_refresh_token") throw wrongParameter("grant_type");
  const token = readToken(graph, query.get("access_token"), ["INSTAGRAM"]);
  if (graph.now() - token.issuedAt < dayMs) throw wrongParameter("The token is younger than 24 hours");
  return tokenAnswer(graph, token);
}

/** `GET graph.facebook.com/<version>/oauth/access_token`: of a code, or the long token for a short one. */
export function facebookToken(graph: GraphState, query: URLSearchParams): object {
  if (
    query.get("client_id") !== graph.app.metaAppId ||
    query.get("client_secret") !== graph.app.metaAppSecret
  )
    throw new GraphError(400, 101, undefined, "Error validating application.");
  if (query.get("grant_type") === "fb_exchange_token") {
    const token = readToken(graph, query.get("fb_exchange_token"), ["USER_SHORT", "USER"]);
    return tokenAnswer(graph, { ...token, kind: "USER" });
  }
  const code = takeCode(graph, "FACEBOOK", query);
  if (!code) throw new GraphError(400, 100, 36009, "This authorization code has been used.");
  const scopes = code.scopes;
  const token = newToken(graph, { kind: "USER_SHORT", of: code.of, scopes }, hourMs);
  return { access_token: token, token_type: "bearer", expires_in: 3_600 };
}

/** A token that works from now on. `lifeMs` null: for ever. */
export function newToken(
  graph: GraphState,
  token: Omit<Token, "issuedAt" | "expiresAt">,
  lifeMs: number | null,
): string {
  const value = `${token.kind.startsWith("INSTAGRAM") ? "IGAA" : "EAAB"}${graph.random.letters(80)}`;
  const issuedAt = graph.now();
  graph.tokens.set(value, { ...token, issuedAt, expiresAt: lifeMs === null ? null : issuedAt + lifeMs });
  return value;
}

function tokenAnswer(graph: GraphState, { kind, of, scopes }: Token) {
  const access_token = newToken(graph, { kind, of, scopes }, 60 * dayMs);
  return { access_token, token_type: "bearer", expires_in: 60 * 86_400 };
}

function takeCode(graph: GraphState, site: Code["site"], form: URLSearchParams): Code | undefined {
  const value = form.get("code") ?? "";
  const code = graph.codes.get(value);
  if (!code || code.site !== site || code.redirectUri !== form.get("redirect_uri")) return undefined;
  graph.codes.delete(value);
  return graph.now() - code.issuedAt > hourMs ? undefined : code;
}

const form = (
  query: URLSearchParams,
  here: string,
  site: Code["site"],
  choices: { id: string; username: string }[],
) => `<h1>${site === "INSTAGRAM" ? "Instagram" : "Facebook"}</h1>
<form method="get" action="${here}">
${[...query].map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`).join("\n")}
${choices.length > 1 ? `<label>Account <select name="account">${choices.map(({ id, username }) => `<option value="${id}">${escape(username)}</option>`).join("")}</select></label>` : ""}
<p>The app asks for: ${escape(query.get("scope") ?? "")}</p>
<button name="decision" value="allow">Allow</button> <button name="decision" value="cancel">Cancel</button>
</form>`;

const page = (body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Allow access</title><main>${body}</main></html>`;
const escape = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
