import { createIsomorphicFn } from "@tanstack/react-start";

const key = (slug: string) => `openstall:course:${slug}`;

/**
 * Keeps the receipt's proof that the address carries (`#order=…&rt=…`) for this tab, so that a reload keeps working, and
 * takes it out of the address bar. Answers whether there is one. Call it in the browser only.
 */
export function saveCourseProof(slug: string): boolean {
  const given = new URLSearchParams(location.hash.slice(1));
  const [order, token] = [given.get("order"), given.get("rt")];
  if (order && token) {
    sessionStorage.setItem(key(slug), JSON.stringify({ "x-order-id": order, "x-order-proof": token }));
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return sessionStorage.getItem(key(slug)) !== null;
}

/** The headers that show the receipt's proof of a course; none on the server, which never sees it in an address. */
export const courseProofHeaders = createIsomorphicFn()
  .server((_slug: string): Record<string, string> => ({}))
  .client((slug: string): Record<string, string> => {
    const kept = sessionStorage.getItem(key(slug));
    return kept ? (JSON.parse(kept) as Record<string, string>) : {};
  });
