import { TabPanel, Tabs } from "#web/ui/tabs.tsx";
import { AdminOrderPage } from "./admin-order-page.tsx";
import { CustomerList } from "./customer-list.tsx";
import { CustomerPanel } from "./customer-panel.tsx";
import { QuarantinedPayments } from "./quarantined-payments.tsx";
import { RecentOrders } from "./recent-orders.tsx";
import { useCustomersAddress } from "./use-customers-address.ts";

const views = [
  { value: "orders", label: "Recent Orders" },
  { value: "customers", label: "Customer List" },
] as const;

/** The Customers tab of /admin: orders and customers, or the one that the address names. */
export function CustomersTab() {
  const { address, setView } = useCustomersAddress();
  if (address.order) return <AdminOrderPage key={address.order} orderId={address.order} />;
  if (address.customer) return <CustomerPanel key={address.customer} customerId={address.customer} />;
  return (
    <>
      <QuarantinedPayments />
      <Tabs label="Customers" variant="pill" tabs={views} value={address.view} onValueChange={setView}>
        <TabPanel value="orders">
          <RecentOrders />
        </TabPanel>
        <TabPanel value="customers">
          <CustomerList />
        </TabPanel>
      </Tabs>
    </>
  );
}
