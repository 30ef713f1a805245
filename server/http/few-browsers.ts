import { LRUCache } from "lru-cache";

/** Browsers that are told apart in one network within a minute: past these somebody makes them up. */
export const mostBrowsers = 100;

/** What says of a network's browser whether it is among the first ones of a minute, in this process. */
export function fewBrowsers(): (network: string, browser: string) => boolean {
  const networks = new LRUCache<string, Set<string>>({ max: 2_000, ttl: 60_000 });
  return (network, browser) => {
    const known = networks.get(network) ?? new Set();
    if (known.size === 0) networks.set(network, known);
    if (known.size < mostBrowsers) known.add(browser);
    return known.has(browser);
  };
}
