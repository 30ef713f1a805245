import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#server/config.ts";
import { hashToken, isToken, newToken } from "#server/secrets/secrets.ts";
import { cookieFlags, cookieName } from "./cookies.ts";

/**
 * A random token that names a browser to the server, given to it with the first answer that needs one. First requests can be
 * in flight side by side, and each answer then mints its own. So each token is also set under a name of its own, which no
 * other answer overwrites, and `joinMintedCookies` makes one browser of them on the next request.
 */
export type MintedCookie = {
  name: "otp" | "co" | "draft";
  /** Seconds. */
  maxAge: number;
};

/** How long a browser keeps the copy under its own name: longer than any two answers are apart. */
const copySeconds = 3_600;
/** Tokens of one kind that are looked at. Browsers hold one, or one for each of a few requests in flight at once. */
const mostTokens = 8;

/** The token that this browser holds; undefined if it holds none. */
export const mintedToken = (
  config: Config,
  request: FastifyRequest,
  name: MintedCookie["name"],
): string | undefined => heldTokens(config, request, name)[0];

/** The same, minted if the browser holds none, and kept for `maxAge` from now on. */
export function ensureMintedToken(
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, maxAge }: MintedCookie,
): string {
  const base = cookieName(config, name);
  const held = mintedToken(config, request, name);
  const token = held ?? newToken();
  reply.setCookie(base, token, { ...cookieFlags(config), maxAge });
  if (held === undefined) {
    const copy = copyName(base, token);
    reply.setCookie(copy, token, { ...cookieFlags(config), maxAge: Math.min(maxAge, copySeconds) });
    request.cookies[base] = token;
  }
  return token;
}

/** Takes the token from the browser, with every copy of it. */
export function clearMintedCookie(
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  name: MintedCookie["name"],
): void {
  const base = cookieName(config, name);
  for (const held of [base, ...copiesIn(request, base)]) reply.clearCookie(held, cookieFlags(config));
}

/** The browser's tokens, each once. The first is the same however the cookies are ordered. */
export function heldTokens(config: Config, request: FastifyRequest, name: MintedCookie["name"]): string[] {
  const base = cookieName(config, name);
  const held = [base, ...copiesIn(request, base)].map((cookie) => request.cookies[cookie]).filter(isToken);
  return [...new Set(held)].toSorted().slice(0, mostTokens);
}

/** Leaves the browser with its first token alone, after the others were joined to it. */
export function keepFirstToken(
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, maxAge }: MintedCookie,
): void {
  const base = cookieName(config, name);
  const [first = ""] = heldTokens(config, request, name);
  reply.setCookie(base, first, { ...cookieFlags(config), maxAge });
  for (const copy of copiesIn(request, base))
    if (request.cookies[copy] !== first) reply.clearCookie(copy, cookieFlags(config));
}

const copyName = (base: string, token: string) => `${base}.${hashToken(token).slice(0, 8)}`;

const copiesIn = ({ cookies }: FastifyRequest, base: string): string[] =>
  Object.keys(cookies).filter((name) => name.startsWith(`${base}.`));
