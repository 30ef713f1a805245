/**
 * The page of this site to return to after signing in or out, with its query and fragment. Whatever leads elsewhere,
 * into the API, or is no path at all, becomes `fallback`.
 */
export function returnPath(wanted: string | undefined, fallback = "/"): string {
  if (!wanted || !localPath.test(wanted)) return fallback;
  const here = "https://here.invalid";
  const url = URL.parse(wanted, here);
  if (!url || url.origin !== here) return fallback;
  // Browsers drop tabs and line breaks, and fold "/.//" to "//", so what they would make of it is checked again.
  const path = url.pathname + url.search + url.hash;
  return localPath.test(path) ? path : fallback;
}

const localPath = /^\/(?![/\\]|api\/)/;
