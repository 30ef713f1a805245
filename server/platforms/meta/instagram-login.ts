import { z } from "zod";
import { PlatformError, type ProvenAccount, type Tokens } from "#server/platforms/social-platform.ts";
import { askGraph, callMs, graphUrl } from "./graph-api.ts";
import { asPlatformError } from "./graph-errors.ts";
import { GraphId } from "./graph-json.ts";
import { type Ask, type MetaContext, callMeta } from "./meta-context.ts";

const scopes = [
  "instagram_business_basic",
  "instagram_business_manage_messages",
  "instagram_business_manage_comments",
];

/** Instagram's own sign-in, without any Page. It has no PKCE. */
export function authorizeUrl(
  { app }: MetaContext,
  { state, redirectUri }: { state: string; redirectUri: string },
): URL {
  return graphUrl(app, "www.instagram.com", "/oauth/authorize", {
    client_id: app.appId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: scopes.join(","),
    state,
  });
}

const Short = z.looseObject({ access_token: z.string(), user_id: GraphId });
// As documented, and as it really comes.
const ShortAnswer = z.union([
  z.looseObject({ data: z.tuple([Short]) }).transform(({ data }) => data[0]),
  Short,
]);
const LongAnswer = z.looseObject({ access_token: z.string(), expires_in: z.coerce.number().positive() });
const Me = z.looseObject({
  id: GraphId.optional(),
  user_id: GraphId,
  username: z.string(),
  name: z.string().optional().catch(undefined),
  profile_picture_url: z.string().optional().catch(undefined),
});
const MeAnswer = z.union([z.looseObject({ data: z.tuple([Me]) }).transform(({ data }) => data[0]), Me]);

/** The code for a token of an hour, that for one of sixty days, and whose it is. Throws `PlatformError`. */
export async function finishConnect(
  context: MetaContext,
  { code, redirectUri }: { code: string; redirectUri: string },
): Promise<ProvenAccount[]> {
  const short = await exchangeCode(context, code, redirectUri);
  return callMeta(context, async (ask) => {
    const tokens = await longToken(context, ask, {
      path: "/access_token",
      query: {
        grant_type: "ig_exchange_token",
        client_secret: context.app.appSecret,
        access_token: short.access_token,
      },
    });
    const proven = await whose(context, ask, tokens);
    return [{ ...proven, appScopedId: short.user_id }];
  });
}

/** Whose a token is; one typed by hand is renewed at once where it can be, for nobody knows when it ends. */
export function confirmToken(context: MetaContext, accessToken: string): Promise<ProvenAccount> {
  return callMeta(context, async (ask) => {
    const now = context.clock.now();
    const asTyped = { accessToken, refreshToken: null, issuedAt: now, expiresAt: null };
    const proven = await whose(context, ask, asTyped);
    try {
      return { ...proven, tokens: await renewed(context, ask, accessToken) };
    } catch (error) {
      if (!(error instanceof PlatformError) || error.kind !== "DENIED") throw error;
      // Younger than a day, so that it lives for another 59.
      return { ...proven, tokens: { ...asTyped, expiresAt: new Date(now.getTime() + 59 * dayMs) } };
    }
  });
}

export const refresh = (context: MetaContext, { accessToken }: { accessToken: string }): Promise<Tokens> =>
  callMeta(context, (ask) => renewed(context, ask, accessToken));

const dayMs = 86_400_000;

const renewed = (context: MetaContext, ask: Ask, accessToken: string) =>
  longToken(context, ask, {
    path: "/refresh_access_token",
    query: { grant_type: "ig_refresh_token", access_token: accessToken },
  });

/** These two calls take the token in the address alone, and have no version. No address is ever logged. */
async function longToken(
  { clock }: MetaContext,
  ask: Ask,
  request: { path: string; query: Record<string, string> },
): Promise<Tokens> {
  const issuedAt = clock.now();
  const answer = LongAnswer.parse(await ask({ method: "GET", host: "graph.instagram.com", ...request }));
  return {
    accessToken: answer.access_token,
    refreshToken: null,
    issuedAt,
    expiresAt: new Date(issuedAt.getTime() + answer.expires_in * 1000),
  };
}

/** `user_id` is the account as webhooks name it; `id` is what this app alone calls it. */
async function whose({ app }: MetaContext, ask: Ask, tokens: Tokens): Promise<ProvenAccount> {
  const me = MeAnswer.parse(
    await ask({
      method: "GET",
      host: "graph.instagram.com",
      path: `/${app.graphVersion}/me`,
      token: tokens.accessToken,
      query: { fields: "id,user_id,username,name,profile_picture_url" },
    }),
  );
  return {
    platform: "INSTAGRAM",
    platformUserId: me.user_id,
    appScopedId: me.id ?? null,
    pageId: null,
    username: me.username,
    displayName: me.name ?? null,
    profileImageUrl: me.profile_picture_url ?? null,
    tokens,
  };
}

/** Its errors are of another shape than Graph's: any 4xx means that this code gives nothing. */
async function exchangeCode({ app }: MetaContext, code: string, redirectUri: string) {
  try {
    const answer = await askGraph(
      app,
      {
        method: "POST",
        host: "api.instagram.com",
        path: "/oauth/access_token",
        form: {
          client_id: app.appId,
          client_secret: app.appSecret,
          grant_type: "authorization_code",
          redirect_uri: redirectUri,
          // Instagram puts a fragment behind the address it sends browsers back to.
          code: code.replace(/#_$/, ""),
        },
      },
      AbortSignal.timeout(callMs),
    );
    if (answer.status >= 400 && answer.status < 500)
      throw new PlatformError("DENIED", "Instagram did not accept the code");
    return ShortAnswer.parse(answer.body);
  } catch (error) {
    throw asPlatformError(error);
  }
}
