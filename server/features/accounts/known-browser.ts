import type { FastifyReply, FastifyRequest } from "fastify";
import { cookieFlags, cookieName } from "#server/http/cookies.ts";
import { hashToken, keyedToken, sameText } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";

const year = 365 * 24 * 60 * 60;
/** Addresses that a browser is known for: some people have several accounts. */
const most = 5;

type Dependencies = Pick<Services, "config" | "secret">;

/**
 * Marks a browser as one that an address signed in with. The mark signs nobody in; it lets the browser ask for codes when
 * strangers have used up what an address gets, and its next sign-in is not announced as new. Each address has a cookie of its
 * own, so that two sign-ins at once leave both.
 */
export function setKnownBrowserCookie(
  services: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  email: string,
): void {
  const { config } = services;
  const base = cookieName(config, "known");
  const mark = markOf(services, email);
  const own = `${base}.${hashToken(mark).slice(0, 8)}`;
  const others = ownNames(request, base).filter((name) => name !== own);
  // Browsers send the oldest first.
  for (const oldest of others.slice(0, Math.max(0, others.length - most + 1)))
    reply.clearCookie(oldest, cookieFlags(config));
  reply.setCookie(own, mark, { ...cookieFlags(config), maxAge: year });
}

/** Whether an address (lower case) signed in with this browser, within a year. */
export function isKnownBrowser(services: Dependencies, request: FastifyRequest, email: string): boolean {
  const mark = markOf(services, email);
  return marksIn(services, request).some((other) => sameText(mark, other));
}

const markOf = ({ secret }: Dependencies, email: string) => keyedToken(secret, "known-browser", email);

/** The version before kept all marks in one cookie. */
function marksIn({ config }: Dependencies, request: FastifyRequest): string[] {
  const base = cookieName(config, "known");
  const own = ownNames(request, base).map((name) => request.cookies[name] ?? "");
  return [...own.slice(-most), ...(request.cookies[base] ?? "").split(".").slice(0, most)];
}

const ownNames = ({ cookies }: FastifyRequest, base: string): string[] =>
  Object.keys(cookies).filter((name) => name.startsWith(`${base}.`));
