import { type RefObject, useEffect } from "react";

/** The button that started the player is gone: its place among the keys is the player's. */
export function useFocusOnStart(player: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const at = document.activeElement;
    if (at === null || at === document.body || at.contains(player.current))
      player.current?.focus({ preventScroll: true });
  }, [player]);
}
