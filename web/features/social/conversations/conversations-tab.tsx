import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CloudOff, MessageCircle, MessagesSquare } from "lucide-react";
import { useEffect, useRef } from "react";
import { PlanLine } from "#web/features/social/accounts/plan-line.tsx";
import { type Account, accountsQuery, setupQuery } from "#web/features/social/social-queries.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TabPanel, Tabs } from "#web/ui/tabs.tsx";
import { ActivityList } from "./activity-list.tsx";
import { ConversationList } from "./conversation-list.tsx";
import { Thread } from "./thread.tsx";
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

/** The list and the open conversation beside it; on a phone one after the other. */
function Conversations({ accounts }: { accounts: readonly Account[] }) {
  const { address, open } = useConversationsAddress();
  const { conversation } = address;
  const list = useRef<HTMLDivElement>(null);
  const last = useRef(conversation);
  // Whoever comes back from a conversation goes on where they were.
  useEffect(() => {
    if (last.current && !conversation)
      list.current?.querySelector<HTMLElement>(`[data-conversation="${CSS.escape(last.current)}"]`)?.focus();
    last.current = conversation;
  }, [conversation]);
  return (
    <Card
      className={classNames(
        "grid grid-cols-[minmax(0,1fr)] overflow-hidden md:h-[clamp(28rem,calc(100dvh-18.5rem),52rem)] md:grid-cols-[20rem_minmax(0,1fr)]",
        // On a phone an open conversation has all the room between the two bars, and the page does not scroll behind it.
        conversation &&
          "max-md:fixed max-md:inset-x-0 max-md:top-12 max-md:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] max-md:z-20 max-md:rounded-none max-md:border-0",
      )}
    >
      <div
        ref={list}
        className={classNames(
          "grid min-h-0 grid-rows-[auto_minmax(0,1fr)] md:border-r md:border-border",
          conversation && "max-md:hidden",
        )}
      >
        <ConversationList accounts={accounts} />
      </div>
      <div className={classNames("min-h-0", !conversation && "max-md:hidden")}>
        {conversation ? (
          <Thread key={conversation} id={conversation} onBack={() => open(undefined)} />
        ) : (
          <EmptyState icon={MessageCircle} title="Select a conversation" className="h-full justify-center">
            Its messages appear here, with what was answered automatically and why.
          </EmptyState>
        )}
      </div>
    </Card>
  );
}
