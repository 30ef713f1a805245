import { useSearch } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { useSearchChange } from "./use-search-change.ts";

/**
 * A dialog that is open while the address has `?name=` (an id, or "new"), so that a link can open it and Back closes it.
 * `saved`: nothing can be lost by closing it, and nobody is asked.
 */
export function useOpenedDialog(name: string) {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const change = useSearchChange();
  const opened = search[name];
  return {
    opened: typeof opened === "string" && opened !== "" ? opened : undefined,
    open: useCallback((id: string) => change({ [name]: id }), [change, name]),
    close: useCallback(
      ({ saved }: { saved: boolean }) =>
        change({ [name]: undefined }, { replace: true, ignoreBlocker: saved }),
      [change, name],
    ),
    /** The new one that is open has this id now. */
    rename: useCallback(
      (id: string) => change({ [name]: id }, { replace: true, ignoreBlocker: true }),
      [change, name],
    ),
  };
}

/**
 * What a dialog that the address opens is about: one of the items by its id, or a new one ("new"). Every opening has a
 * number, to be the key of a form of its own; 0 is none yet. The last one stays for the moment in which its dialog closes.
 * `begunAs`: the id that the new one got while it is open, which is no other opening.
 */
export function useOpenedItem<Item extends { id: string }>(
  opened: string | undefined,
  items: readonly Item[],
  begunAs?: string,
): { opening: number; open: boolean; item: Item | undefined } {
  const item = items.find(({ id }) => id === opened);
  const isBegun = opened !== undefined && opened === begunAs;
  const wanted = opened === "new" || item || isBegun ? opened : undefined;
  const [shown, setShown] = useState<{
    wanted: string | undefined;
    item: Item | undefined;
    opening: number;
  }>({ wanted: undefined, item: undefined, opening: 0 });
  if (wanted !== shown.wanted)
    setShown(
      wanted === undefined || isBegun ? { ...shown, wanted } : { wanted, item, opening: shown.opening + 1 },
    );
  return { opening: shown.opening, open: shown.wanted !== undefined, item: shown.item };
}
