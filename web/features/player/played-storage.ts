import type { PlayedStorage } from "./played-outbox.ts";

/** A browser that keeps nothing, or has no room left, still has the page's memory. */
export const playedStorage: PlayedStorage = {
  getItem: (key) => orUndefined(() => localStorage.getItem(key)) ?? null,
  setItem: (key, value) => orUndefined(() => localStorage.setItem(key, value)),
  removeItem: (key) => orUndefined(() => localStorage.removeItem(key)),
  keys: () => orUndefined(() => Object.keys(localStorage)) ?? [],
};

function orUndefined<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
