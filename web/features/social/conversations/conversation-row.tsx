import { platformNames } from "#contract/social/platform-names.ts";
import { platformIcon } from "#web/features/social/platform-name.ts";
import { Badge } from "#web/ui/badge.tsx";
import { timeAgo } from "#web/ui/dates.ts";
import type { Conversation } from "./conversation-queries.ts";
import { messageText } from "./message-texts.ts";
import { momentText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";

type ConversationRowProps = {
  conversation: Conversation;
  isOpen: boolean;
  showAccount: boolean;
  onOpen: (id: string) => void;
};

/** A person, whether they wrote something new, and the last that was said. */
export function ConversationRow({ conversation, isOpen, showAccount, onOpen }: ConversationRowProps) {
  const zone = useZone();
  const { id, account, hasUnread, needsYouAt, lastMessageAt, lastMessage } = conversation;
  const Icon = platformIcon[account.platform];
  return (
    <button
      type="button"
      data-conversation={id}
      aria-current={isOpen || undefined}
      onClick={() => onOpen(id)}
      className="grid w-full grid-cols-[minmax(0,1fr)] gap-0.5 border-l-3 border-transparent px-4 py-3 text-left text-sm transition-colors hover:bg-accent focus-visible:-outline-offset-2 aria-[current]:border-brand aria-[current]:bg-accent"
    >
      <span className="flex items-center gap-2">
        <span dir="auto" className="truncate font-medium">
          {personName(conversation)}
        </span>
        {needsYouAt ? <Badge tone="warning">Needs you</Badge> : hasUnread && <Badge tone="brand">New</Badge>}
        <span className="ml-auto shrink-0 text-xs whitespace-nowrap text-muted-foreground">
          {lastMessageAt ? (
            <time dateTime={lastMessageAt} title={momentText(lastMessageAt, zone)}>
              {timeAgo(lastMessageAt)}
            </time>
          ) : (
            "No messages"
          )}
        </span>
      </span>
      {lastMessageAt && (
        <span className="truncate text-muted-foreground">
          {lastMessage?.isOutgoing && "You: "}
          <bdi>{lastMessage ? messageText(lastMessage) : "This message was deleted"}</bdi>
        </span>
      )}
      {showAccount && (
        <span className="flex items-center gap-1.5 text-xs text-muted-foreground">
          <Icon aria-hidden="true" className="size-3.5 shrink-0" />
          <span className="truncate">
            <span className="sr-only">{platformNames[account.platform]}: </span>@{account.username}
          </span>
        </span>
      )}
    </button>
  );
}

/** "@kim", the name they show, or that the platform told neither. */
export const personName = ({
  participantUsername,
  participantDisplayName,
}: Pick<Conversation, "participantUsername" | "participantDisplayName">): string =>
  participantUsername ? `@${participantUsername}` : (participantDisplayName ?? "Unnamed person");
