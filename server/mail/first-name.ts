/** The words that a name may consist of: nothing that is, or looks like, a link or an address. */
const isName = /^\p{L}[\p{L}\p{M}'’-]{0,39}$/u;

/**
 * The first name of a person as a mail may say it, of what they typed at a checkout; null where it is no name. Whoever
 * types it may have a mail sent to somebody else's address.
 */
export function firstNameOf(typed: string | null): string | null {
  const first = typed?.normalize("NFC").split(/\s+/u).find(Boolean) ?? "";
  return isName.test(first) ? first : null;
}
