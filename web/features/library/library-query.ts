import { queryOptions } from "@tanstack/react-query";
import { getLibrary } from "#contract/library/library.ts";
import { ApiError, callApi, type Output } from "#web/api.ts";

/** As it travels: moments are ISO text. */
export type Shelf = Output<typeof getLibrary>["shelves"][number];
export type LibraryCourse = Shelf["courses"][number];
export type LibraryDelivery = Shelf["deliveries"][number];
export type LibraryDownload = Shelf["downloads"][number];
export type LibraryOrder = Shelf["orders"][number];

/** What the proved address, or this browser, has bought; null where neither is proved. Asked again by who comes back to it. */
export const libraryQuery = queryOptions({
  queryKey: [getLibrary.url],
  queryFn: async ({ signal }) => {
    try {
      return await callApi(getLibrary, undefined, { signal });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 30_000,
});
