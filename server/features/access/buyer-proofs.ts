import type { FastifyRequest } from "fastify";
import { hashToken, isToken } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";
import { browserHashOf } from "./browser-cookie.ts";

/**
 * What a request proves of its buyer without naming an order: its browser, and addresses verified by code, of which it can
 * show two (a bearer token and a cookie). Hashes only.
 */
export function buyerProofs(
  config: Services["config"],
  request: FastifyRequest,
): { browserHash: string | null; buyerTokenHashes: string[] } {
  return {
    browserHash: browserHashOf(config, request) ?? null,
    buyerTokenHashes: [bearerOf(request), request.cookies[buyerCookieName(config)]]
      .filter(isToken)
      .map(hashToken),
  };
}

export const buyerCookieName = (config: Services["config"]): string =>
  config.publicUrl.protocol === "https:" ? "__Host-buyer" : "buyer";

const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
