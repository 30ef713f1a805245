import { vi } from "vitest";

/** Calls `start` so that no interval it sets ever fires: what it started then works only when something wakes it. */
export function withoutIntervals<T>(start: () => T): T {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  try {
    return start();
  } finally {
    vi.useRealTimers();
  }
}
