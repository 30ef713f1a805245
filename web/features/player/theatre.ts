import { useEffect, useSyncExternalStore } from "react";

const key = "openstall:theatre";
/** Kept where the page's styles see it, and told to whoever listens. */
const mark = "data-theatre";
const listeners = new Set<() => void>();
let isOn: boolean | undefined;

/** What was chosen before; not for a browser that keeps nothing. */
function readTheatre(): boolean {
  try {
    return localStorage.getItem(key) === "on";
  } catch {
    return false;
  }
}

const getTheatre = (): boolean => (isOn ??= readTheatre());

/** Gives a video the page's whole width, or takes it back, and remembers that for every course. */
export function toggleTheatre(): void {
  isOn = !getTheatre();
  try {
    localStorage.setItem(key, isOn ? "on" : "off");
  } catch {
    // For this page, then.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a video has the page's whole width; player.css does the rest. */
export function useTheatre(): boolean {
  const theatre = useSyncExternalStore(subscribe, getTheatre, () => false);
  useEffect(() => {
    document.documentElement.toggleAttribute(mark, theatre);
    return () => document.documentElement.removeAttribute(mark);
  }, [theatre]);
  return theatre;
}
