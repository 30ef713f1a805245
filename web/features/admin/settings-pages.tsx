import { type ReactNode, Suspense } from "react";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TabPanel, Tabs } from "#web/ui/tabs.tsx";
import { mayCall, type Role } from "#contract/team/roles.ts";
import { NotForRole } from "#web/layout/for-roles.tsx";
import { type SettingsView, settingsViews, settingsViewsOf } from "./settings-views.ts";

type SettingsPagesProps = {
  view: SettingsView;
  hasPlans: boolean;
  role: Role;
  onViewChange: (view: SettingsView) => void;
  /** What stands on each page, from the features it belongs to. */
  pages: Readonly<Record<SettingsView, ReactNode>>;
};

/** The Settings tab of /admin, a page for each of what they are about. */
export function SettingsPages({ view, hasPlans, role, onViewChange, pages }: SettingsPagesProps) {
  const views = settingsViewsOf(hasPlans, role);
  const { roles } = settingsViews.find(({ value }) => value === view) ?? settingsViews[0];
  if (!mayCall(role, roles)) return <NotForRole role={role} roles={roles} />;
  return (
    <Tabs label="Settings" variant="pill" tabs={views} value={view} onValueChange={onViewChange}>
      {views.map(({ value }) => (
        <TabPanel key={value} value={value}>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <Suspense fallback={<SettingsSkeleton />}>{pages[value]}</Suspense>
          </div>
        </TabPanel>
      ))}
    </Tabs>
  );
}

function SettingsSkeleton() {
  return (
    <>
      <Skeleton className="h-36 w-full rounded-2xl" />
      <Skeleton className="h-64 w-full rounded-2xl" />
    </>
  );
}
