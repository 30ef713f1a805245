import type { FastifyRequest } from "fastify";
import { Forbidden } from "./errors.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether a request is of a kind that may change something. */
export const isUnsafe = ({ method }: FastifyRequest): boolean => !safeMethods.has(method);

/**
 * Refuses what another site made a browser send. Browsers say where a request comes from in `Sec-Fetch-Site`; older
 * ones send `Origin`; what sends neither is no browser, and carries no cookie it should not.
 */
export function refuseForeignRequests(request: FastifyRequest, ourOrigin: string): void {
  if (!isUnsafe(request) || request.url.startsWith("/webhook/")) return;
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) {
    if (site !== "same-origin") throw Forbidden("This request came from another site", "CROSS_SITE");
    return;
  }
  const origin = request.headers.origin;
  if (origin === undefined) return;
  const own = origin === ourOrigin || origin === `${request.protocol}://${request.host}`;
  if (!own) throw Forbidden("This request came from another site", "CROSS_SITE");
}
