import { Suspense } from "react";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TabPanel, Tabs } from "#web/ui/tabs.tsx";
import { type SocialTab, socialTabs } from "./social-tabs.ts";

// Each loads when its tab is opened.
const panels = {
  accounts: loadable(async () => (await import("./accounts/accounts-tab.tsx")).AccountsTab),
  responses: loadable(async () => (await import("./responses/responses-tab.tsx")).ResponsesTab),
  conversations: loadable(
    async () => (await import("./conversations/conversations-tab.tsx")).ConversationsTab,
  ),
  analytics: loadable(async () => (await import("./analytics/analytics-tab.tsx")).AnalyticsTab),
};

type SocialPageProps = { tab: SocialTab; onTabChange: (tab: SocialTab) => void };

/** The social automation of a store: its accounts, what is answered, what was said, and what came of it. */
export function SocialPage({ tab, onTabChange }: SocialPageProps) {
  return (
    <>
      <PageHeading
        title="Social Media Automation"
        description="Answer messages and comments by themselves, with a link to what you sell."
      />
      <Tabs label="Social automation" tabs={socialTabs} value={tab} onValueChange={onTabChange}>
        {socialTabs.map(({ value }) => {
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
