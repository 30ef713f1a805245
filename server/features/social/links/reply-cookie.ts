import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#server/config.ts";
import { cookieFlags, cookieName } from "#server/http/cookies.ts";
import { replyLinkCode } from "./reply-links.ts";

const days7 = 7 * 24 * 60 * 60;
const nameOf = (config: Config) => cookieName(config, "reply");

/** The code of the reply's link that this browser clicked last, within seven days. */
export function replyLinkOf(config: Config, request: FastifyRequest): string | undefined {
  const code = request.cookies[nameOf(config)];
  return code !== undefined && replyLinkCode.test(code) ? code : undefined;
}

/** Last click wins. Lax, because the link is clicked on another site. */
export function setReplyCookie(config: Config, reply: FastifyReply, code: string): void {
  reply.setCookie(nameOf(config), code, { ...cookieFlags(config), maxAge: days7 });
}
