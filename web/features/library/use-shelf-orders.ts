import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { listLibraryOrders } from "#contract/library/library.ts";
import { apiKey, callApi } from "#web/api.ts";
import { toast } from "#web/ui/toast.ts";
import type { Shelf } from "./library-query.ts";

const shownAtFirst = 5;

/** A shelf's orders as far as they are shown: first a few, then all that came with it, then page after page. */
export function useShelfOrders({ creator, orders: newest, orderCount }: Shelf) {
  const [showsNewest, setShowsNewest] = useState(newest.length <= shownAtFirst);
  const [firstNew, setFirstNew] = useState(0);
  const older = useInfiniteQuery({
    queryKey: [...apiKey(listLibraryOrders), creator.handle, newest.at(-1)?.id],
    queryFn: ({ pageParam, signal }) =>
      callApi(listLibraryOrders, { querystring: { creator: creator.handle, before: pageParam } }, { signal }),
    initialPageParam: newest.at(-1)?.id ?? "",
    getNextPageParam: (page) => page.at(-1)?.id,
    // Few look back that far.
    enabled: false,
  });
  const orders = showsNewest
    ? [...newest, ...(older.data?.pages.flat() ?? [])]
    : newest.slice(0, shownAtFirst);

  async function showMore() {
    if (!showsNewest) {
      setShowsNewest(true);
      return setFirstNew(shownAtFirst);
    }
    const { isError } = await older.fetchNextPage();
    if (isError)
      toast({ title: "Error", description: "The orders could not be loaded.", variant: "destructive" });
    else setFirstNew(orders.length);
  }

  return {
    orders,
    /** The place of the first of those that came last; 0 before any came. */
    firstNew,
    hasMore: orders.length < orderCount,
    isLoading: older.isFetching,
    showMore: () => void showMore(),
  };
}
