import type { FastifyRequest } from "fastify";

/**
 * Whether a page's visitor came by a navigation of their own: typed, followed or bookmarked. A page of another site that
 * leads here without a press does not count; browsers that say nothing of it get the benefit of the doubt.
 */
export function isOwnNavigation({ headers }: Pick<FastifyRequest, "headers">): boolean {
  const site = headers["sec-fetch-site"];
  const isForeign = site === "cross-site" || site === "same-site";
  return headers["sec-purpose"] === undefined && (!isForeign || headers["sec-fetch-user"] === "?1");
}
