import { trimEndCharacters } from "#contract/trim-characters.ts";

/** The handle whose public page a path is: "demo" for /u/demo and /u/demo/kit; undefined for any other page. */
export function storefrontOf(path: string): string | undefined {
  return /^\/u\/([^/]+)/.exec(plainPath(path))?.[1];
}

/**
 * The one name under which a page is kept: paths that differ in case, in what is percent-encoded or in a last slash show
 * the same store, and would otherwise be kept once for each way of writing them.
 */
export function plainPath(path: string): string {
  try {
    return trimEndCharacters(decodeURIComponent(path).toLowerCase(), "/") || "/";
  } catch {
    return path;
  }
}
