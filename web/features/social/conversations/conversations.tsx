import { MessageCircle } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Account } from "#web/features/social/social-queries.ts";
import { Card } from "#web/ui/card.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { useWideScreen } from "#web/ui/use-wide-screen.ts";
import { ConversationList } from "./conversation-list.tsx";
import { Thread } from "./thread.tsx";
import { useConversationsAddress } from "./use-conversations-address.ts";

/** The list and the open conversation beside it; on a phone one after the other. */
export function Conversations({ accounts }: { accounts: readonly Account[] }) {
  const { address, open } = useConversationsAddress();
  const { conversation } = address;
  const card = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const last = useRef(conversation);
  const isWide = useWideScreen();
  // On a phone the conversation takes the place of the list, and has the screen to itself.
  useEffect(() => {
    if (!isWide && conversation) card.current?.scrollIntoView({ block: "start" });
  }, [isWide, conversation]);
  // Whoever comes back from a conversation goes on where they were.
  useEffect(() => {
    if (last.current && !conversation)
      list.current?.querySelector<HTMLElement>(`[data-conversation="${CSS.escape(last.current)}"]`)?.focus();
    last.current = conversation;
  }, [conversation]);
  return (
    <Card
      ref={card}
      className="grid grid-cols-[minmax(0,1fr)] overflow-hidden md:h-[clamp(28rem,calc(100dvh-18.5rem),52rem)] md:grid-cols-[20rem_minmax(0,1fr)]"
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
      <div
        className={classNames(
          "min-h-0 max-md:h-[max(26rem,calc(100dvh-6.5rem))]",
          !conversation && "max-md:hidden",
        )}
      >
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
