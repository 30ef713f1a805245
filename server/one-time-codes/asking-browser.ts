import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#server/config.ts";
import { ensureMintedToken, type MintedCookie } from "#server/http/minted-cookies.ts";

/** What a session remembers of the browser it was started on. */
export const clientOf = (request: FastifyRequest) => ({
  userAgent: request.headers["user-agent"] ?? "",
  ip: request.ip,
});

/** Binds codes and passkey challenges to the browser that asked for them. */
export const codeCookie: MintedCookie = { name: "otp", maxAge: 3_600 };

/**
 * The token that binds a browser to the codes it asked for; given to it when it has none. It says nothing of who asks,
 * and is kept from one request to the next, so that a refused one leaves the older code usable.
 */
export const browserTokenOf = (request: FastifyRequest, reply: FastifyReply, config: Config): string =>
  ensureMintedToken(config, request, reply, codeCookie);
