import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { isolated } from "#contract/isolated.ts";
import { listAbandonedCarts, recoverCart } from "#contract/carts/carts.ts";
import { dayText } from "#contract/dates.ts";
import { listOrders } from "#contract/orders/orders-admin.ts";
import { apiQuery, callApi, errorMessage, type Output } from "#web/api.ts";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { Button } from "#web/ui/button.tsx";
import { useZone } from "#web/ui/dates.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { useDebounced } from "#web/ui/use-debounced.ts";
import type { ListedCart } from "./cart-row.tsx";

type Order = Output<typeof listOrders>[number];

const shownIn = [listAbandonedCarts];

/** Asks by which order a cart was bought after all: the buyer may have used another address. */
export function MarkRecoveredDialog({ cart, onClose }: { cart: ListedCart; onClose: () => void }) {
  const zone = useZone();
  const formId = useId();
  const [typed, setTyped] = useState(cart.email);
  const [chosen, setChosen] = useState("");
  const q = useDebounced(typed.trim(), 250);
  const { data: found, isError } = useQuery({
    ...apiQuery(listOrders, { querystring: { product: cart.productId, perPage: "20", ...(q && { q }) } }),
    placeholderData: keepPreviousData,
  });
  const orders = (found ?? []).filter(({ status }) => status === "PAID" || status === "REFUNDED");
  const orderId = orders.find(({ id }) => id === chosen)?.id ?? orders[0]?.id;
  const recover = useChange({
    change: (id: string) => callApi(recoverCart, { params: { id: cart.id }, body: { orderId: id } }),
    refresh: useRefresh(shownIn),
    done: () => {
      onClose();
      return "Cart marked as recovered successfully";
    },
    failed: () => "Failed to recover cart",
  });
  const problem = recover.error && errorMessage(recover.error, "Please try again.");
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Mark as recovered"
      description={`Choose the order that bought “${isolated(cart.productTitle)}”. No more emails go to this cart.`}
      size="md"
      footer={
        <>
          <Button variant="outline" onClick={onClose} className="max-sm:grow">
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            loading={recover.isPending}
            disabled={orderId === undefined}
            className="max-sm:grow"
          >
            Mark as recovered
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (orderId !== undefined) recover.mutate(orderId);
        }}
      >
        <Field label="Find the order" hint="Email, name or order number">
          <Input
            type="search"
            value={typed}
            maxLength={200}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
        {orders.length > 0 ? (
          <Field label="Order" required error={problem ?? undefined}>
            <NativeSelect value={orderId} onChange={({ target }) => setChosen(target.value)}>
              {orders.map((order) => (
                <option dir="auto" key={order.id} value={order.id}>
                  {nameOf(order, zone)}
                </option>
              ))}
            </NativeSelect>
          </Field>
        ) : (
          <p role="status" className="text-sm text-muted-foreground">
            {isError
              ? "Your orders could not be loaded. Please try again."
              : found && "No paid order of this product matches."}
          </p>
        )}
      </form>
    </Dialog>
  );
}

const nameOf = ({ number, id, customer, totalCents, currency, createdAt }: Order, zone: string): string =>
  [
    number === null ? id.slice(0, 8) : `#${number}`,
    customer.email,
    ...(totalCents === null ? [] : [formatMoney(totalCents, currency)]),
    dayText(createdAt, zone),
  ].join(" · ");
