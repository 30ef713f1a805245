import type { CdnSettings } from "#server/cdn/cdn-environment.ts";
import { tagsOfStore } from "#server/cdn/cache-tags.ts";

/**
 * A CDN gives out a page of a store for a minute, and an old one for ten more while it asks for a new one. It is told to drop it
 * when something changes. There is no `stale-if-error`: any store can be suspended, and a copy must not outlive that by a day
 * because we could not be reached.
 */
const sharedSeconds = 60;
const staleSeconds = 600;
const sharedStorefront = `public, max-age=0, s-maxage=${sharedSeconds}, stale-while-revalidate=${staleSeconds}`;
/** Kept here for a minute, and then there: what changes by itself within that is given to nobody else to keep. */
const longestShownMs = (60 + sharedSeconds + staleSeconds) * 1_000;

/** What looks at a store's page are counted by where somebody else gives it out. */
export const seenPath = "/seen";

/**
 * How a page of a store is shared with a CDN: its headers, and its text with a picture of nothing that comes from us, by which
 * looks at it are counted without a script. Undefined where it stays between us and the visitor, and is counted as it is
 * answered: without a CDN, and where it changes by itself before long (`until`).
 */
export function sharedStorefrontOf(
  cdn: CdnSettings | undefined,
  { handle, path, until, now }: { handle: string; path: string; until: Date | undefined; now: Date },
): { cacheControl: string; headers: Record<string, string>; withSeen(html: string): string } | undefined {
  if (!cdn || handle === "") return undefined;
  if (until && until.getTime() - now.getTime() < longestShownMs) return undefined;
  const seen = `<img hidden alt="" src="${encodeURI(seenPath + path)}"/>`;
  return {
    cacheControl: sharedStorefront,
    headers: tagsOfStore(handle),
    withSeen: (html) => html.replace(/<\/body>|$/, (end) => seen + end),
  };
}

/** Whether an answer is one that a CDN may give to others: who looks at it is counted by the picture in it. */
export const isShared = (cacheControl: unknown): boolean =>
  typeof cacheControl === "string" && cacheControl.startsWith("public");
