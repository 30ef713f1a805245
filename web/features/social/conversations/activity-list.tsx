import { useInfiniteQuery } from "@tanstack/react-query";
import { Activity } from "lucide-react";
import { useMemo } from "react";
import type { Account } from "#web/features/social/social-queries.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";
import { AccountFilter } from "./account-filter.tsx";
import { ActivityRow } from "./activity-row.tsx";
import { eventsQuery } from "./conversation-queries.ts";
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
