import { readFields } from "./fields.ts";
import { errorAnswer, GraphError, noSuchObject, OAuthError, wrongParameter } from "./graph-error.ts";
import { accountOf, type GraphAccount, type GraphState, type Token } from "./state.ts";
import { readConversations, readMe, readPages, readProfile } from "./graph-reads.ts";
import { readMessageBody } from "./message-body.ts";
import { facebookToken, instagramCodeToToken, longInstagramToken, refreshedInstagramToken } from "./oauth.ts";
import { replyInPublic, sendMessage } from "./send-message.ts";
import { readToken, requireScope } from "./tokens.ts";

export type Call = {
  method: string;
  host: string;
  /** Without the host. */
  path: string;
  query: URLSearchParams;
  authorization: string | undefined;
  contentType: string;
  body: string;
};

/** Answers one call of the API. Everything that is not known here is an error, as it is there. */
export function answerCall(state: GraphState, call: Call): { status: number; body: object } {
  try {
    return { status: 200, body: run(state, call) };
  } catch (error) {
    if (error instanceof GraphError || error instanceof OAuthError) return errorAnswer(error);
    throw error;
  }
}

function run(state: GraphState, call: Call): object {
  const { host, method, path, query } = call;
  const [version = "", ...parts] = path.split("/").filter((part) => part !== "");
  const bare = `${method} ${host}${path}`;
  if (bare === "POST api.instagram.com/oauth/access_token")
    return instagramCodeToToken(state, new URLSearchParams(call.body));
  if (bare === "GET graph.instagram.com/access_token") return longInstagramToken(state, query);
  if (bare === "GET graph.instagram.com/refresh_access_token") return refreshedInstagramToken(state, query);
  if (host !== "graph.instagram.com" && host !== "graph.facebook.com")
    throw new GraphError(404, 100, undefined, `There is nothing at ${bare}`);
  if (version !== state.app.version) throw new GraphError(400, 2635, undefined, `Unknown version ${version}`);
  const [first = "", second = ""] = parts;
  if (host === "graph.facebook.com" && bare.endsWith("/oauth/access_token"))
    return facebookToken(state, query);
  return method === "GET" ? read(state, call, first, second) : write(state, call, first, second);
}

function read(state: GraphState, call: Call, first: string, second: string): object {
  const token = tokenOf(state, call);
  const fields = readFields(call.query.get("fields") ?? "id");
  if (first === "me" && second === "") return readMe(state, token, fields);
  if (first === "me" && second === "accounts") return readPages(state, token, fields, call.query);
  const speaker = senderIdOf(state, token, second === "" ? "me" : first);
  if (second === "conversations") {
    requireScope(token, "instagram_business_manage_messages", "pages_messaging", "instagram_manage_messages");
    return readConversations(state, speaker, fields, call.query);
  }
  if (second === "") return readProfile(state, speaker, first, fields);
  throw wrongParameter(`Unknown path components: /${second}`);
}

function write(state: GraphState, call: Call, first: string, second: string): object {
  const token = tokenOf(state, call);
  if (second === "messages" && call.method === "POST") {
    requireScope(token, "instagram_business_manage_messages", "pages_messaging", "instagram_manage_messages");
    return sendMessage(state, senderIdOf(state, token, first), readMessageBody(jsonOf(call), call.host));
  }
  if (second === "replies" || second === "comments") {
    requireScope(
      token,
      "instagram_business_manage_comments",
      "instagram_manage_comments",
      "pages_manage_engagement",
    );
    return answerComment(state, call, token, first, second);
  }
  if (second === "subscribed_apps") {
    requireScope(token, "instagram_business_basic", "pages_manage_metadata");
    return subscription(state, call, senderIdOf(state, token, first));
  }
  throw wrongParameter(`Unknown path components: /${second}`);
}

function answerComment(state: GraphState, call: Call, token: Token, id: string, edge: string): object {
  const comment = state.comments.get(id);
  if (!comment) throw noSuchObject(id);
  const isPage = accountOf(state, comment.accountId).kind === "PAGE";
  if ((edge === "comments") !== isPage) throw wrongParameter(`Unknown path components: /${edge}`);
  const body = call.body === "" ? {} : jsonOf(call);
  const message = call.query.get("message") ?? (body as { message?: unknown }).message;
  const odd = Object.keys(body as object).find((key) => key !== "message");
  if (odd !== undefined || typeof message !== "string")
    throw wrongParameter(`Invalid key ${odd ?? "message"}`);
  return replyInPublic(state, senderIdOf(state, token, "me"), id, message);
}

/** What each kind of account tells. */
export const webhookFields: Record<GraphAccount["kind"], readonly string[]> = {
  INSTAGRAM: [
    "messages",
    "messaging_postbacks",
    "messaging_seen",
    "message_reactions",
    "comments",
    "live_comments",
  ],
  PAGE: [
    "messages",
    "messaging_postbacks",
    "message_echoes",
    "message_reads",
    "message_deliveries",
    "message_reactions",
    "feed",
  ],
};

/** A Page's subscription is also that of the Instagram account linked to it. */
function subscription(state: GraphState, { method, query }: Call, account: GraphAccount): object {
  const linked = [...state.accounts.values()].filter(
    ({ kind, pageId }) => account.kind === "PAGE" && kind === "INSTAGRAM" && pageId === account.id,
  );
  if (method === "DELETE") {
    for (const each of [account, ...linked]) each.subscribed.clear();
  } else {
    const fields = (query.get("subscribed_fields") ?? "").split(",");
    const odd = fields.find((field) => !webhookFields[account.kind].includes(field));
    if (odd !== undefined) throw wrongParameter(`Param subscribed_fields[0] must be one of … - got "${odd}"`);
    account.subscribed = new Set(fields);
    for (const each of linked) each.subscribed = new Set(webhookFields.INSTAGRAM);
  }
  return account.kind === "PAGE" ? { success: "true" } : { success: true };
}

function tokenOf(state: GraphState, { host, query, authorization }: Call): Token {
  const value = authorization?.replace(/^Bearer /, "") ?? query.get("access_token");
  return readToken(
    state,
    value,
    host === "graph.instagram.com" ? ["INSTAGRAM", "INSTAGRAM_SHORT"] : ["USER", "USER_SHORT", "PAGE"],
  );
}

/** Whose token it is; `named` must be them. */
function senderIdOf(state: GraphState, token: Token, named: string): GraphAccount {
  const account = state.accounts.get(token.of);
  if (!account || (named !== "me" && named !== account.id)) throw noSuchObject(named);
  return account;
}

function jsonOf({ body, contentType }: Call): unknown {
  if (!contentType.startsWith("application/json")) throw wrongParameter("The body must be JSON");
  try {
    return JSON.parse(body);
  } catch {
    throw wrongParameter("The body is no JSON");
  }
}
