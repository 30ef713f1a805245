import { innerLink, signsOut } from "#contract/inner-link.ts";

const longest = 2_000;

/**
 * The address that a link in a text may lead to: https, http, mailto, tel, or a page of this site (`innerLink`); undefined
 * for any other. Browsers skip control characters and blanks within a scheme, so these are gone before it is judged.
 */
export function linkAddress(typed: string): string | undefined {
  const address = typed.replaceAll(/[\p{C}\p{Z}\s]/gu, "");
  if (address === "" || address.length > longest) return undefined;
  if (/^(mailto:[^:/?#@]+@[^:/?#@]+(\?|$)|tel:\+?[\d().-]+$)/i.test(address)) return address;
  if (address.startsWith("/")) return innerLink(address) === undefined ? undefined : address;
  if (!/^https?:\/\/[^/?#\\@]/i.test(address) || !URL.canParse(address)) return undefined;
  const { username, password } = new URL(address);
  // A name before the host is how a link pretends to lead elsewhere.
  return username || password || signsOut(address) ? undefined : address;
}

/** The same for what somebody types: a scheme may be missing, as in `example.com`. */
export function typedAddress(typed: string): string | undefined {
  const given = typed.trim();
  if (!given.includes(".") && !/^(\/|mailto:|tel:|https?:)/i.test(given)) return undefined;
  return linkAddress(given) ?? linkAddress(`https://${given}`);
}
