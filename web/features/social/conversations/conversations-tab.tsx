import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CloudOff, MessagesSquare } from "lucide-react";
import { PlanLine } from "#web/features/social/accounts/plan-line.tsx";
import { accountsQuery, setupQuery } from "#web/features/social/social-queries.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TabPanel, Tabs } from "#web/ui/tabs.tsx";
import { ActivityList } from "./activity-list.tsx";
import { Conversations } from "./conversations.tsx";
import { useConversationsAddress } from "./use-conversations-address.ts";

const views = [
  { value: "conversations", label: "Conversations" },
  { value: "activity", label: "Activity" },
] as const;

/** The DM Conversations tab: what was said with whom, and what came of everything that came in. */
export function ConversationsTab() {
  const { data: accounts, isError, refetch } = useQuery({ ...accountsQuery, refetchOnMount: "always" });
  const { address, setView } = useConversationsAddress();
  if (!accounts)
    return isError ? (
      <Card>
        <EmptyState
          icon={CloudOff}
          title="Your conversations could not be loaded"
          level={2}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      </Card>
    ) : (
      <Skeleton className="h-96 w-full" />
    );
  if (accounts.length === 0)
    return (
      <Card>
        <EmptyState
          icon={MessagesSquare}
          title="Connect Social Accounts"
          level={2}
          action={
            <Link to="/social" search={{ tab: "accounts" }} className={buttonStyle()}>
              Go to Connected Accounts
            </Link>
          }
        >
          Messages to your accounts appear here, with what was answered and why. A Demo Mode account lets you
          try it in a minute.
        </EmptyState>
      </Card>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PlanNotice />
      <Tabs label="View" variant="pill" tabs={views} value={address.view} onValueChange={setView}>
        <TabPanel value="conversations">
          <Conversations accounts={accounts} />
        </TabPanel>
        <TabPanel value="activity">
          <ActivityList accounts={accounts} />
        </TabPanel>
      </Tabs>
    </div>
  );
}

/** Shown where the plan's limit is near or reached: it explains why messages go unanswered. */
function PlanNotice() {
  const { data } = useQuery(setupQuery);
  const { usedThisMonth = 0, limit = null } = data?.replies ?? {};
  return limit !== null && usedThisMonth >= limit * 0.8 && <PlanLine />;
}
