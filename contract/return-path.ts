/**
 * The page of this site to return to after signing in or out, with its query and fragment. Whatever leads elsewhere,
 * into the API, or is no path at all, becomes `fallback`.
 */
export function returnPath(wanted: string | undefined, fallback = "/"): string {
  if (!wanted || !localPath.test(wanted)) return fallback;
  const url = URL.parse(wanted, here);
  if (!url || url.origin !== here) return fallback;
  // Browsers drop tabs and line breaks, and fold "/.//" to "//", so what they would make of it is checked again.
  const path = url.pathname + url.search + url.hash;
  return localPath.test(path) && isLocalDecoded(url.pathname) ? path : fallback;
}

const here = "https://here.invalid";
const localPath = /^\/(?![/\\]|api\/)/;

/** What a proxy, a router or a browser would make of the path by decoding it, once or more often, is of this site as well. */
function isLocalDecoded(pathname: string): boolean {
  if (/[\\\p{Cc}]|\/\//u.test(pathname)) return false;
  const read = URL.parse(pathname, here);
  if (read?.origin !== here || !localPath.test(read.pathname)) return false;
  const decoded = decoding(pathname);
  return decoded !== undefined && (decoded === pathname || isLocalDecoded(decoded));
}

function decoding(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
