import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#server/config.ts";
import { cookieFlags, cookieName } from "#server/http/cookies.ts";
import { hashToken, isToken, newToken } from "#server/secrets/secrets.ts";

export const draftDays = 7;

const nameOf = (config: Config) => cookieName(config, "draft");

/** The hash by which this browser's drafts are found; undefined where it has none. It opens nothing else. */
export function draftHashOf(config: Config, request: FastifyRequest): string | undefined {
  const token = request.cookies[nameOf(config)];
  return isToken(token) ? hashToken(token) : undefined;
}

/** The same, given to the browser if it has none, and kept from now on as long as a draft. */
export function ensureDraftCookie(config: Config, request: FastifyRequest, reply: FastifyReply): string {
  const known = request.cookies[nameOf(config)];
  const token = isToken(known) ? known : newToken();
  reply.setCookie(nameOf(config), token, { ...cookieFlags(config), maxAge: draftDays * 24 * 60 * 60 });
  return hashToken(token);
}

export function clearDraftCookie(config: Config, reply: FastifyReply): void {
  reply.clearCookie(nameOf(config), cookieFlags(config));
}
