/**
 * The way to a page of one store's desk, for whoever may work for several: the page at this address sees to it that the browser
 * acts for that store, and leads on. `path` is one of this site.
 */
export const openStorePath = (storeId: string, path: string): string =>
  `/open-store?${new URLSearchParams({ store: storeId, to: path }).toString()}`;
