import type { FastifyReply, FastifyRequest } from "fastify";
import { cookieFlags, cookieName } from "#server/http/cookies.ts";
import { keyedToken, sameText } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";

const year = 365 * 24 * 60 * 60;

/**
 * Notes in a browser that an address signed in with it. It signs nobody in; it lets the browser ask for codes when
 * strangers have asked for too many in the creator's name. The last address counts.
 */
export function setKnownBrowserCookie(
  { config, secret }: Pick<Services, "config" | "secret">,
  reply: FastifyReply,
  email: string,
): void {
  const mark = keyedToken(secret, "known-browser", email);
  reply.setCookie(cookieName(config, "known"), mark, { ...cookieFlags(config), maxAge: year });
}

/** Whether an address (lower case) signed in with this browser, within a year. */
export function isKnownBrowser(
  { config, secret }: Pick<Services, "config" | "secret">,
  request: FastifyRequest,
  email: string,
): boolean {
  const mark = request.cookies[cookieName(config, "known")];
  return mark !== undefined && sameText(mark, keyedToken(secret, "known-browser", email));
}
