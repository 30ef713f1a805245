const here = "https://here.invalid";
const longest = 2_000;
/** A proxy or a router decodes a path once or twice. One that keeps changing hides where it leads. */
const mostDecodings = 4;
/** First segments of addresses that act or answer programs. Following a link there could sign its reader out, for example. */
const notPages = new Set(["api", "dev", "oauth", "webhook"]);

/**
 * Decides what a link, a return, or a redirect within this site may lead to: returns the path with its query and fragment,
 * as a browser reads it. Returns undefined for another site's address, for calls of the API and the like, and for a path
 * that becomes either once somebody decodes it.
 */
export function innerLink(wanted: string): string | undefined {
  if (wanted.length > longest || !/^\/(?![/\\])/.test(wanted)) return undefined;
  const url = URL.parse(wanted, here);
  if (url?.origin !== here) return undefined;
  const { settles, readings } = readingsOf(url.pathname);
  return settles && readings.every(isPage) ? url.pathname + url.search + url.hash : undefined;
}

/** Whether a full address would sign its visitor out if its site were this one. Texts don't know which site they are on. */
export function signsOut(address: string): boolean {
  const url = URL.parse(address);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    readingsOf(url.pathname).readings.some((path) => segmentsOf(path)?.slice(0, 2).join("/") === "api/logout")
  );
}

/** The path as it is and as each decoding of it would be read; `settles` where nothing is left to decode. */
function readingsOf(pathname: string): { settles: boolean; readings: string[] } {
  const readings = [pathname];
  for (let read = pathname; readings.length <= mostDecodings;) {
    const decoded = decoding(read);
    if (decoded === undefined || decoded === read) return { settles: decoded === read, readings };
    readings.push((read = decoded));
  }
  return { settles: false, readings };
}

function isPage(path: string): boolean {
  if (/[\\\p{Cc}]|\/\//u.test(path)) return false;
  // A decoded question mark or hash ends the path for some, and not for others.
  return [path, path.replaceAll(/[?#]/g, "_")].every((read) => {
    const [first] = segmentsOf(read) ?? [];
    return first !== undefined && !notPages.has(first);
  });
}

/** The segments in one spelling, dots resolved; undefined where they aren't of this site or can't be read. */
function segmentsOf(path: string): string[] | undefined {
  const url = URL.parse(path, here);
  if (url?.origin !== here || url.pathname.includes("//")) return undefined;
  return decoding(url.pathname)?.normalize("NFKC").toLowerCase().split("/").slice(1);
}

function decoding(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
