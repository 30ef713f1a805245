import { useSyncExternalStore } from "react";
import { isReachable } from "./network.ts";

/**
 * A tab outlives deploys. Its build's files stay served for a while; where one cannot be had all the same, the page is
 * loaded anew, once, unless somebody would lose by it: then whatever needed the file says so in its place.
 */
export function reloadForNewerBuild(build: string): void {
  if (typeof window === "undefined") return;
  addEventListener("input", keepPage, true);
  // Typing in another site's frame, as into a provider's card fields, is heard by nobody here.
  addEventListener("blur", () => document.activeElement instanceof HTMLIFrameElement && keepPage());
  addEventListener("vite:preloadError", (event) => {
    const { payload } = event as Event & { payload: Error };
    // The router knows these errors by their text, and reloads by itself, whatever is going on.
    payload.message = `A file of this page could not be loaded. ${payload.message}`;
    // A page that has not been taken over yet is loaded anew whatever is missing (layout/lost-scripts.ts).
    if (window.lostScripts) return;
    if (reloading) return event.preventDefault();
    if (keptPath === location.pathname || !navigator.onLine || !mayReload(build)) return;
    event.preventDefault();
    void reloadOnceAnswered();
  });
}

/** From here on this page never reloads by itself: something was typed, or a payment runs. It ends with its address. */
export function keepPage(): void {
  keptPath = location.pathname;
}

/** Whether the page is about to be loaded anew: what failed need not be said. */
export const useReloading = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => reloading,
    () => false,
  );

const listeners = new Set<() => void>();
const storageKey = "openstall:reloaded";
let keptPath: string | undefined;
let reloading = false;

/** Once for each build, which a reload that brought no other one would not cure, and once a minute. */
function mayReload(build: string): boolean {
  try {
    const last = JSON.parse(sessionStorage.getItem(storageKey) ?? "{}") as { build?: string; at?: number };
    const now = Date.now();
    if (last.build === build || now - (last.at ?? 0) < 60_000) return false;
    sessionStorage.setItem(storageKey, JSON.stringify({ build, at: now }));
    return true;
  } catch {
    // Without a memory it might go on for ever.
    return false;
  }
}

/** Without a network the browser would show its own page in the place of ours. */
async function reloadOnceAnswered() {
  setReloading(true);
  // Meanwhile somebody may have begun to type.
  if ((await isReachable()) && keptPath !== location.pathname) return location.reload();
  setReloading(false);
}

function setReloading(value: boolean) {
  reloading = value;
  for (const listener of listeners) listener();
}
