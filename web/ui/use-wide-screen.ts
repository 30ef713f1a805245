import { useCallback, useSyncExternalStore } from "react";

/** Whether the screen is at least so many rem wide: 48 have room for a table. For screens rendered in the browser; a server assumes they are. */
export function useWideScreen(rem = 48) {
  const query = `(min-width: ${rem}rem)`;
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => true,
  );
}
