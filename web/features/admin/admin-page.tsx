import { type ReactNode, Suspense, useEffect } from "react";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TabPanel, Tabs } from "#web/ui/tabs.tsx";
import { mayCall, type Role, seesMoney } from "#contract/team/roles.ts";
import { NotForRole } from "#web/layout/for-roles.tsx";
import { adminTabs, type AdminTab, adminTabsOf, titleOfTab } from "./admin-tabs.ts";
import { StatsRow } from "./stats-row.tsx";

type AdminPageProps = {
  handle: string;
  role: Role;
  tab: AdminTab;
  /** What the address asked for where there is no such tab. */
  missingTab: string | undefined;
  onTabChange: (tab: AdminTab) => void;
  /** The screen of each tab, from the features they belong to. */
  panels: Readonly<Record<AdminTab, ReactNode>>;
};

/**
 * The admin dashboard: one section for each part of the business. Where the page is wide its sections are in the sidebar, else in
 * a row of tabs.
 */
export function AdminPage({ handle, role, tab, missingTab, onTabChange, panels }: AdminPageProps) {
  const { roles } = adminTabs.find(({ value }) => value === tab) ?? adminTabs[0];
  const isDefault = tab === adminTabs[0].value;
  const title = titleOfTab(tab, role);
  // Not by the route's head: that is part of every page's first file, and the sections' names would be, too.
  useEffect(() => {
    document.title = `${title} | Openstall`;
  }, [title]);
  if (!mayCall(role, roles)) return <NotForRole role={role} roles={roles} />;
  return (
    <>
      <PageHeading
        title={title}
        description={
          isDefault && seesMoney(role) ? "Manage your products, orders, affiliates, and analytics" : undefined
        }
        actions={
          <LinkButton href={`/u/${handle || "demo"}`} variant="outline">
            {role === "OWNER" ? "View My Store" : "View the store"}
          </LinkButton>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {isDefault && seesMoney(role) && <StatsRow />}
        {missingTab !== undefined && (
          <p role="status" className="rounded-xl bg-muted p-4 text-sm wrap-anywhere">
            This version has no page for “{missingTab.slice(0, 40)}”. Your store's figures stand above, its
            orders under Customers; here are your products.
          </p>
        )}
        <Tabs
          label="Admin"
          tabs={adminTabsOf(role)}
          value={tab}
          onValueChange={onTabChange}
          rowClassName="lg:hidden"
        >
          {adminTabs.map(({ value }) => (
            <TabPanel key={value} value={value}>
              <Suspense fallback={<Skeleton className="h-96 w-full" />}>{panels[value]}</Suspense>
            </TabPanel>
          ))}
        </Tabs>
      </div>
    </>
  );
}
