import { innerLink, signsOut } from "#contract/inner-link.ts";

const longest = 2_000;

/**
 * The address that a link in a text may lead to: https, http, mailto, tel, or a page of this site (`innerLink`); undefined
 * for any other. Browsers skip control characters within a scheme, so these are removed before it is judged. Spaces are
 * encoded: file names and subjects of emails have them.
 */
export function linkAddress(typed: string): string | undefined {
  const address = withoutSpaces(typed);
  if (address === "" || address.length > longest) return undefined;
  if (/^(mailto:[^:/?#@]+@[^:/?#@]+(\?|$)|tel:\+?[\d().-]+$)/i.test(address)) return address;
  if (address.startsWith("/")) return innerLink(address) === undefined ? undefined : address;
  if (!/^https?:\/\/[^/?#\\@]/i.test(address) || !URL.canParse(address)) return undefined;
  const { username, password } = new URL(address);
  // A name before the host is how a link pretends to lead elsewhere.
  return username || password || signsOut(address) ? undefined : address;
}

/** Spaces mean nothing in a phone number and before a mail's subject. Elsewhere they are encoded; a host has none. */
function withoutSpaces(typed: string): string {
  const oneLine = typed.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "").trim();
  const [unspaced = ""] = /^(mailto:[^?]*|tel:.*|https?:\/\/\s*)/i.exec(oneLine) ?? [];
  return unspaced.replaceAll(/\p{Z}/gu, "") + oneLine.slice(unspaced.length).replaceAll(/\p{Z}/gu, "%20");
}

const mailbox = /^[^\s@/:?#]+@[^\s@/:?#.]+(\.[^\s@/:?#.]+)+$/;
const bareHost = /^[^\s@/:?#\\]+\.\p{L}[\p{L}\p{M}\p{N}-]+(?=[/?#:]|$)/u;

/** The same for what somebody types: "example.com" is taken as https, "me@example.com" as an email to it. */
export function typedAddress(typed: string): string | undefined {
  const given = typed.trim();
  if (mailbox.test(given)) return linkAddress(`mailto:${given}`);
  return linkAddress(bareHost.test(given) ? `https://${given}` : given);
}
