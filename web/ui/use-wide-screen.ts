import { useSyncExternalStore } from "react";

const query = "(min-width: 48rem)";

/** Whether there is room for a table. For screens rendered in the browser; a server assumes there is. */
export function useWideScreen() {
  return useSyncExternalStore(
    onChange,
    () => matchMedia(query).matches,
    () => true,
  );
}

function onChange(listener: () => void) {
  const media = matchMedia(query);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}
