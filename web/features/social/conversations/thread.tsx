import { useQuery } from "@tanstack/react-query";
import { MessageCircleX } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AnswerBox } from "./answer-box.tsx";
import { conversationQuery, isGone } from "./conversation-queries.ts";
import { MessagePane } from "./message-pane.tsx";
import { ThreadHeader } from "./thread-header.tsx";
import { useConversationChanges } from "./use-conversation-changes.ts";

/** One conversation: who, what was said, and a box to answer by hand. Opening it marks it as read. */
export function Thread({ id, onBack }: { id: string; onBack: () => void }) {
  const { data: conversation, refetch, error } = useQuery(conversationQuery(id));
  const { update, untag, send } = useConversationChanges({ id });
  const { mutate: change } = update;
  const isVisible = usePageVisible();
  const isUnread = conversation?.hasUnread === true;
  useEffect(() => {
    if (isUnread && isVisible) change({ hasUnread: false });
  }, [isUnread, isVisible, change]);
  const gone = isGone(error);
  if (!conversation || gone) {
    if (!error) return <ThreadSkeleton />;
    return (
      <EmptyState
        icon={MessageCircleX}
        title={gone ? "Conversation Not Found" : "The conversation could not be loaded"}
        level={2}
        className="h-full justify-center"
        action={
          <>
            {!gone && <Button onClick={() => void refetch()}>Try again</Button>}
            <Button variant="outline" onClick={onBack}>
              All conversations
            </Button>
          </>
        }
      >
        {gone && "Its account was disconnected, or the link is incomplete."}
      </EmptyState>
    );
  }
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto]">
      <ThreadHeader
        conversation={conversation}
        isChanging={update.isPending}
        onChange={change}
        onUntag={untag.mutate}
        onBack={onBack}
      />
      <MessagePane conversation={conversation} />
      <AnswerBox conversation={conversation} send={send} />
    </div>
  );
}

/** Whether somebody can see the page: its window's tab is the one in front. */
const usePageVisible = () =>
  useSyncExternalStore(
    (onChange) => {
      document.addEventListener("visibilitychange", onChange);
      return () => document.removeEventListener("visibilitychange", onChange);
    },
    () => document.visibilityState === "visible",
    () => true,
  );

function ThreadSkeleton() {
  return (
    <div role="status" className="grid content-start gap-6 p-4">
      <span className="sr-only">Loading the conversation</span>
      <Skeleton className="h-10 w-56" />
      <Skeleton className="h-16 w-2/3 justify-self-end" />
      <Skeleton className="h-16 w-2/3" />
    </div>
  );
}
