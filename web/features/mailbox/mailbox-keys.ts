import { useEffect, useEffectEvent, type RefObject } from "react";

type Keys = {
  /** The listed mails, in order. */
  ids: string[];
  shownId: string | undefined;
  onOpen: (id: string | undefined) => void;
  searchBox: RefObject<HTMLInputElement | null>;
};

/** Arrows (or j and k) go through the mails, / goes to the search box, Escape leaves it or the open mail. */
export function useMailboxKeys({ ids, shownId, onOpen, searchBox }: Keys) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target === searchBox.current;
    if (event.key === "Escape") {
      if (!typing) return onOpen(undefined);
      // Browsers would empty the box, and with another search the open mail is left, too.
      event.preventDefault();
      return searchBox.current?.blur();
    }
    if (typing && event.key !== "ArrowDown") return;
    if (event.target instanceof Element && event.target.closest("[role=tablist]")) return;
    if (event.key === "/") {
      event.preventDefault();
      return searchBox.current?.focus();
    }
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const position = shownId === undefined ? -1 : ids.indexOf(shownId);
    const next = ids[Math.min(Math.max(position + step, 0), ids.length - 1)];
    if (next) onOpen(next);
  });

  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

const steps: Record<string, 1 | -1> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };
