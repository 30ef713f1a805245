import type { FastifyRequest } from "fastify";
import { connectSocialAccount } from "#contract/social/social-accounts.ts";
import { mayCall } from "#contract/team/roles.ts";
import { platforms as allPlatforms } from "#server/database/schema/social.ts";
import { Forbidden } from "#server/errors.ts";
import { setDepartureCookie, takeDepartureCookie } from "#server/http/departure-cookies.ts";
import type { App } from "#server/http/http.ts";
import type { PlatformName } from "#server/platforms/social-platform.ts";
import type { Services } from "#server/services.ts";
import { finishOauth } from "./finish-oauth.ts";
import { awayMinutes, comeBack, leave } from "./oauth-away.ts";
import { doneScript, sendEnding } from "./oauth-done.ts";
import { providerNames } from "./provider-names.ts";

const options = {
  config: { access: "public", limit: { points: 60, seconds: 60 } },
  schema: { hide: true } as never,
} as const;

/** It ends with a token that speaks for the creator elsewhere. */
const startOptions = { ...options, config: { ...options.config, recentSignIn: "required" } } as const;
const returnOptions = {
  ...options,
  config: { ...options.config, actOfColleague: "Connect a social account" },
} as const;
/** Who of a store's team may connect an account for it: as with a token. */
const { roles } = connectSocialAccount.config;

/**
 * Where the browser goes to connect an account, and comes back to: `/oauth/<platform>` and `/oauth/<platform>/callback`.
 * Each ends at the provider or on a page that says what happened.
 */
export function oauthRoutes(app: App, services: Services): void {
  for (const platform of allPlatforms) platformRoutes(app, services, platform);
  app.get("/oauth/done.js", options, (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").send(doneScript),
  );
}

function platformRoutes(app: App, services: Services, platform: PlatformName): void {
  const { config, platforms } = services;
  const name = providerNames[platform];
  const path = `/oauth/${platform.toLowerCase()}`;
  const redirectUri = new URL(`${path}/callback`, config.publicUrl).href;
  const cookieOf = `oauth-${platform.toLowerCase()}`;

  app.get(path, startOptions, (request, reply) => {
    refusePrefetch(request);
    const problem = startProblem(request);
    if (problem) return sendEnding(reply, problem);
    const provider = platforms.real(platform);
    if (!request.signedIn) return sendEnding(reply, signInFirst);
    if (isOfOtherStore(request)) return sendEnding(reply, otherStore);
    if (!mayCall(request.signedIn.role, roles)) return sendEnding(reply, notForRole);
    if (!provider) return sendEnding(reply, noAppAt(name));
    const { state, verifier, cookie } = leave(services, platform, request.signedIn.creatorId);
    const kept = { name: cookieOf, state, value: cookie, minutes: awayMinutes };
    setDepartureCookie(config, request, reply, kept);
    return reply.redirect(provider.authorizeUrl({ state, redirectUri, verifier }).href);
  });

  app.get(`${path}/callback`, returnOptions, async (request, reply) => {
    const answer = request.query as Record<string, unknown>;
    const text = (field: string) => (typeof answer[field] === "string" ? answer[field] : "");
    const departure = { name: cookieOf, state: text("state") };
    const cookie = takeDepartureCookie(config, request, reply, departure);
    const provider = platforms.real(platform);
    if (!request.signedIn) return sendEnding(reply, signInFirst);
    if (!mayCall(request.signedIn.role, roles)) return sendEnding(reply, notForRole);
    if (!provider) return sendEnding(reply, noAppAt(name));
    const { creatorId } = request.signedIn;
    const away = comeBack(services, cookie, { platform, creatorId, state: text("state") });
    if (!away) return sendEnding(reply, notThisTime(name));
    if (text("error") === "access_denied" || text("error_reason") === "user_denied")
      return sendEnding(reply, { ok: false, message: `You did not agree at ${name}, so nothing changed.` });
    const code = text("code");
    if (!code)
      return sendEnding(reply, { ok: false, message: `${name} gave no agreement. Please try again.` });
    const back = { code, redirectUri, verifier: away.verifier };
    return sendEnding(reply, await finishOauth(services, provider, creatorId, back));
  });
}

const signInFirst = {
  ok: false,
  status: 401,
  message: "You are not signed in any more. Sign in, then connect the account again.",
};

const otherStore = {
  ok: false,
  status: 409,
  message: "You act for another store by now than the one that you began in. Open the Social page anew.",
};

/** A window that opens has no header to say which store its page shows: its address does. */
function isOfOtherStore({ query, signedIn }: FastifyRequest): boolean {
  const { store } = query as Record<string, unknown>;
  return typeof store === "string" && store !== "" && store !== signedIn?.creatorId;
}

const notForRole = {
  ok: false,
  status: 403,
  message: "Only the store's owner and admins connect accounts.",
};

const noAppAt = (name: string) => ({
  ok: false,
  status: 404,
  message: `Real ${name} accounts cannot be connected here yet: the operator of this site has not set up an app at ${name}. Demo Mode works without one.`,
});

const notThisTime = (name: string) => ({
  ok: false,
  message: `This answer of ${name} was used before, or came too late. If the account is not on the list, connect it again.`,
});

/** Another site's link starts nothing in a creator's name. */
function startProblem(request: FastifyRequest) {
  const site = request.headers["sec-fetch-site"];
  if (site === undefined || site === "same-origin" || site === "none") return undefined;
  return {
    ok: false,
    status: 403,
    message: "Accounts are connected on the Social page. Please begin there.",
  };
}

/** A browser that only loads ahead must not leave for the provider. */
function refusePrefetch(request: FastifyRequest) {
  if (String(request.headers["sec-purpose"] ?? "").includes("prefetch"))
    throw Forbidden("This address is not to be loaded ahead", "PREFETCH");
}
