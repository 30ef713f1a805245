import { useInfiniteQuery } from "@tanstack/react-query";
import { Activity } from "lucide-react";
import { useMemo } from "react";
import { isolated } from "#contract/isolated.ts";
import { momentText } from "#contract/dates.ts";
import { outcomeReason, outcomeTexts } from "#web/features/social/outcome-texts.ts";
import type { Account } from "#web/features/social/social-queries.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { timeAgo, useZone } from "#web/ui/dates.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";
import { AccountFilter } from "./account-filter.tsx";
import { eventsQuery, type SocialEvent } from "./conversation-queries.ts";
import { kindText } from "./message-texts.ts";
import { useConversationsAddress } from "./use-conversations-address.ts";

/** Everything that came in, newest first, with what came of it and why: also what is in no conversation. */
export function ActivityList({ accounts }: { accounts: readonly Account[] }) {
  const { address, setAccount, open } = useConversationsAddress();
  const query = useInfiniteQuery(eventsQuery(accounts.find(({ id }) => id === address.account)?.id));
  const events = useMemo(
    () => [...new Map(query.data?.pages.flat().map((event) => [event.id, event])).values()],
    [query.data],
  );
  if (!query.data)
    return query.isError ? (
      <Card>
        <EmptyState
          icon={Activity}
          title="What came in could not be loaded"
          action={<Button onClick={() => void query.refetch()}>Try again</Button>}
        />
      </Card>
    ) : (
      <TableSkeleton rows={6} label="Loading what came in" />
    );
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-border p-4 sm:px-5">
        <div className="grid gap-0.5">
          <h2 className="text-base font-semibold">Activity</h2>
          <p className="text-sm text-muted-foreground">Everything that came in, what was done, and why.</p>
        </div>
        <AccountFilter accounts={accounts} value={address.account} onChange={setAccount} />
      </div>
      {events.length === 0 ? (
        <EmptyState icon={Activity} title="Nothing came in yet">
          Messages, comments, story replies, mentions and follows appear here as they arrive.
        </EmptyState>
      ) : (
        <>
          <ol className="divide-y divide-border" aria-label="Activity">
            {events.map((event) => (
              <ActivityRow key={event.id} event={event} showAccount={accounts.length > 1} onOpen={open} />
            ))}
          </ol>
          {query.hasNextPage && (
            <div className="grid justify-items-center border-t border-border p-4">
              <Button
                variant="outline"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                Show earlier
              </Button>
            </div>
          )}
        </>
      )}
    </Card>
  );
}

type ActivityRowProps = { event: SocialEvent; showAccount: boolean; onOpen: (conversation: string) => void };

/** One thing that happened: what, by whom, when; what came of it, and why. */
function ActivityRow({ event, showAccount, onOpen }: ActivityRowProps) {
  const zone = useZone();
  const { kind, username, text, account, outcome, keyword, ruleName, conversationId, receivedAt } = event;
  const known = outcome && outcomeTexts[outcome];
  const reason = outcomeReason(event, zone);
  const label = known?.label ?? reason;
  const person = username ? `@${username}` : "Unnamed person";
  const by = keyword ? `Keyword ${isolated(keyword)}` : ruleName && `Rule ${isolated(ruleName)}`;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1.5 p-4 text-sm sm:px-5">
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <span className="font-medium">{kindText[kind]}</span>
        {conversationId ? (
          <button
            type="button"
            onClick={() => onOpen(conversationId)}
            className="max-w-full truncate rounded-sm text-left underline underline-offset-4 pointer-coarse:py-1"
          >
            {person}
          </button>
        ) : (
          <span className="truncate text-muted-foreground">{person}</span>
        )}
        {showAccount && <span className="truncate text-muted-foreground">to @{account.username}</span>}
        <time
          dateTime={receivedAt}
          title={momentText(receivedAt, zone)}
          className="ml-auto text-xs whitespace-nowrap text-muted-foreground"
        >
          {timeAgo(receivedAt)}
        </time>
      </div>
      {text && (
        <p dir="auto" className="line-clamp-2 wrap-anywhere">
          {text}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={known?.tone ?? "neutral"}>{label}</Badge>
        <span className="min-w-0 text-xs wrap-anywhere text-muted-foreground">
          {[reason === label ? undefined : reason, by].filter(Boolean).join(" · ")}
        </span>
      </div>
    </li>
  );
}
