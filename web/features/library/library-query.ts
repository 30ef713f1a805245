import { queryOptions } from "@tanstack/react-query";
import { getLibrary } from "#contract/library/library.ts";
import { apiQuery, type Output } from "#web/api.ts";

/** As it travels: moments are ISO text. */
export type Shelf = Output<typeof getLibrary>["shelves"][number];
export type LibraryCourse = Shelf["courses"][number];
export type LibraryDelivery = Shelf["deliveries"][number];
export type LibraryDownload = Shelf["downloads"][number];
export type LibraryOrder = Shelf["orders"][number];

/** Everything that the proved address has bought; fails with 401 where none is proved. Asked again by who comes back to it. */
export const libraryQuery = queryOptions({ ...apiQuery(getLibrary), staleTime: 30_000 });
