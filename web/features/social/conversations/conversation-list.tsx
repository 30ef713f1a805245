import { useInfiniteQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Account } from "#web/features/social/social-queries.ts";
import { Button } from "#web/ui/button.tsx";
import { Input } from "#web/ui/input.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AccountFilter } from "./account-filter.tsx";
import { type Conversation, conversationsQuery } from "./conversation-queries.ts";
import { ConversationRow, personName } from "./conversation-row.tsx";
import { useConversationsAddress } from "./use-conversations-address.ts";

/** Recent Conversations: search, an account's alone, and one row for each. Looks for news by itself. */
export function ConversationList({ accounts }: { accounts: readonly Account[] }) {
  const { address, setSearch, setAccount, open } = useConversationsAddress();
  const { search, account } = address;
  const query = useInfiniteQuery(
    conversationsQuery({
      accountId: accounts.find(({ id }) => id === account)?.id,
      search: search || undefined,
    }),
  );
  const conversations = useMemo(() => {
    // While pages are read one after the other, a conversation may have moved from one to the next.
    const listed = query.data?.pages.flatMap((page) => page.conversations) ?? [];
    return [...new Map(listed.map((one) => [one.id, one])).values()];
  }, [query.data]);
  const total = query.data?.pages[0]?.total;
  const announcement = useNewMessageAnnouncement(query.data && conversations, address.conversation);
  return (
    <>
      <div className="grid gap-3 border-b border-border p-4">
        <div className="flex items-baseline justify-between gap-3">
          <h2 className="text-base font-semibold">Recent Conversations</h2>
          {total !== undefined && total > 0 && (
            <span className="text-sm text-muted-foreground tabular-nums">
              {total.toLocaleString("en-US")}
            </span>
          )}
        </div>
        <SearchBox search={search} onSearch={setSearch} />
        <AccountFilter accounts={accounts} value={account} onChange={setAccount} />
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {/* What only screen readers see is absolute: it has to stay within what scrolls, or the page grows by it. */}
      <div className="relative min-h-0 overflow-y-auto">
        {query.isError && !query.data ? (
          <div className="grid justify-items-center gap-4 px-6 py-12 text-center text-sm">
            <p>Your conversations could not be loaded.</p>
            <Button onClick={() => void query.refetch()}>Try again</Button>
          </div>
        ) : !query.data ? (
          <RowSkeletons />
        ) : conversations.length === 0 ? (
          <div className="px-6 py-12 text-center text-sm">
            <p className="font-medium">{search || account ? "Nothing found" : "No conversations yet"}</p>
            <p className="mt-1.5 text-muted-foreground">
              {search || account
                ? "Names and the text of every message were looked at."
                : "Whoever writes to one of your accounts appears here."}
            </p>
          </div>
        ) : (
          <>
            <ul className="divide-y divide-border" aria-label="Recent Conversations">
              {conversations.map((conversation) => (
                <li key={conversation.id}>
                  <ConversationRow
                    conversation={conversation}
                    isOpen={conversation.id === address.conversation}
                    showAccount={accounts.length > 1}
                    onOpen={open}
                  />
                </li>
              ))}
            </ul>
            {query.hasNextPage && (
              <div className="grid border-t border-border p-4">
                <Button
                  variant="outline"
                  loading={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  Show more
                </Button>
              </div>
            )}
          </>
        )}
      </div>
    </>
  );
}

/** Shows every key at once and tells of it a moment later: each search reads all messages. */
function SearchBox({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const [text, setText] = useState(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <Input
      type="search"
      prefix={<Search />}
      aria-label="Search conversations"
      placeholder="Search names and messages"
      maxLength={200}
      value={text}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setText(next);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => onSearch(next.trim()), 250);
      }}
    />
  );
}

function RowSkeletons() {
  return (
    <div role="status" className="grid gap-5 p-4">
      <span className="sr-only">Loading conversations</span>
      {["a", "b", "c", "d", "e"].map((row) => (
        <div key={row} className="grid gap-2">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-4 w-full" />
        </div>
      ))}
    </div>
  );
}

/**
 * For screen readers: who has written since the list was opened; "" for nobody. The open conversation tells of its own
 * messages. `conversations` is undefined until they are known.
 */
function useNewMessageAnnouncement(
  conversations: readonly Conversation[] | undefined,
  openId: string | undefined,
) {
  const [announcement, setAnnouncement] = useState("");
  const announcedAt = useRef<string>(undefined);
  const [newest] = (conversations ?? [])
    .filter(({ id, hasUnread, lastMessageAt }) => hasUnread && lastMessageAt && id !== openId)
    .toSorted((a, b) => (b.lastMessageAt ?? "").localeCompare(a.lastMessageAt ?? ""));
  const isKnown = conversations !== undefined;
  const at = newest?.lastMessageAt ?? "";
  const text = newest ? `New message from ${personName(newest)}` : "";
  useEffect(() => {
    if (!isKnown) return;
    if (announcedAt.current !== undefined && at > announcedAt.current) setAnnouncement(text);
    if (announcedAt.current === undefined || at > announcedAt.current) announcedAt.current = at;
  }, [isKnown, at, text]);
  return announcement;
}
