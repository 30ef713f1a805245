import { createContext, useContext, useSyncExternalStore } from "react";
import { commonZone, isKnownZone } from "#contract/dates.ts";
import { shopNow } from "#web/shop-now.ts";

/** The zone of whatever is shown inside: a creator's own, around all that is theirs. Undefined: that of the browser. */
export const ZoneContext = createContext<string | undefined>(undefined);

/**
 * The zone in which dates are shown and typed here. The server does not know the browser's: what it renders, and what the
 * browser takes over from it, is in the common zone, and changes at once to that of the reader.
 */
export function useZone(): string {
  const given = useContext(ZoneContext);
  const read = useSyncExternalStore(neverChanges, browserZone, () => commonZone);
  return given ?? read;
}

/** The zone that the browser is set to; the common one where it has none that can be named. */
export function browserZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return isKnownZone(timeZone) ? timeZone : commonZone;
}

/** All zones that this browser knows, and one that it may know by another name. */
export const zonesWith = (zone: string): string[] =>
  [
    ...new Set([
      zone,
      commonZone,
      ...Intl.supportedValuesOf("timeZone").filter((name) => name.includes("/")),
    ]),
  ].toSorted();

const neverChanges = () => () => {};

const units: [Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** A past moment in words: "3 hours ago"; "just now" within the last minute. */
export const timeAgo = (moment: Date | string, now = shopNow().getTime()): string =>
  inWords((now - new Date(moment).getTime()) / 1000, -1) ?? "just now";

/** A coming moment in words: "in 3 hours"; "in a moment" within the next minute. */
export const timeUntil = (moment: Date | string, now = shopNow().getTime()): string =>
  inWords((new Date(moment).getTime() - now) / 1000, 1) ?? "in a moment";

function inWords(seconds: number, direction: 1 | -1): string | undefined {
  const found = units.find(([, size]) => seconds >= size);
  return found && words.format(direction * Math.floor(seconds / found[1]), found[0]);
}
