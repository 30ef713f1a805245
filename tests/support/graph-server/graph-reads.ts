import { type Fields, pick } from "./fields.ts";
import { noSuchObject, noSuchPerson, rateLimited, wrongParameter } from "./graph-error.ts";
import { type GraphAccount, type GraphState, isTooMany, type Token } from "./state.ts";
import { newToken } from "./oauth.ts";
import { requireScope } from "./tokens.ts";

/** `GET /me` of whoever the token is. */
export function readMe(state: GraphState, token: Token, fields: Fields): object {
  if (token.kind.startsWith("USER"))
    return { id: state.userId, ...pick({ id: state.userId, name: "Ada Owner" }, fields) };
  const account = state.accounts.get(token.of);
  if (!account) throw noSuchObject(token.of);
  if (account.kind === "PAGE") return { id: account.id, ...pick(pageFields(state, account), fields) };
  return {
    ...pick(
      {
        id: account.appScopedId,
        user_id: account.id,
        username: account.username,
        name: account.name,
        account_type: "CREATOR",
        profile_picture_url: `https://lookaside.example/${account.username}.jpg`,
        followers_count: 12,
        media_count: 3,
      },
      fields,
    ),
    id: account.appScopedId,
  };
}

/** `GET /me/accounts`: every Page of the user, with a token of its own that does not end. Two to a page. */
export function readPages(state: GraphState, token: Token, fields: Fields, query: URLSearchParams): object {
  requireScope(token, "pages_show_list");
  const pages = [...state.accounts.values()].filter(({ kind }) => kind === "PAGE");
  const start = Number(query.get("after") ?? 0);
  const end = start + Math.min(Number(query.get("limit") ?? 25), 2);
  return {
    data: pages.slice(start, end).map((page) => ({
      id: page.id,
      ...pick(
        {
          ...pageFields(state, page),
          tasks: ["MESSAGING", "MODERATE", "CREATE_CONTENT"],
          access_token: newToken(state, { kind: "PAGE", of: page.id, scopes: token.scopes }, null),
        },
        fields,
      ),
    })),
    paging: {
      cursors: { before: String(start), after: String(end) },
      ...(end < pages.length && { next: "…" }),
    },
  };
}

/** `GET /<account>/conversations?platform&user_id&fields`: the last twenty messages with one person, or with each. */
export function readConversations(
  state: GraphState,
  speaker: GraphAccount,
  fields: Fields,
  query: URLSearchParams,
): object {
  if (isTooMany(state, `conversations ${speaker.id}`, 2, 1)) throw rateLimited();
  const platform = query.get("platform");
  if (platform !== "instagram" && platform !== "messenger") throw wrongParameter("param platform");
  const account =
    speaker.kind === "PAGE" && platform === "instagram"
      ? [...state.accounts.values()].find(({ kind, pageId }) => kind === "INSTAGRAM" && pageId === speaker.id)
      : speaker;
  if (!account) return { data: [] };
  const asked = query.get("user_id");
  const ids = new Set(
    state.threads.filter(({ accountId }) => accountId === account.id).map(({ personId }) => personId),
  );
  const people = [...ids].filter((id) => asked === null || id === asked).toReversed();
  return {
    data: people
      .slice(0, Number(query.get("limit") ?? 25))
      .map((id) => readThread(state, account, id, fields)),
  };
}

function readThread(state: GraphState, account: GraphAccount, personId: string, fields: Fields): object {
  const person = state.people.get(personId);
  if (!person) throw noSuchPerson();
  const messages = state.threads.filter(
    (message) => message.accountId === account.id && message.personId === personId,
  );
  const data = messages
    .slice(-20)
    .reverse()
    .map(({ id, from, text, createdAt }) => ({
      id,
      created_time: new Date(createdAt).toISOString().replace(/\.\d{3}Z$/, "+0000"),
      from:
        from === "ACCOUNT"
          ? { id: account.id, username: account.username }
          : { id: person.id, username: person.username },
      message: text,
    }));
  const id = `t_${account.id}_${person.id}`;
  return { id, ...pick({ id, updated_time: data[0]?.created_time, messages: { data } }, fields) };
}

/** `GET /<person>?fields`: of somebody who has written. */
export function readProfile(
  state: GraphState,
  speaker: GraphAccount,
  personId: string,
  fields: Fields,
): object {
  const person = state.people.get(personId);
  const account = state.accounts.get(person?.accountId ?? "");
  if (!person || !account || (account.id !== speaker.id && account.pageId !== speaker.id))
    throw noSuchPerson();
  if (!state.lastWrote.has(personId)) throw noSuchPerson();
  const { username } = person;
  if (account.kind === "PAGE") {
    const known = pick({ id: personId, first_name: username, last_name: "Fan", profile_pic: "…" }, fields);
    return state.profiles === "full" ? { ...known, id: personId } : { id: personId };
  }
  const name = state.profiles === "full" ? `${username} 🌱` : undefined;
  const known = {
    id: personId,
    name,
    username,
    profile_pic: "https://lookaside.example/fan.jpg",
    follower_count: 7,
    is_user_follow_business: true,
    is_business_follow_user: false,
  };
  return { ...pick(known, fields), id: personId };
}

function pageFields(state: GraphState, page: GraphAccount) {
  const linked = [...state.accounts.values()].find(
    ({ kind, pageId }) => kind === "INSTAGRAM" && pageId === page.id,
  );
  return {
    id: page.id,
    name: page.name,
    category: "Creator",
    instagram_business_account: linked && {
      id: linked.id,
      username: linked.username,
      name: linked.name,
      profile_picture_url: "https://lookaside.example/page.jpg",
    },
    picture: { data: { url: "https://lookaside.example/page.jpg" } },
  };
}
