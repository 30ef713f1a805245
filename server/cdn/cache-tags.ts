/** The tag of all pages of all stores. */
export const everyStore = "stores";

/** The tag of all pages of one store. */
export const tagOfStore = (handle: string): string => `store-${handle}`;

/** By which a CDN finds its copies of a store's page again: Cloudflare and those like it by the one, Fastly and Varnish by the other. */
export const tagsOfStore = (handle: string): Record<string, string> => ({
  "cache-tag": `${everyStore},${tagOfStore(handle)}`,
  "surrogate-key": `${everyStore} ${tagOfStore(handle)}`,
});
