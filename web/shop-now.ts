import { createIsomorphicFn } from "@tanstack/react-start";
import { getRequestHeader } from "@tanstack/react-start/server";
import { aheadHeader } from "#contract/dev/ahead-header.ts";

/** Dispatched on the window when an answer of the server shows that the shop's clock was moved. */
export const shopClockMoved = "shop-clock-moved";

/** Minutes by which the shop's clock is ahead of the machine's; 0 unless local mode moved it. */
export const aheadMinutes = createIsomorphicFn()
  .server((): number => {
    try {
      return Number(getRequestHeader(aheadHeader) ?? 0);
    } catch {
      return 0; // outside a request, as in tests of plain functions
    }
  })
  .client((): number => Number(document.documentElement.dataset.aheadMinutes ?? 0));

/**
 * The shop's time, by which everything the server sends begins, falls due and ends. How long something takes on this machine
 * is measured by its own clock instead.
 */
export const shopNow = (): Date => shopTimeAt(Date.now());

/** The shop's time at a moment of this machine's clock, in milliseconds. */
export const shopTimeAt = (moment: number): Date => new Date(moment + aheadMinutes() * 60_000);

/** Follows the shop's clock when it was moved while this page is open. */
export function followShopClock({ headers }: Response): void {
  const ahead = headers.get(aheadHeader);
  if (ahead === null || Number(ahead) === aheadMinutes()) return;
  document.documentElement.dataset.aheadMinutes = ahead;
  dispatchEvent(new Event(shopClockMoved));
}
