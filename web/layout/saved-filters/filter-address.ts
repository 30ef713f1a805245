import type { FilteredList } from "#contract/saved-filters/saved-filters.ts";

/** What of an address filters and sorts each list. */
export const keysOf: Record<FilteredList, readonly string[]> = {
  ORDERS: ["filter", "status", "product", "from", "to", "sort"],
  CUSTOMERS: ["filter", "members", "tag", "sort"],
};

/** What an address says of a list's filter, as text, the same for the same filter; empty where nothing is filtered or sorted. */
export function filterInAddress(list: FilteredList, search: Record<string, unknown>): string {
  const said = keysOf[list].flatMap((key) => {
    const value = search[key];
    return typeof value === "string" && value !== "" ? [[key, value]] : [];
  });
  return new URLSearchParams(said).toString();
}

/** The other way round; what is no filter of the list is left out. */
export function addressOfFilter(list: FilteredList, filter: string): Record<string, string> {
  const said = new URLSearchParams(filter);
  return Object.fromEntries([...said].filter(([key]) => keysOf[list].includes(key)));
}
