import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#server/config.ts";
import { affiliateCode } from "./affiliate-code.ts";

const name = "aff";
const days30 = 30 * 24 * 60 * 60;

/** The code of the affiliate link that this browser opened last, within 30 days. An explicit code wins over it. */
export function affiliateCodeOf(request: FastifyRequest): string | undefined {
  const code = request.cookies[name];
  return code !== undefined && affiliateCode.test(code) ? code : undefined;
}

/** Last click wins. Lax, because a link is opened from another site. */
export function setAffiliateCookie(config: Config, reply: FastifyReply, code: string): void {
  reply.setCookie(name, code, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: config.publicUrl.protocol === "https:",
    maxAge: days30,
  });
}
