import type { NameFault } from "#contract/accounts/sender-name.ts";
import { inertHeader, nameFault } from "./hostile-words.ts";
import { impersonates } from "./impersonation.ts";
import { singleLine } from "./mail-headers.ts";

/** Checks, badges and locks, with which a sender would look verified. */
const trustSymbols = /[✓✔✅☑⍻√🗸🗹🆗🔒🔓🔏🔐🔑🗝🛡🎖🏅📛🪪🔵]\p{M}*\u200D*/gu;

type Store = {
  name: string;
  handle: string;
  isPlatform: boolean;
  /** An operator has approved exactly this name with this handle. */
  isNameApproved: boolean;
};
type SenderName = {
  name: string;
  /** Why the name is not the one that the creator wrote; null where it is. */
  replacedFor: NameFault | null;
};

/** Whether an operator can approve a name all the same. What no mail program shows as it is written can only be changed. */
export const canBeApproved = (fault: NameFault | null): boolean =>
  fault === "IMPERSONATION" || fault === "LINK";

/**
 * Returns the name under which a store's emails are sent, at most 60 characters: the creator's own without trust symbols, or
 * their handle if that name is an address, a link or an impersonation that no operator has approved. An approved name is no
 * link all the same. The platform's own name is never replaced.
 */
export function senderName({ name, handle, isPlatform, isNameApproved }: Store): SenderName {
  const plain = name.replaceAll(trustSymbols, "");
  const line = singleLine(plain, 60);
  if (isPlatform) return { name: line, replacedFor: null };
  const fault = nameFault(plain) ?? (impersonates(line) ? "IMPERSONATION" : null);
  if (fault === null) return { name: line, replacedFor: null };
  if (isNameApproved && canBeApproved(fault)) return { name: inertHeader(line), replacedFor: null };
  return { name: impersonates(handle) ? "A store" : handle, replacedFor: fault };
}

/** The same name for headers and sentences. */
export const storeName = (store: Store): string => senderName(store).name;
