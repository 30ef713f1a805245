import { useMemo, useState } from "react";

type Chosen = { of: string; ids: ReadonlySet<string>; isAll: boolean };

export type Choice = {
  /** Rows that were chosen by hand. */
  ids: ReadonlySet<string>;
  /** Instead of them: all that the filter finds, on whatever page. */
  isAll: boolean;
  isChosen: (id: string) => boolean;
  /** Chooses rows that are shown, or lets go of them; of all that were chosen, the others that are shown stay. */
  set: (ids: readonly string[], isChosen: boolean, shown: readonly string[]) => void;
  chooseAll: () => void;
  clear: () => void;
};

const none: ReadonlySet<string> = new Set();

/**
 * Which rows of a list are chosen. `filter` says what the list shows: with another one none are, since nobody would see them.
 * The same object until something of that changes.
 */
export function useChoice(filter: string): Choice {
  const [kept, setKept] = useState<Chosen>({ of: filter, ids: none, isAll: false });
  return useMemo(() => {
    const { ids, isAll } = kept.of === filter ? kept : { ids: none, isAll: false };
    return {
      ids,
      isAll,
      isChosen: (id) => isAll || ids.has(id),
      set(changed, isChosen, shown) {
        const next = new Set(isAll ? shown : ids);
        for (const id of changed) {
          if (isChosen) next.add(id);
          else next.delete(id);
        }
        setKept({ of: filter, ids: next, isAll: false });
      },
      chooseAll: () => setKept({ of: filter, ids: none, isAll: true }),
      clear: () => setKept({ of: filter, ids: none, isAll: false }),
    };
  }, [kept, filter]);
}
