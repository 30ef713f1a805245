import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#server/config.ts";
import { hashToken, isToken, newToken } from "#server/secrets/secrets.ts";

const days30 = 30 * 24 * 60 * 60;

export const browserCookieName = (config: Config): string =>
  config.publicUrl.protocol === "https:" ? "__Host-co" : "co";

/** The hash by which this browser is known as a buyer; undefined before its first checkout. */
export function browserHashOf(config: Config, request: FastifyRequest): string | undefined {
  const cookie = request.cookies[browserCookieName(config)];
  return isToken(cookie) ? hashToken(cookie) : undefined;
}

/**
 * The same, given to the browser if it has none. The cookie is HttpOnly and holds 256 random bits; Lax rather than
 * Strict, because a bank's return is a navigation from another site.
 */
export function ensureBrowserCookie(config: Config, request: FastifyRequest, reply: FastifyReply): string {
  const known = request.cookies[browserCookieName(config)];
  const token = isToken(known) ? known : newToken();
  reply.setCookie(browserCookieName(config), token, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: config.publicUrl.protocol === "https:",
    maxAge: days30,
  });
  return hashToken(token);
}
