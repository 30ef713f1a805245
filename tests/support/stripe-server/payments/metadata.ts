import type { Metadata } from "./objects.ts";

/** Joins what is there; an empty value takes its key away, an empty text all of them. */
export function mergeMetadata(before: Metadata, change: object | "" | null | undefined): Metadata {
  if (change === undefined) return before;
  if (change === "" || change === null) return {};
  const merged = { ...before, ...change };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== "" && value !== null));
}
