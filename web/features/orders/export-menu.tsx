import { Download } from "lucide-react";
import {
  exportCustomers,
  exportOrderLines,
  exportOrders,
  exportRefunds,
} from "#contract/orders/order-exports.ts";
import { Button } from "#web/ui/button.tsx";
import { Menu, MenuLink } from "#web/ui/menu.tsx";
import { admins } from "#contract/team/roles.ts";
import { useMay } from "#web/layout/use-role.ts";

const tables = [
  { label: "Orders", url: exportOrders.url },
  { label: "Order lines", url: exportOrderLines.url },
  { label: "Refunds", url: exportRefunds.url },
  { label: "Customers", url: exportCustomers.url },
];

/** Every table of this tab as a CSV file, for who may take them out. */
export function ExportMenu() {
  const canExport = useMay(admins);
  if (!canExport) return null;
  return (
    <Menu
      trigger={
        <Button variant="outline">
          <Download aria-hidden="true" /> Export CSV
        </Button>
      }
    >
      {tables.map(({ label, url }) => (
        <MenuLink key={url} href={url}>
          {label}
        </MenuLink>
      ))}
    </Menu>
  );
}
