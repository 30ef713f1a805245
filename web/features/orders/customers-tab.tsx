import { type ReactNode, Suspense } from "react";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TabPanel, Tabs } from "#web/ui/tabs.tsx";
import { AdminOrderPage } from "./admin-order-page.tsx";
import { CustomerList } from "./customer-list.tsx";
import { CustomerPanel } from "./customer-panel.tsx";
import { QuarantinedPayments } from "./quarantined-payments.tsx";
import { RecentOrders } from "./recent-orders.tsx";
import { RefundRequests } from "./refund-requests.tsx";
import { ToShip } from "./to-ship.tsx";
import { useCustomersAddress } from "./use-customers-address.ts";
import { admins, forEditors, forSupport, mayCall } from "#contract/team/roles.ts";
import { NotForRole } from "#web/layout/for-roles.tsx";
import { useRole } from "#web/layout/use-role.ts";

type CustomersTabProps = {
  /** What customers say: the list, and what its view is called. */
  reviews: ReactNode;
  reviewsLabel: ReactNode;
  /** What they handed in, and what its view is called. */
  assignments: ReactNode;
  assignmentsLabel: ReactNode;
  /** When who comes to what session. */
  sessions: ReactNode;
  /** What services are to be delivered, and what that view is called. */
  services: ReactNode;
  servicesLabel: ReactNode;
  /** Who asked to hear from the creator. */
  subscribers: ReactNode;
};

/** The Customers tab of /admin: orders, customers, what they say and hand in, who asked to hear more, or the one that the address names. */
export function CustomersTab({
  reviews,
  reviewsLabel,
  assignments,
  assignmentsLabel,
  sessions,
  services,
  servicesLabel,
  subscribers,
}: CustomersTabProps) {
  const { address, setView } = useCustomersAddress();
  const role = useRole();
  const isSupport = mayCall(role, forSupport);
  if ((address.order ?? address.customer) && !isSupport) return <NotForRole role={role} roles={forSupport} />;
  if (address.order) return <AdminOrderPage key={address.order} orderId={address.order} />;
  if (address.customer) return <CustomerPanel key={address.customer} customerId={address.customer} />;
  const views = [
    { value: "orders", label: "Recent Orders", roles: forSupport },
    { value: "customers", label: "Customer List", roles: forSupport },
    { value: "reviews", label: <Suspense fallback="Reviews">{reviewsLabel}</Suspense>, roles: forSupport },
    {
      value: "assignments",
      label: <Suspense fallback="Assignments">{assignmentsLabel}</Suspense>,
      roles: forEditors,
    },
    { value: "sessions", label: "Sessions", roles: forSupport },
    {
      value: "services",
      label: <Suspense fallback="To deliver">{servicesLabel}</Suspense>,
      roles: forSupport,
    },
    { value: "subscribers", label: "Subscribers", roles: admins },
  ] as const;
  const shown = views.filter(({ roles }) => mayCall(role, roles));
  const asked = views.find(({ value }) => value === address.view);
  if (asked && !mayCall(role, asked.roles)) return <NotForRole role={role} roles={asked.roles} />;
  return (
    <>
      {mayCall(role, admins) && <QuarantinedPayments />}
      <Tabs
        label="Customers"
        variant="pill"
        tabs={shown}
        value={address.view ?? shown[0]?.value ?? "orders"}
        onValueChange={setView}
      >
        <TabPanel value="orders">
          <RefundRequests />
          <ToShip />
          <RecentOrders />
        </TabPanel>
        <TabPanel value="customers">
          <CustomerList />
        </TabPanel>
        <TabPanel value="reviews">
          <Suspense fallback={<Skeleton className="h-96 w-full" />}>{reviews}</Suspense>
        </TabPanel>
        <TabPanel value="assignments">
          <Suspense fallback={<Skeleton className="h-96 w-full" />}>{assignments}</Suspense>
        </TabPanel>
        <TabPanel value="sessions">
          <Suspense fallback={<Skeleton className="h-96 w-full" />}>{sessions}</Suspense>
        </TabPanel>
        <TabPanel value="services">
          <Suspense fallback={<Skeleton className="h-96 w-full" />}>{services}</Suspense>
        </TabPanel>
        <TabPanel value="subscribers">
          <Suspense fallback={<Skeleton className="h-96 w-full" />}>{subscribers}</Suspense>
        </TabPanel>
      </Tabs>
    </>
  );
}
