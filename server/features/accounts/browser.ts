import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#server/config.ts";
import { isToken, newToken } from "#server/secrets.ts";
import type { Services } from "#server/services.ts";
import { cookieFlags, cookieName } from "./cookies.ts";
import { clearSessionCookie, endSession, setSessionCookie } from "./sessions.ts";

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

/** Gives the browser a new session in place of the one it had. */
export async function startBrowserSession(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<void> {
  if (request.signedIn) await endSession(services, request.signedIn.sessionId);
  setSessionCookie(reply, services.config, token);
}

/** Signs this browser out; also where its session has ended already. */
export async function endBrowserSession(services: Services, request: FastifyRequest, reply: FastifyReply) {
  if (request.signedIn) await endSession(services, request.signedIn.sessionId);
  clearSessionCookie(reply, services.config);
}
