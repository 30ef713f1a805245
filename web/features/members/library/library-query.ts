import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { getLibrary } from "#contract/members/library.ts";
import type { Membership } from "#web/features/members/memberships/membership-text.ts";
import { apiQuery, type Output } from "#web/api.ts";

/** As it travels: moments are ISO text. */
export type Shelf = Output<typeof getLibrary>["shelves"][number];
export type LibraryCourse = Shelf["courses"][number];
export type LibraryDelivery = Shelf["deliveries"][number];
export type LibraryDownload = Shelf["downloads"][number];
export type LibraryOrder = Shelf["orders"][number];

/** Everything that the proved address has bought; fails with 401 where none is proved. Asked again by who comes back to it. */
export const libraryQuery = queryOptions({ ...apiQuery(getLibrary), staleTime: 30_000 });

/** Puts a changed membership in its place at once, and asks again for what it opens or closes. */
export function showInLibrary(queryClient: QueryClient, changed: Membership): void {
  queryClient.setQueryData(
    libraryQuery.queryKey,
    (library) =>
      library && {
        ...library,
        shelves: library.shelves.map((shelf) => ({
          ...shelf,
          memberships: shelf.memberships.map((one) => (one.id === changed.id ? changed : one)),
        })),
      },
  );
  void queryClient.invalidateQueries({ queryKey: libraryQuery.queryKey });
}
