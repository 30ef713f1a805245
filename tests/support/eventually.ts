import { vi } from "vitest";

/**
 * Waits until `check` no longer throws and returns what it gives. The limit only ends a test that waits in vain; it is below
 * the minute after which caches forget by themselves.
 */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 50_000, interval: 10 });
}
