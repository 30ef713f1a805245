import type { listCustomers, Customer } from "#contract/orders/customers.ts";
import { dayText } from "#contract/dates.ts";
import type { Output } from "#web/api.ts";
import { ChooseBox } from "#web/layout/choice/choose-box.tsx";
import { chooseColumn } from "#web/layout/choice/choose-column.tsx";
import { TagBadges } from "#web/layout/tags/tag-badges.tsx";
import type { Choice } from "#web/layout/choice/use-choice.ts";
import type { DataColumn } from "#web/ui/data-table.tsx";
import { useZone } from "#web/ui/dates.ts";
import { formatMoney } from "#web/ui/money.ts";
import { Badge } from "#web/ui/badge.tsx";
import { MembershipBadges } from "./membership-badges.tsx";
import { useSeesMoney } from "#web/layout/use-role.ts";

export type ListedCustomer = Output<typeof listCustomers>[number];

type ColumnsProps = {
  onOpen: (customerId: string) => void;
  zone: string;
  choice: Choice;
  shown: readonly string[];
};

/** What a customer is to be chosen by, and what is said of them. */
export function customerColumns({ onOpen, zone, choice, shown }: ColumnsProps): DataColumn<ListedCustomer>[] {
  return [
    chooseColumn({
      choice,
      shown,
      label: "Choose everybody on this page",
      cell: (customer) => <ChooseCustomer customer={customer} choice={choice} shown={shown} />,
    }),
    {
      id: "name",
      header: "Name",
      isFixed: true,
      value: nameOf,
      cell: (customer) => (
        <span className="grid justify-items-start gap-1">
          <NameButton customer={customer} onOpen={() => onOpen(customer.id)} />
          {customer.isReturned && <ReturnedBadge />}
          <MembershipBadges memberships={customer.memberships} />
          <TagBadges tags={customer.tags} />
        </span>
      ),
      grow: true,
    },
    {
      id: "email",
      header: "Email",
      value: ({ email }) => email,
      cell: ({ email }) => <span className="block max-w-72 truncate text-muted-foreground">{email}</span>,
    },
    {
      id: "orders",
      header: "Orders",
      value: ({ orders }) => orders.length,
      cell: ({ orders }) => <span className="tabular-nums">{orders.length}</span>,
    },
    {
      id: "spent",
      header: "Total Spent",
      value: spentCents,
      cell: (customer) => <Spent customer={customer} />,
    },
    {
      id: "refunded",
      header: "Refunded",
      isExtra: true,
      cell: ({ orders }) => {
        const cents = orders.reduce((sum, { refundedCents }) => sum + (refundedCents ?? 0), 0);
        return <span className="tabular-nums">{cents === 0 ? "—" : formatMoney(cents)}</span>;
      },
    },
    {
      id: "newest",
      header: "Newest Order",
      isExtra: true,
      cell: ({ orders: [newest] }) => (
        <span className="whitespace-nowrap text-muted-foreground">
          {newest ? dayText(newest.createdAt, zone) : "—"}
        </span>
      ),
    },
    {
      id: "bought",
      header: "Last Bought",
      isExtra: true,
      cell: ({ orders: [newest] }) => (
        <span dir="auto" className="block max-w-56 truncate text-muted-foreground">
          {newest?.productTitle ?? "—"}
        </span>
      ),
    },
    {
      id: "created",
      header: "Customer Since",
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => (
        <span className="whitespace-nowrap text-muted-foreground">{dayText(createdAt, zone)}</span>
      ),
    },
  ];
}

/** Their mail server says that the address does not exist. */
export const ReturnedBadge = () => (
  <Badge tone="warning" className="justify-self-start">
    Mail comes back
  </Badge>
);

type CustomerProps = { customer: ListedCustomer; onOpen: () => void };

function NameButton({ customer, onOpen }: CustomerProps) {
  return (
    <button
      dir="auto"
      type="button"
      onClick={onOpen}
      className="block max-w-full truncate rounded-sm text-left font-medium underline-offset-4 hover:underline"
    >
      {nameOf(customer)}
    </button>
  );
}

/** A customer on a phone. */
export function CustomerCard({ customer, onOpen, choice, shown }: CustomerProps & ChooseProps) {
  const zone = useZone();
  const { email, orders, createdAt } = customer;
  return (
    <div className="flex gap-3 p-4 text-sm">
      <ChooseCustomer customer={customer} choice={choice} shown={shown} />
      <div className="grid min-w-0 grow grid-cols-1 gap-1.5">
        <div className="flex items-start justify-between gap-3">
          <NameButton customer={customer} onOpen={onOpen} />
          <Spent customer={customer} />
        </div>
        <p className="truncate text-muted-foreground">{email}</p>
        {customer.isReturned && <ReturnedBadge />}
        <MembershipBadges memberships={customer.memberships} />
        <TagBadges tags={customer.tags} />
        <p className="text-xs text-muted-foreground">
          {orders.length === 1 ? "1 order" : `${orders.length} orders`}, since {dayText(createdAt, zone)}
        </p>
      </div>
    </div>
  );
}

type ChooseProps = { customer: ListedCustomer; choice: Choice; shown: readonly string[] };

const ChooseCustomer = ({ customer, choice, shown }: ChooseProps) => (
  <ChooseBox
    label={`Choose: ${nameOf(customer)}`}
    isChosen={choice.isChosen(customer.id)}
    onChange={(isChosen) => choice.set([customer.id], isChosen, shown)}
  />
);

/** The name they gave, or their address. */
export const nameOf = ({ firstName, lastName, email }: Pick<Customer, "firstName" | "lastName" | "email">) =>
  [firstName, lastName].filter(Boolean).join(" ") || email;

/** What they paid and did not get back, in cents; amounts that somebody is not shown count for nothing. */
export const spentCents = ({ orders }: Pick<ListedCustomer, "orders">) =>
  orders
    .filter(({ status }) => status === "PAID" || status === "REFUNDED")
    .reduce((sum, { totalCents, refundedCents }) => sum + (totalCents ?? 0) - (refundedCents ?? 0), 0);

function Spent({ customer }: Pick<CustomerProps, "customer">) {
  return useSeesMoney() ? (
    <span className="font-medium tabular-nums">{formatMoney(spentCents(customer))}</span>
  ) : null;
}
