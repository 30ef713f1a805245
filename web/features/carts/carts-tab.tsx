import { useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useSearchChange } from "#web/layout/use-search-change.ts";
import { TabPanel, Tabs } from "#web/ui/tabs.tsx";
import { CartFigures } from "./cart-figures.tsx";
import { CartList } from "./cart-list.tsx";
import { CartTemplates } from "./cart-templates.tsx";
import { Campaigns } from "./campaigns.tsx";

const subTabs = [
  { value: "analytics", label: "Analytics" },
  { value: "carts", label: "Carts" },
  { value: "campaigns", label: "Campaigns" },
  { value: "templates", label: "Templates" },
] as const;

type CartsTabProps = {
  /** Asks for the address that stands below mails; nothing once there is one. */
  postalAddress: ReactNode;
};

/** The Abandoned Carts tab of /admin; which part of it is looked at stands in the address (`sub`). */
export function CartsTab({ postalAddress }: CartsTabProps) {
  const { sub }: { sub?: unknown } = useSearch({ strict: false });
  const change = useSearchChange();
  const value = subTabs.find((tab) => tab.value === sub)?.value ?? "carts";
  return (
    <Tabs
      label="Abandoned Carts"
      variant="pill"
      tabs={subTabs}
      value={value}
      onValueChange={(sub) => change({ sub })}
    >
      <TabPanel value="analytics">
        <CartFigures />
      </TabPanel>
      <TabPanel value="carts">
        <CartList />
      </TabPanel>
      <TabPanel value="campaigns">
        <Campaigns postalAddress={postalAddress} />
      </TabPanel>
      <TabPanel value="templates">
        <CartTemplates />
      </TabPanel>
    </Tabs>
  );
}
