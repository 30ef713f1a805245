import { useQuery } from "@tanstack/react-query";
import { UserRound } from "lucide-react";
import { getCustomer } from "#contract/orders/customers.ts";
import { apiQuery } from "#web/api.ts";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { nameOf, ReturnedBadge, spentCents } from "./customer-rows.tsx";
import { CustomerTags } from "./customer-tags.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";
import { MembershipBadges } from "./membership-badges.tsx";
import { OrderBadges } from "./order-badges.tsx";
import { dayText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { PanelHeading } from "#web/layout/panel-heading.tsx";
import { useCustomersAddress } from "./use-customers-address.ts";
import { useSeesMoney } from "#web/layout/use-role.ts";

/** One customer with all their orders here. */
export function CustomerPanel({ customerId }: { customerId: string }) {
  const zone = useZone();
  const { open } = useCustomersAddress();
  const seesMoney = useSeesMoney();
  const { data: customer, isError } = useQuery({
    ...apiQuery(getCustomer, { params: { id: customerId } }),
    retry: false,
  });
  const back = () => open({});
  if (isError)
    return (
      <>
        <PanelHeading title="Customer" backLabel="All customers" onBack={back} />
        <Card>
          <EmptyState icon={UserRound} title="Customer Not Found">
            They have not ordered from you, or the link is incomplete.
          </EmptyState>
        </Card>
      </>
    );
  if (!customer) return <TableSkeleton rows={6} label="Loading the customer" />;
  return (
    <>
      <PanelHeading title={nameOf(customer)} backLabel="All customers" onBack={back}>
        <a
          href={`mailto:${customer.email}`}
          className="text-sm text-muted-foreground underline underline-offset-4"
        >
          {customer.email}
        </a>
        {customer.isReturned && <ReturnedBadge />}
        <MembershipBadges memberships={customer.memberships} />
      </PanelHeading>
      <dl className="mb-5 grid auto-cols-fr grid-flow-col gap-3">
        {[
          ["Orders", customer.orders.length.toLocaleString("en-US")],
          ...(seesMoney ? [["Total spent", formatMoney(spentCents(customer))]] : []),
          ["Customer since", dayText(customer.createdAt, zone)],
        ].map(([label, value]) => (
          <Card key={label} className="p-4">
            <dt className="text-xs text-muted-foreground">{label}</dt>
            <dd className="mt-1 font-semibold tabular-nums">{value}</dd>
          </Card>
        ))}
      </dl>
      <CustomerTags customerId={customer.id} tags={customer.tags} />
      <Card>
        <CardHeader title="Orders" level={3} />
        <ul className="mt-4 divide-y divide-border border-t border-border">
          {customer.orders.map(
            ({ id, status, totalCents, refundedCents, currency, productTitle, createdAt }) => (
              <li
                key={id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3 text-sm sm:px-6"
              >
                <div className="min-w-0 grow basis-48">
                  <button
                    dir="auto"
                    type="button"
                    onClick={() => open({ order: id })}
                    aria-label={`Order: ${productTitle}, ${dayText(createdAt, zone)}`}
                    className="block max-w-full truncate rounded-sm text-left font-medium underline-offset-4 hover:underline"
                  >
                    {productTitle}
                  </button>
                  <p className="text-xs text-muted-foreground">{dayText(createdAt, zone)}</p>
                </div>
                <OrderBadges status={status} refundedCents={refundedCents ?? 0} />
                {totalCents !== null && (
                  <span className="ml-auto min-w-20 text-right tabular-nums">
                    {formatMoney(totalCents, currency)}
                  </span>
                )}
              </li>
            ),
          )}
        </ul>
      </Card>
    </>
  );
}
