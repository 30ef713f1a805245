import type { FastifyReply, FastifyRequest } from "fastify";
import { cookieFlags, cookieName } from "#server/http/cookies.ts";
import { keyedToken, sameText } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";

const year = 365 * 24 * 60 * 60;
/** Addresses that a browser is known for: those of who have several accounts. */
const most = 5;

type Dependencies = Pick<Services, "config" | "secret">;

/**
 * Notes in a browser that an address signed in with it. It signs nobody in; it lets the browser ask for codes when
 * strangers have asked for too many in the creator's name, and a sign-in with it is no news. The last five addresses count.
 */
export function setKnownBrowserCookie(
  services: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  email: string,
): void {
  const { config } = services;
  const mark = markOf(services, email);
  const marks = [mark, ...marksIn(services, request).filter((other) => other !== mark)].slice(0, most);
  reply.setCookie(cookieName(config, "known"), marks.join("."), { ...cookieFlags(config), maxAge: year });
}

/** Whether an address (lower case) signed in with this browser, within a year. */
export function isKnownBrowser(services: Dependencies, request: FastifyRequest, email: string): boolean {
  const mark = markOf(services, email);
  return marksIn(services, request).some((other) => sameText(mark, other));
}

const markOf = ({ secret }: Dependencies, email: string) => keyedToken(secret, "known-browser", email);

const marksIn = ({ config }: Dependencies, request: FastifyRequest): string[] =>
  (request.cookies[cookieName(config, "known")] ?? "").split(".").slice(0, most);
