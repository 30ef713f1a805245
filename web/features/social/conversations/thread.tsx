import { useQuery } from "@tanstack/react-query";
import { MessageCircleX } from "lucide-react";
import { useEffect } from "react";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AnswerBox } from "./answer-box.tsx";
import { conversationQuery } from "./conversation-queries.ts";
import { MessagePane } from "./message-pane.tsx";
import { ThreadHeader } from "./thread-header.tsx";
import { useConversationChanges } from "./use-conversation-changes.ts";

/** One conversation: who, what was said, and a box to answer by hand. Opening it marks it as read. */
export function Thread({ id, onBack }: { id: string; onBack: () => void }) {
  const { data: conversation, isError, refetch, error } = useQuery(conversationQuery(id));
  const { update, send } = useConversationChanges({ id });
  const { mutate: change } = update;
  const isUnread = conversation?.hasUnread === true;
  useEffect(() => {
    if (isUnread && document.visibilityState === "visible") change({ hasUnread: false });
  }, [isUnread, change]);
  if (!conversation) {
    if (!isError) return <ThreadSkeleton />;
    const isGone = error.message.startsWith("4");
    return (
      <EmptyState
        icon={MessageCircleX}
        title={isGone ? "Conversation Not Found" : "The conversation could not be loaded"}
        level={2}
        className="h-full justify-center"
        action={
          <>
            {!isGone && <Button onClick={() => void refetch()}>Try again</Button>}
            <Button variant="outline" onClick={onBack}>
              All conversations
            </Button>
          </>
        }
      >
        {isGone && "Its account was disconnected, or the link is incomplete."}
      </EmptyState>
    );
  }
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto]">
      <ThreadHeader
        conversation={conversation}
        isChanging={update.isPending}
        onChange={change}
        onBack={onBack}
      />
      <MessagePane conversation={conversation} />
      <AnswerBox conversation={conversation} send={send} />
    </div>
  );
}

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
