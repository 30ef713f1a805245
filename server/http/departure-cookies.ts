import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#server/config.ts";
import { hashToken } from "#server/secrets/secrets.ts";
import { cookieFlags, cookieName } from "./cookies.ts";

/** Departures that a browser may have open at once: more tabs than that lose the oldest. */
const mostOpen = 4;

/**
 * Keeps something in a browser while it is away at a provider. Each departure has a cookie of its own, named for its `state`,
 * so that a second tab that leaves does not take the first one's place.
 */
export function setDepartureCookie(
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, state, value, minutes }: { name: string; state: string; value: string; minutes: number },
): void {
  const base = cookieName(config, name);
  const open = Object.keys(request.cookies).filter((held) => held.startsWith(`${base}.`));
  // Browsers send the oldest first.
  for (const oldest of open.slice(0, Math.max(0, open.length - mostOpen + 1)))
    reply.clearCookie(oldest, cookieFlags(config));
  reply.setCookie(ownName(base, state), value, { ...cookieFlags(config), maxAge: minutes * 60 });
}

/** What was kept for this departure, taken from the browser: a departure has one return, whatever comes of it. */
export function takeDepartureCookie(
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, state }: { name: string; state: string },
): string | undefined {
  const base = cookieName(config, name);
  const own = ownName(base, state);
  // The version before had one name for all.
  const held = request.cookies[own] === undefined ? base : own;
  reply.clearCookie(held, cookieFlags(config));
  return request.cookies[held];
}

const ownName = (base: string, state: string) => `${base}.${hashToken(state).slice(0, 8)}`;
