import { useEffect, useEffectEvent } from "react";

/** Cmd-K, or Ctrl-K, anywhere but within a text that is written by sight, where it makes a link. */
export function usePaletteKey(onPress: () => void): void {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== "k" ||
        !(event.metaKey || event.ctrlKey) ||
        event.shiftKey ||
        event.altKey
      )
        return;
      if (event.target instanceof HTMLElement && event.target.isContentEditable) return;
      event.preventDefault();
      press();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
