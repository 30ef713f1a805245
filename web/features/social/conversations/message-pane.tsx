import { useInfiniteQuery } from "@tanstack/react-query";
import { ArrowDown } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type Conversation, type Message, messagesQuery } from "./conversation-queries.ts";
import { personName } from "./conversation-row.tsx";
import { MessageBubble } from "./message-bubble.tsx";
import { dayName, messageText } from "./message-texts.ts";
import { useMessageScroll } from "./use-message-scroll.ts";
import { useZone } from "#web/ui/dates.ts";

/** The messages of a conversation, the newest in view; older ones load as one scrolls up. */
export function MessagePane({ conversation }: { conversation: Conversation }) {
  const zone = useZone();
  const query = useInfiniteQuery(messagesQuery(conversation.id));
  const messages = useMemo(() => query.data?.pages.toReversed().flat() ?? [], [query.data]);
  const { pane, hasNews, remember, toEnd } = useMessageScroll(messages);
  const person = personName(conversation);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <div className="relative min-h-0">
      <section
        ref={pane}
        // Scrolled with the arrow keys, too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={`Messages with ${person}`}
        onScroll={() => {
          remember();
          if (pane.current && pane.current.scrollTop < 120 && hasNextPage && !isFetchingNextPage)
            void fetchNextPage();
        }}
        className="relative h-full overflow-y-auto overscroll-contain p-4 [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        {!query.data ? (
          query.isError ? (
            <div className="grid justify-items-center gap-4 py-12 text-center text-sm">
              <p>The messages could not be loaded.</p>
              <Button onClick={() => void query.refetch()}>Try again</Button>
            </div>
          ) : (
            <div role="status" className="grid gap-6">
              <span className="sr-only">Loading messages</span>
              <Skeleton className="h-16 w-2/3 justify-self-end" />
              <Skeleton className="h-16 w-2/3" />
            </div>
          )
        ) : messages.length === 0 ? (
          <p className="py-12 text-center text-sm text-muted-foreground">
            {conversation.lastMessageAt ? "This message was deleted" : "No messages in this conversation"}
          </p>
        ) : (
          <>
            {hasNextPage && (
              <div className="mb-4 grid justify-items-center">
                <Button
                  variant="ghost"
                  size="sm"
                  loading={isFetchingNextPage}
                  onClick={() => void fetchNextPage()}
                >
                  Earlier messages
                </Button>
              </div>
            )}
            <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
              {messages.map((message, index) => {
                const before = messages[index - 1];
                const day = dayName(message.at, zone);
                return (
                  <li key={message.id} data-message={message.id} className="grid gap-4">
                    {(!before || dayName(before.at, zone) !== day) && (
                      <p className="text-center text-xs font-medium text-muted-foreground">{day}</p>
                    )}
                    <MessageBubble message={message} person={person} />
                  </li>
                );
              })}
            </ol>
          </>
        )}
      </section>
      {hasNews && (
        <Button
          size="sm"
          onClick={() => {
            toEnd();
            pane.current?.focus();
          }}
          className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-md"
        >
          <ArrowDown aria-hidden="true" /> New messages
        </Button>
      )}
      <News messages={messages} person={person} />
    </div>
  );
}

/** Tells screen readers of messages that come while the conversation is open. */
function News({ messages, person }: { messages: readonly Message[]; person: string }) {
  const [announcement, setAnnouncement] = useState("");
  const heard = useRef<string>(undefined);
  const last = messages.at(-1);
  useEffect(() => {
    if (!last || heard.current === last.id) return;
    if (heard.current !== undefined && (!last.isOutgoing || last.isFromBot))
      setAnnouncement(
        `${last.isFromBot ? "Automatic reply" : `New message from ${person}`}: ${messageText(last)}`,
      );
    heard.current = last.id;
  }, [last, person]);
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  );
}
