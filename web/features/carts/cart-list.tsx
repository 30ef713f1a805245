import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { ShoppingCart } from "lucide-react";
import { useState } from "react";
import { type CartPeriod, type CartStatus, listAbandonedCarts } from "#contract/carts/carts.ts";
import { callApi } from "#web/api.ts";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { ShowMore } from "#web/ui/show-more.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";
import { useDebounced } from "#web/ui/use-debounced.ts";
import { CartRow } from "./cart-row.tsx";
import { cartStatuses } from "./cart-words.ts";

/** The checkouts that were left with an address, the newest first. */
export function CartList() {
  const [typed, setTyped] = useState("");
  const [period, setPeriod] = useState<CartPeriod | "">("");
  const [status, setStatus] = useState<CartStatus | "">("");
  const q = useDebounced(typed.trim(), 250);
  const pages = useInfiniteQuery({
    queryKey: [listAbandonedCarts.url, q, period, status],
    queryFn: ({ pageParam: cursor }) =>
      callApi(listAbandonedCarts, {
        querystring: {
          ...(q && { q }),
          ...(period && { period }),
          ...(status && { status }),
          ...(cursor && { cursor }),
        },
      }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  if (pages.isError && !pages.data)
    return (
      <LoadFailure
        icon={ShoppingCart}
        title="Your abandoned carts could not be loaded"
        level={2}
        error={pages.error}
        retry={() => void pages.refetch()}
      />
    );
  if (!pages.data) return <TableSkeleton rows={4} label="Loading abandoned carts" />;
  const carts = pages.data.pages.flatMap(({ carts }) => carts);
  const isFiltered = q !== "" || period !== "" || status !== "";
  const showAll = () => {
    setTyped("");
    setPeriod("");
    setStatus("");
  };
  return (
    <section aria-label="Abandoned carts" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap gap-2">
        <Input
          type="search"
          aria-label="Search carts by address"
          placeholder="Search addresses"
          className="sm:w-60"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <NativeSelect
          aria-label="Left"
          className="grow sm:max-w-44"
          value={period}
          onChange={({ target }) => setPeriod(target.value as CartPeriod | "")}
        >
          <option value="">Any time</option>
          <option value="today">Today</option>
          <option value="week">This week (7 days)</option>
          <option value="month">This month (30 days)</option>
        </NativeSelect>
        <NativeSelect
          aria-label="Status"
          className="grow sm:max-w-44"
          value={status}
          onChange={({ target }) => setStatus(target.value as CartStatus | "")}
        >
          <option value="">All statuses</option>
          {Object.entries(cartStatuses).map(([value, { label }]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelect>
      </div>
      <Card>
        {carts.length > 0 ? (
          <ul className="divide-y divide-border">
            {carts.map((cart) => (
              <CartRow key={cart.id} cart={cart} />
            ))}
          </ul>
        ) : isFiltered ? (
          <EmptyState
            icon={ShoppingCart}
            title="No cart fits"
            level={2}
            action={
              <Button variant="outline" onClick={showAll}>
                Show all
              </Button>
            }
          />
        ) : (
          <EmptyState icon={ShoppingCart} title="No Abandoned Carts" level={2}>
            When somebody types an address into your checkout and leaves without paying, the cart is here an
            hour later.
          </EmptyState>
        )}
      </Card>
      <ShowMore name="carts" pages={pages} />
    </section>
  );
}
