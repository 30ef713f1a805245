import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#server/config.ts";
import { cookieName } from "#server/http/cookies.ts";
import {
  clearMintedCookie,
  ensureMintedToken,
  mintedToken,
  type MintedCookie,
} from "#server/http/minted-cookies.ts";
import { hashToken } from "#server/secrets/secrets.ts";

/** Names a browser as a buyer. Lax rather than Strict, because a bank's return is a navigation from another site. */
export const browserCookie: MintedCookie = { name: "co", maxAge: 30 * 24 * 60 * 60 };

export const browserCookieName = (config: Config): string => cookieName(config, browserCookie.name);

/** The hash by which this browser is known as a buyer; undefined before its first checkout. */
export function browserHashOf(config: Config, request: FastifyRequest): string | undefined {
  const token = mintedToken(config, request, browserCookie.name);
  return token === undefined ? undefined : hashToken(token);
}

/** The same, given to the browser if it has none. The cookie is HttpOnly and holds 256 random bits. */
export const ensureBrowserCookie = (config: Config, request: FastifyRequest, reply: FastifyReply): string =>
  hashToken(ensureMintedToken(config, request, reply, browserCookie));

export const clearBrowserCookie = (config: Config, request: FastifyRequest, reply: FastifyReply): void =>
  clearMintedCookie(config, request, reply, browserCookie.name);
