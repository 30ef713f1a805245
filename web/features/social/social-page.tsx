import { Suspense } from "react";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TabPanel, Tabs } from "#web/ui/tabs.tsx";
import { type SocialTab, socialTabs } from "./social-tabs.ts";
import { mayCall, type Role } from "#contract/team/roles.ts";
import { NotForRole } from "#web/layout/for-roles.tsx";

// Each loads when its tab is opened.
const panels = {
  accounts: loadable(async () => (await import("./accounts/accounts-tab.tsx")).AccountsTab),
  responses: loadable(async () => (await import("./responses/responses-tab.tsx")).ResponsesTab),
  conversations: loadable(
    async () => (await import("./conversations/conversations-tab.tsx")).ConversationsTab,
  ),
  analytics: loadable(async () => (await import("./analytics/analytics-tab.tsx")).AnalyticsTab),
};

type SocialPageProps = { tab: SocialTab; role: Role; onTabChange: (tab: SocialTab) => void };

/** The social automation of a store: its accounts, what is answered, what was said, and what came of it. */
export function SocialPage({ tab, role, onTabChange }: SocialPageProps) {
  const { roles } = socialTabs.find(({ value }) => value === tab) ?? socialTabs[0];
  if (!mayCall(role, roles)) return <NotForRole role={role} roles={roles} />;
  const tabs = socialTabs.filter((one) => mayCall(role, one.roles));
  return (
    <>
      <PageHeading
        title="Social Media Automation"
        description="Answer messages and comments by themselves, with a link to what you sell."
      />
      <Tabs label="Social automation" tabs={tabs} value={tab} onValueChange={onTabChange}>
        {tabs.map(({ value }) => {
          const Panel = panels[value];
          return (
            <TabPanel key={value} value={value}>
              <Suspense fallback={<Skeleton className="h-96 w-full" />}>
                <Panel />
              </Suspense>
            </TabPanel>
          );
        })}
      </Tabs>
    </>
  );
}
