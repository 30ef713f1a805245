import type { FastifyReply, FastifyRequest } from "fastify";
import * as contract from "#contract/accounts/accounts.ts";
import type { User } from "#contract/accounts/accounts.ts";
import { returnPath } from "#contract/return-path.ts";
import { Forbidden, HttpError } from "#server/errors.ts";
import { setDepartureCookie, takeDepartureCookie } from "#server/http/departure-cookies.ts";
import type { App } from "#server/http/http.ts";
import { clientOf } from "#server/one-time-codes/asking-browser.ts";
import type { Services } from "#server/services.ts";
import { endBrowserSession, startBrowserSession } from "./browser.ts";
import { findIdentityCreator } from "./openid-account.ts";
import { isInvitationPage } from "./invitation-links.ts";
import { isKnownBrowser, setKnownBrowserCookie } from "./known-browser.ts";
import { awayMinutes, createOpenId, OpenIdError } from "./openid.ts";
import { getUser } from "./profile.ts";
import { createSession } from "./sessions.ts";

/** The addresses that a browser navigates to: sign in, come back from the provider, sign out. Each ends in a redirect. */
export function navigationRoutes(app: App, services: Services): void {
  const { config, db, clock, log } = services;
  const { signIn, publicUrl } = config;
  const openId = signIn.method === "oidc" ? createOpenId(services, signIn) : undefined;

  app.route({
    ...contract.login,
    handler: async (request, reply) => {
      refusePrefetch(request);
      const returnTo = returnPath(request.query.returnTo, pathBefore(request, publicUrl));
      const isAgain = openId !== undefined && request.query.again !== undefined;
      if (request.signedIn && !isAgain) {
        return reply.redirect(onward(await getUser(services, request.signedIn.personId), returnTo));
      }
      if (!openId) return reply.redirect(withReturn("/sign-in", returnTo));
      try {
        const { url, state, cookie } = await openId.begin(returnTo, { isAgain });
        const kept = { name: "oidc", state, value: cookie, minutes: awayMinutes };
        setDepartureCookie(config, request, reply, kept);
        return reply.redirect(url);
      } catch (error) {
        return toProblem(request, reply, returnTo, reasonOf(error));
      }
    },
  });

  app.route({
    ...contract.loginCallback,
    handler: async (request, reply) => {
      const { state } = request.query as { state?: unknown };
      const departure = { name: "oidc", state: typeof state === "string" ? state : "" };
      const cookie = takeDepartureCookie(config, request, reply, departure);
      if (!openId) return toProblem(request, reply, "/", "expired");
      try {
        const { identity, provenAt, returnTo, isAgain } = await openId.finish(request.url, cookie);
        const entered = await db.transaction(async (tx) => {
          const creator = await findIdentityCreator(tx, clock, identity);
          if (typeof creator === "string") return creator;
          // Who was to prove once more who they are is signed in as nobody else by it, and makes no account.
          if (isAgain && creator.id !== request.signedIn?.personId) throw new OpenIdError("somebody-else");
          const isNewBrowser = !isKnownBrowser(services, request, creator.email.toLowerCase());
          const { token } = await createSession(
            { db: tx, clock },
            { userId: creator.id, provenAt, method: "OIDC", ...clientOf(request), isNewBrowser },
          );
          return { creator, token };
        });
        if (typeof entered === "string") return toProblem(request, reply, returnTo, entered);
        await startBrowserSession(services, request, reply, entered.token);
        setKnownBrowserCookie(services, request, reply, entered.creator.email.toLowerCase());
        const { profileCompletedAt, hasStore } = entered.creator;
        return reply.redirect(onward({ profileCompleted: profileCompletedAt !== null, hasStore }, returnTo));
      } catch (error) {
        return toProblem(request, reply, "/", reasonOf(error));
      }
    },
  });

  app.route({
    ...contract.logout,
    handler: async (request, reply) => {
      refusePrefetch(request);
      const site = request.headers["sec-fetch-site"];
      // Another site's link may lead here, but it signs nobody out.
      if (site !== undefined && site !== "same-origin" && site !== "none") return reply.redirect("/");
      await endBrowserSession(services, request, reply);
      return reply.redirect(returnPath(request.query.returnTo));
    },
  });

  function reasonOf(error: unknown) {
    if (error instanceof HttpError && error.code === "ADDRESS_WAS_CHANGED") return "address-changed";
    if (!(error instanceof OpenIdError)) throw error;
    const cause = error.cause instanceof Error ? error.cause.message : undefined;
    if (error.reason === "provider") log.warn({ cause }, "sign-in with the OpenID provider failed");
    return error.reason;
  }
}

/** Says why it did not work. Who is signed in was to prove it once more, and is not let onto the page where one signs in. */
function toProblem(request: FastifyRequest, reply: FastifyReply, returnTo: string, error: string) {
  if (request.signedIn) return reply.redirect(`/confirmed?error=${error}`);
  return reply.redirect(`${withReturn("/sign-in", returnTo)}${returnTo === "/" ? "?" : "&"}error=${error}`);
}

/** Where somebody goes who has signed in: a new creator sets up their store first, and nobody does who was invited to another's. */
const onward = (
  { profileCompleted, hasStore }: Pick<User, "profileCompleted" | "hasStore">,
  returnTo: string,
) =>
  profileCompleted || !hasStore || isInvitationPage(returnTo) ? returnTo : withReturn("/welcome", returnTo);

const withReturn = (path: string, returnTo: string) =>
  returnTo === "/" ? path : `${path}?returnTo=${encodeURIComponent(returnTo)}`;

/** The page of ours that linked here, as far as the browser tells. */
function pathBefore(request: FastifyRequest, publicUrl: URL): string {
  const referer = URL.parse(request.headers.referer ?? "");
  if (referer?.origin !== publicUrl.origin || /^\/(sign-in|welcome|api)(\/|$)/.test(referer.pathname))
    return "/";
  return returnPath(referer.pathname + referer.search);
}

/** A browser that only loads ahead must neither leave for the provider nor be signed out. */
function refusePrefetch(request: FastifyRequest) {
  if (String(request.headers["sec-purpose"] ?? "").includes("prefetch"))
    throw Forbidden("This address is not to be loaded ahead", "PREFETCH");
}
