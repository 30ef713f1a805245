import type { FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "#server/services.ts";
import { clearSessionCookie, endSession, setSessionCookie } from "./sessions.ts";

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
