import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#server/config.ts";
import { cookieFlags, cookieName } from "#server/http/cookies.ts";
import { isToken, newToken } from "#server/secrets/secrets.ts";

/** What a session remembers of the browser it was started on. */
export const clientOf = (request: FastifyRequest) => ({
  userAgent: request.headers["user-agent"] ?? "",
  ip: request.ip,
});

/**
 * The token that binds a browser to the codes it asked for; given to it when it has none. It says nothing of who asks,
 * and is kept from one request to the next, so that a refused one leaves the older code usable.
 */
export function browserTokenOf(request: FastifyRequest, reply: FastifyReply, config: Config): string {
  const name = cookieName(config, "otp");
  const held = request.cookies[name];
  const token = isToken(held) ? held : newToken();
  reply.setCookie(name, token, { ...cookieFlags(config), maxAge: 3_600 });
  return token;
}
