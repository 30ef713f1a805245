import { type NameFault, nameFault } from "./hostile-words.ts";
import { impersonates } from "./impersonation.ts";
import { singleLine } from "./mail-headers.ts";

/** Checks, badges and locks, with which a sender would look verified. */
const trustSymbols = /[✓✔✅☑⍻√🗸🗹🆗🔒🔓🔏🔐🔑🗝🛡🎖🏅📛🪪🔵]\p{M}*\u200D*/gu;

type Store = { name: string; handle: string; isPlatform: boolean };
type SenderName = {
  name: string;
  /** Why the name is not the one that the creator wrote; null where it is. */
  replacedFor: NameFault | "IMPERSONATION" | null;
};

/**
 * Returns the name under which a store's emails are sent, at most 60 characters: the creator's own without trust symbols, or
 * their handle if that name is an address, a link or an impersonation. The platform's own name is never replaced.
 */
export function senderName({ name, handle, isPlatform }: Store): SenderName {
  const plain = name.replaceAll(trustSymbols, "");
  const line = singleLine(plain, 60);
  const replacedFor = isPlatform ? null : (nameFault(plain) ?? (impersonates(line) ? "IMPERSONATION" : null));
  if (replacedFor === null) return { name: line, replacedFor };
  return { name: impersonates(handle) ? "A store" : handle, replacedFor };
}

/** The same name for headers and sentences. */
export const storeName = (store: Store): string => senderName(store).name;
