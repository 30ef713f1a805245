import { trimCharacters } from "./trim-characters.ts";

/** What nobody sees: zero-width characters, marks of direction, soft hyphens, fillers and the like. */
const invisible = /[^\P{Default_Ignorable_Code_Point}\u200c\u200d]/gu;
/** Invisible too, but domains in some scripts are written with them. */
const joiners = /[\u200c\u200d]/g;
/** What an address is wrapped in where it was copied: spaces, brackets, quotation marks, the comma of a list. */
const wrapping = ' \t\r\n\u1680\u2028\u2029\u200c\u200d<>()[]"“”„«»‹›‘’,;:';

/**
 * An address as it was meant, of what was typed or pasted: "Ada <ADA＠exämple.com>," and "mailto:ada@exämple.com" are
 * ada@xn--exmple-cua.com. In lower case, without invisible characters, with its domain as mail servers read it. What comes
 * out may be no address at all.
 */
export function bareEmail(text: string): string {
  const plain = unwrapped(text.normalize("NFKC").replaceAll(invisible, ""));
  const inBrackets = text.includes("<") ? plain.slice(plain.lastIndexOf("<") + 1) : plain;
  const address = unwrapped(withoutScheme(inBrackets));
  const at = address.lastIndexOf("@");
  if (at < 0) return address.toLowerCase();
  const mailbox = address.slice(0, at).replaceAll(joiners, "");
  return `${mailbox.toLowerCase()}@${asciiDomain(address.slice(at + 1).toLowerCase())}`;
}

const unwrapped = (text: string): string => trimCharacters(text, wrapping).replace(/\.$/, "");

function withoutScheme(text: string): string {
  if (!/^mailto:/i.test(text)) return text;
  const [address = ""] = text.slice("mailto:".length).split("?");
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** A domain in the letters of mail servers, "xn--" where it has others; as it is where it can be none. */
function asciiDomain(domain: string): string {
  for (const candidate of [domain, domain.replaceAll(joiners, "")]) {
    if (/^[\x21-\x7e]*$/.test(candidate)) return candidate;
    // Otherwise `URL` would read a path, a port or a user's name there.
    if (!/[\s/?#:@\\%]/.test(candidate) && URL.canParse(`http://${candidate}`))
      return new URL(`http://${candidate}`).hostname;
  }
  return domain;
}
