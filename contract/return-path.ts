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
  return localPath.test(path) && isLocalHoweverDecoded(url.pathname) ? path : fallback;
}

const here = "https://here.invalid";
const localPath = /^\/(?![/\\]|api\/)/;

/** No page of ours has an address that was encoded more than once. */
const mostDecodings = 4;

/**
 * Whether the path stays on this site when a proxy, a router or a browser decodes it, once or more often. A path that is
 * still encoded after `mostDecodings` does not: each further one would cost as much again.
 */
function isLocalHoweverDecoded(pathname: string): boolean {
  let read: string | undefined = pathname;
  for (let times = 0; times < mostDecodings; times += 1) {
    if (read === undefined || !isLocal(read)) return false;
    const decoded = decoding(read);
    if (decoded === read) return true;
    read = decoded;
  }
  return false;
}

function isLocal(pathname: string): boolean {
  if (/[\\\p{Cc}]|\/\//u.test(pathname)) return false;
  const read = URL.parse(pathname, here);
  return read?.origin === here && localPath.test(read.pathname);
}

function decoding(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
