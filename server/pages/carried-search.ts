import type { FastifyRequest } from "fastify";

/** What an affiliate's link, a coupon's link or a reply brings along, and checkout wants to know in the end. */
const carried = ["aff", "code", "via"] as const;
const longest = 100;

/** The part of an address that the store's links carry on: "?aff=maya&code=WELCOME10"; empty where there is none of it. */
export function carriedSearch(request: FastifyRequest): string {
  const query = request.query as Partial<Record<string, unknown>>;
  const given = carried.flatMap((name) => {
    const value = query[name];
    return typeof value === "string" && value !== "" && value.length <= longest
      ? [[name, value] as const]
      : [];
  });
  return given.length > 0 ? `?${new URLSearchParams(Object.fromEntries(given)).toString()}` : "";
}

const links = /href="(\/(?:u|checkout)\/[^"?#]*)(#[^"]*)?"/g;

/**
 * A page with `search` behind each of its links to stores, products and checkouts. Pages are rendered and kept without
 * it, so that nobody fills the cache with copies for codes of their own making.
 */
export function withCarriedSearch(html: string, search: string): string {
  const escaped = search.replaceAll("&", "&amp;");
  return html.replace(links, (_link, path: string, place = "") => `href="${path}${escaped}${place}"`);
}
