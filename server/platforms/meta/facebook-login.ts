import { z } from "zod";
import { PlatformError, type ProvenAccount, type Tokens } from "#server/platforms/social-platform.ts";
import { graphUrl } from "./graph-api.ts";
import { GraphId } from "./graph-json.ts";
import { type Ask, type MetaContext, callMeta } from "./meta-context.ts";

const pageScopes = ["pages_show_list", "pages_manage_metadata", "pages_read_engagement"];
const scopes = {
  FACEBOOK: [...pageScopes, "pages_messaging", "pages_manage_engagement"],
  INSTAGRAM: [
    ...pageScopes,
    "business_management",
    "instagram_basic",
    "instagram_manage_messages",
    "instagram_manage_comments",
  ],
};

/** Facebook's sign-in: for Pages, and for the Instagram accounts that are linked to them. It has no PKCE. */
export function authorizeUrl(
  { app, platform }: MetaContext,
  { state, redirectUri }: { state: string; redirectUri: string },
): URL {
  return graphUrl(app, "www.facebook.com", `/${app.graphVersion}/dialog/oauth`, {
    client_id: app.appId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: scopes[platform].join(","),
    state,
  });
}

const TokenAnswer = z.looseObject({ access_token: z.string() });
const User = z.looseObject({ id: GraphId });
const Page = z.looseObject({
  id: GraphId,
  name: z.string(),
  access_token: z.string(),
  tasks: z.array(z.string()).optional(),
  instagram_business_account: z
    .looseObject({
      id: GraphId,
      username: z.string().optional(),
      name: z.string().optional(),
      profile_picture_url: z.string().optional(),
    })
    .optional(),
});
const Pages = z.looseObject({
  data: z.array(Page),
  paging: z
    .looseObject({
      cursors: z.looseObject({ after: z.string() }).optional(),
      next: z.string().optional(),
    })
    .optional(),
});

const pageFields = {
  FACEBOOK: "id,name",
  INSTAGRAM: "id,name,instagram_business_account{id,username,name,profile_picture_url}",
};

/**
 * Each Page that the creator chose, or the Instagram account behind each. Tokens of Pages do not end, where they were made
 * with a user's long token. Throws `PlatformError`: UNKNOWN_ACCOUNT when there is none.
 */
export function finishConnect(
  context: MetaContext,
  { code, redirectUri }: { code: string; redirectUri: string },
): Promise<ProvenAccount[]> {
  const { app } = context;
  const client = { client_id: app.appId, client_secret: app.appSecret };
  return callMeta(context, async (ask) => {
    const token = async (query: Record<string, string>) =>
      TokenAnswer.parse(await get(context, ask, "oauth/access_token", { ...client, ...query })).access_token;
    // Facebook, too, is said to put this fragment behind addresses.
    const short = await token({ redirect_uri: redirectUri, code: code.replace(/#_=?_?$/, "") });
    const long = await token({ grant_type: "fb_exchange_token", fb_exchange_token: short });
    const user = User.parse(await get(context, ask, "me", { fields: "id" }, long));
    const accounts = await pagesOf(context, ask, long);
    const proven = accounts.flatMap((page) => accountOf(context, page, user.id) ?? []);
    if (proven.length === 0)
      throw new PlatformError("UNKNOWN_ACCOUNT", "There is no Page that this person answers messages for");
    return proven;
  });
}

/** Whose the token of a Page is. Asking for a field that only Pages have refuses every other kind of token. */
export function confirmToken(context: MetaContext, accessToken: string): Promise<ProvenAccount> {
  return callMeta(context, async (ask) => {
    const fields = `${pageFields[context.platform]},category`;
    const me = await get(context, ask, "me", { fields }, accessToken);
    const page = Page.parse({ ...z.looseObject({}).parse(me), access_token: accessToken });
    const account = accountOf(context, page, null);
    if (!account)
      throw new PlatformError("UNKNOWN_ACCOUNT", "This Page has no Instagram account linked to it");
    return account;
  });
}

/** Tokens of Pages do not end by time: that it still works is all there is to find out. */
export async function refresh(
  context: MetaContext,
  { accessToken }: { accessToken: string },
): Promise<Tokens> {
  return (await confirmToken(context, accessToken)).tokens;
}

/** Whoever has more Pages than this has to connect the rest by hand. */
const mostCalls = 10;

async function pagesOf(context: MetaContext, ask: Ask, token: string) {
  const pages: z.infer<typeof Page>[] = [];
  let after: string | undefined;
  for (let call = 0; call < mostCalls; call++) {
    const fields = `${pageFields[context.platform]},access_token,tasks`;
    const query = { fields, limit: "100", ...(after !== undefined && { after }) };
    const { data, paging } = Pages.parse(await get(context, ask, "me/accounts", query, token));
    pages.push(...data);
    after = paging?.next === undefined ? undefined : paging.cursors?.after;
    if (after === undefined) break;
  }
  return pages.filter(({ tasks }) => tasks?.includes("MESSAGING") ?? true);
}

function accountOf(
  { platform, clock }: MetaContext,
  page: z.infer<typeof Page>,
  userId: string | null,
): ProvenAccount | undefined {
  const tokens = {
    accessToken: page.access_token,
    refreshToken: null,
    issuedAt: clock.now(),
    expiresAt: null,
  };
  if (platform === "FACEBOOK")
    return {
      platform,
      platformUserId: page.id,
      appScopedId: userId,
      pageId: null,
      username: page.name,
      displayName: page.name,
      profileImageUrl: null,
      tokens,
    };
  const linked = page.instagram_business_account;
  return (
    linked && {
      platform,
      platformUserId: linked.id,
      appScopedId: userId,
      pageId: page.id,
      username: linked.username ?? page.name,
      displayName: linked.name ?? null,
      profileImageUrl: linked.profile_picture_url ?? null,
      tokens,
    }
  );
}

const get = (
  { app }: MetaContext,
  ask: Ask,
  path: string,
  query: Record<string, string>,
  token?: string,
): Promise<unknown> =>
  ask({
    method: "GET",
    host: "graph.facebook.com",
    path: `/${app.graphVersion}/${path}`,
    query,
    ...(token !== undefined && { token }),
  });
