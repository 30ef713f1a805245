const longest = 2_000;

/**
 * The address that a link in a text may lead to: https, http, mailto, tel, or a page of this site; undefined for any
 * other. Browsers skip control characters and blanks within a scheme, so these are gone before it is judged. Calls of the
 * API are no pages: a link to one would sign its reader out.
 */
export function linkAddress(typed: string): string | undefined {
  const address = typed.replaceAll(/[\p{C}\p{Z}\s]/gu, "");
  if (address === "" || address.length > longest) return undefined;
  if (/^(mailto:[^:/?#@]+@[^:/?#@]+(\?|$)|tel:\+?[\d().-]+$)/i.test(address)) return address;
  if (/^\/(?![/\\])/.test(address)) return isOwnPage(address) ? address : undefined;
  if (!/^https?:\/\/[^/?#\\@]/i.test(address) || !URL.canParse(address)) return undefined;
  const { username, password } = new URL(address);
  // A name before the host is how a link pretends to lead elsewhere.
  return username || password ? undefined : address;
}

/** The same for what somebody types: a scheme may be missing, as in `example.com`. */
export function typedAddress(typed: string): string | undefined {
  const given = typed.trim();
  if (!given.includes(".") && !/^(\/|mailto:|tel:|https?:)/i.test(given)) return undefined;
  return linkAddress(given) ?? linkAddress(`https://${given}`);
}

function isOwnPage(path: string): boolean {
  const here = "https://own.invalid";
  if (!URL.canParse(path, here)) return false;
  const { origin, pathname } = new URL(path, here);
  return origin === here && !/^\/(api|dev|webhook)(\/|$)/i.test(pathname);
}
