import type { FastifyRequest } from "fastify";
import type { Config } from "#server/config.ts";
import { Forbidden } from "#server/errors.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether a request is of a kind that may change something. */
export const isUnsafe = ({ method }: FastifyRequest): boolean => !safeMethods.has(method);

/**
 * Refuses what another site made a browser send. Browsers say where a request comes from in `Sec-Fetch-Site`; older
 * ones send `Origin`; what sends neither is no browser, and carries no cookie it should not.
 */
export function refuseForeignRequests(request: FastifyRequest, config: OurAddress): void {
  if (!isUnsafe(request) || request.url.startsWith("/webhook/")) return;
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) {
    if (site !== "same-origin") throw Forbidden("This request came from another site", "CROSS_SITE");
    return;
  }
  const origin = request.headers.origin;
  if (origin === undefined) return;
  if (!isOurOrigin(origin, request, config))
    throw Forbidden("This request came from another site", "CROSS_SITE");
}

type OurAddress = Pick<Config, "mode" | "publicUrl">;

/**
 * Whether an origin is ours: that of PUBLIC_URL. `Host` is only believed in local mode, where the same store
 * has several names and `local-mode.ts` refuses all others.
 */
export function isOurOrigin(
  origin: string,
  request: FastifyRequest,
  { mode, publicUrl }: OurAddress,
): boolean {
  if (origin === publicUrl.origin) return true;
  return mode === "local" && origin === `${request.protocol}://${request.host}`;
}
