import { storeHeader } from "#contract/team/refusals.ts";

/** The id of the creator whose store this tab shows; undefined until it is known who is signed in. */
let shown: string | undefined;

/** Whose store this tab shows, for what is no call: a window that it opens. */
export const shownStore = (): string | undefined => shown;

/** Says so with a call: another tab may have switched to another store, and nothing that is meant for this one is done to that. */
export const shownStoreHeader = (): Record<string, string> =>
  shown === undefined ? {} : { [storeHeader]: shown };

/**
 * Notes whose store this tab shows from now on. Answers false where it showed another: what it holds of that one is then not
 * of the store that the browser acts for, and the tab has to begin anew.
 */
export function showStore(storeId: string): boolean {
  const isSame = shown === undefined || shown === storeId;
  shown = storeId;
  return isSame;
}

/** As if the tab had just been opened: the screens of tests share one. */
export function forgetShownStore(): void {
  shown = undefined;
}
