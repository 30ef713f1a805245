import { newSecret, type XState } from "./state.ts";

/** What X offers of what this server can do, and `offline.access`, which gives a refresh token. */
const knownScopes = ["tweet.read", "users.read", "dm.read", "dm.write", "follows.read", "offline.access"];
const codeSeconds = 30;

type Request = { redirectUri: string; state: string; scopes: string[]; challenge: string };

/** The page where a person decides: which of the people here they are, Allow and Cancel. */
export function authorizePage(x: XState, query: URLSearchParams): { status: number; html: string } {
  const request = readRequest(x, query);
  if (typeof request === "string")
    return { status: 400, html: page(`<h1>Something went wrong</h1><p>${request}</p>`) };
  const people = [...x.people.values()]
    .map(({ id, username }) => `<option value="${id}">@${username}</option>`)
    .join("");
  const scopes = request.scopes.map((scope) => `<li>${scope}</li>`).join("");
  return {
    status: 200,
    html: page(`<h1>An app wants to access your account</h1><ul>${scopes}</ul>
<form method="post">
  <label>Signed in as <select name="person">${people}</select></label>
  <button name="decision" value="allow">Allow</button>
  <button name="decision" value="cancel">Cancel</button>
</form>`),
  };
}

/** Where the browser goes after the decision; undefined when there was nothing to decide. */
export function decide(x: XState, query: URLSearchParams, form: URLSearchParams): URL | undefined {
  const request = readRequest(x, query);
  if (typeof request === "string") return undefined;
  const url = new URL(request.redirectUri);
  url.searchParams.set("state", request.state);
  const person = x.people.get(form.get("person") ?? "");
  if (form.get("decision") !== "allow" || !person) {
    url.searchParams.set("error", "access_denied");
    return url;
  }
  const code = newSecret("xcode");
  x.codes.set(code, {
    personId: person.id,
    scopes: request.scopes,
    redirectUri: request.redirectUri,
    challenge: request.challenge,
    endsAt: new Date(x.now().getTime() + codeSeconds * 1000),
  });
  url.searchParams.set("code", code);
  return url;
}

/** The request, or what is wrong with it. */
function readRequest(x: XState, query: URLSearchParams): Request | string {
  const redirectUri = query.get("redirect_uri") ?? "";
  const state = query.get("state") ?? "";
  const scopes = (query.get("scope") ?? "").split(" ").filter(Boolean);
  const challenge = query.get("code_challenge") ?? "";
  if (query.get("response_type") !== "code") return "response_type must be code";
  if (query.get("client_id") !== x.app.clientId) return "There is no such app";
  if (!x.app.redirectUris.includes(redirectUri)) return "The redirect is not one of the app's";
  if (state === "" || state.length > 500) return "state must have 1 to 500 characters";
  if (scopes.length === 0 || scopes.some((scope) => !knownScopes.includes(scope)))
    return "There is no such scope";
  if (query.get("code_challenge_method") !== "S256") return "code_challenge_method must be S256";
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge)) return "code_challenge is no SHA-256";
  return { redirectUri, state, scopes, challenge };
}

const page = (body: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Authorize an app</title>
${body}
</html>`;
