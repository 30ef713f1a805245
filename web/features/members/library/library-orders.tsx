import { useEffect, useRef } from "react";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import type { Shelf } from "./library-query.ts";
import { OrderRow } from "./order-row.tsx";
import { useShelfOrders } from "./use-shelf-orders.ts";

/** The orders with one creator, the newest first: a few, and more when they are asked for. */
export function LibraryOrders({ shelf, email }: { shelf: Shelf; email: string }) {
  const { orders, hasMore, isLoading, showMore, firstNew } = useShelfOrders(shelf);
  const list = useRef<HTMLUListElement>(null);

  // The button moves away from under the finger: reading goes on with the first order that came.
  useEffect(() => {
    if (firstNew > 0) list.current?.children[firstNew]?.querySelector("a")?.focus();
  }, [firstNew]);

  return (
    <Card className="p-5 sm:p-6">
      <h3 className="text-base font-semibold">Your Orders</h3>
      <ul ref={list} className="mt-2 divide-y divide-border">
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} email={email} />
        ))}
      </ul>
      {hasMore && (
        <Button variant="ghost" onClick={showMore} loading={isLoading} className="mt-2">
          Show more orders
        </Button>
      )}
    </Card>
  );
}
