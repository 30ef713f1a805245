import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";

const views = [
  "orders",
  "customers",
  "reviews",
  "assignments",
  "sessions",
  "services",
  "subscribers",
] as const;
export type CustomersView = (typeof views)[number];

/** What of the Customers tab is open, in the address: a list and its filters, an order, or a customer. */
export type CustomersAddress = {
  /** Undefined where the address names none: the first one of somebody's role. */
  view: CustomersView | undefined;
  status: string;
  product: string;
  /** Days such as 2026-03-09. */
  from: string;
  to: string;
  /** Only who has a membership. */
  members: boolean;
  order: string | undefined;
  customer: string | undefined;
};

/** Opening an order or a customer adds to the history, so that Back returns to the list; filters replace. */
export function useCustomersAddress() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const { view, status, product, from, to, members, order, customer } = search;
  const address = useMemo(
    (): CustomersAddress => ({
      view: views.find((known) => known === view),
      status: textOf(status),
      product: textOf(product),
      from: textOf(from),
      to: textOf(to),
      members: members === "true",
      order: textOf(order) || undefined,
      customer: textOf(customer) || undefined,
    }),
    [view, status, product, from, to, members, order, customer],
  );
  const setFilters = useCallback(
    (change: Partial<Record<"status" | "product" | "from" | "to" | "members", string>>) =>
      void navigate({
        to: ".",
        search: (before: Record<string, unknown>) => ({
          ...before,
          ...emptyIsLeftOut(change),
          page: undefined,
        }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const setView = useCallback(
    (next: CustomersView) =>
      void navigate({
        to: ".",
        search: { tab: "customers", view: next === "orders" ? undefined : next } as never,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const open = useCallback(
    (what: { order?: string; customer?: string }) =>
      void navigate({
        to: ".",
        search: (before: Record<string, unknown>) => ({
          ...before,
          order: what.order,
          customer: what.customer,
        }),
        // The panel brings itself into view.
        resetScroll: false,
      }),
    [navigate],
  );
  return { address, setFilters, setView, open };
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

const emptyIsLeftOut = (change: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value || undefined]));
