import { createIsomorphicFn } from "@tanstack/react-start";

const key = (of: string) => `openstall:course:${of}`;

/** What a page's proof is kept under until its course is known: by its id from then on. */
export const courseAddress = ({ slug, store }: { slug: string; store: string | undefined }): string =>
  store === undefined ? slug : `${store}/${slug}`;

/**
 * Keeps the receipt's proof that the address carries (`#order=…&rt=…`) for this tab, so that a reload keeps working, and
 * takes it out of the address bar. `of`: the course's id or its address. Answers whether there is one. Call it in the
 * browser only.
 */
export function saveCourseProof(of: string): boolean {
  const given = new URLSearchParams(location.hash.slice(1));
  const [order, token] = [given.get("order"), given.get("rt")];
  if (order && token) {
    sessionStorage.setItem(key(of), JSON.stringify({ "x-order-id": order, "x-order-proof": token }));
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return sessionStorage.getItem(key(of)) !== null;
}

/** Once an address has led to its course, the proof that was kept under the one holds for the other. */
export const copyCourseProof = createIsomorphicFn()
  .server((_address: string, _courseId: string): void => {})
  .client((address: string, courseId: string): void => {
    const kept = sessionStorage.getItem(key(address));
    if (kept && !sessionStorage.getItem(key(courseId))) sessionStorage.setItem(key(courseId), kept);
  });

/** The headers that show the receipt's proof of a course; none on the server, which never sees it in an address. */
export const courseProofHeaders = createIsomorphicFn()
  .server((_of: string): Record<string, string> => ({}))
  .client((of: string): Record<string, string> => {
    const kept = sessionStorage.getItem(key(of));
    return kept ? (JSON.parse(kept) as Record<string, string>) : {};
  });
