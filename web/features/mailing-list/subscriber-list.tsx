import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Download, Mail, Trash2 } from "lucide-react";
import { useState } from "react";
import {
  deleteSubscriber,
  exportSubscribers,
  getMailingList,
  listSubscribers,
  type MailingList,
  type SubscriberState,
} from "#contract/mailing-list/mailing-list.ts";
import { dayText } from "#contract/dates.ts";
import { callApi, type Output } from "#web/api.ts";
import { DeleteDialog } from "#web/layout/delete-dialog.tsx";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { useZone } from "#web/ui/dates.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Input } from "#web/ui/input.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";
import { useDebounced } from "#web/ui/use-debounced.ts";

type Subscriber = Output<typeof listSubscribers>["subscribers"][number];

const shownIn = [listSubscribers, getMailingList];
const words: Record<SubscriberState, string> = {
  SUBSCRIBED: "Subscribed",
  PENDING: "Not confirmed",
  UNSUBSCRIBED: "Unsubscribed",
};

/** Who is on the list, who has not confirmed yet, and who left it; with the day that proves it. */
export function SubscriberList({
  list: { subscribed, pending, unsubscribed, isOpen },
}: {
  list: MailingList;
}) {
  const [typed, setTyped] = useState("");
  const [state, setState] = useState<SubscriberState | "">("");
  const [removed, setRemoved] = useState<Subscriber>();
  const refresh = useRefresh(shownIn);
  const remove = useChange({
    change: ({ id }: Subscriber) => callApi(deleteSubscriber, { params: { id } }),
    refresh,
    done: (_, { email }) => `${email} was removed`,
    failed: () => "The address could not be removed",
  });
  const q = useDebounced(typed.trim(), 250);
  const pages = useInfiniteQuery({
    queryKey: [listSubscribers.url, q, state],
    queryFn: ({ pageParam: cursor }) =>
      callApi(listSubscribers, {
        querystring: { ...(q && { q }), ...(state && { state }), ...(cursor && { cursor }) },
      }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  if (pages.isError && !pages.data)
    return (
      <LoadFailure
        icon={Mail}
        title="Your subscribers could not be loaded"
        level={2}
        error={pages.error}
        retry={() => void pages.refetch()}
      />
    );
  if (!pages.data) return <TableSkeleton rows={4} label="Loading subscribers" />;
  if (subscribed + pending + unsubscribed === 0)
    return (
      <Card>
        <EmptyState icon={Mail} title="Nobody Yet" level={2}>
          {isOpen
            ? "Share your list's link where your fans are: whoever joins appears here."
            : "Let fans join, above: whoever does appears here."}
        </EmptyState>
      </Card>
    );
  const subscribers = pages.data.pages.flatMap(({ subscribers }) => subscribers);
  return (
    <section aria-label="Subscribers" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap gap-2">
        <Input
          type="search"
          aria-label="Search subscribers"
          placeholder="Search addresses"
          className="sm:w-60"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <NativeSelect
          aria-label="State"
          className="max-sm:w-full sm:w-56"
          value={state}
          onChange={({ target }) => setState(target.value as SubscriberState | "")}
        >
          <option value="">All</option>
          <option value="SUBSCRIBED">Subscribed ({subscribed.toLocaleString("en-US")})</option>
          <option value="PENDING">Not confirmed ({pending.toLocaleString("en-US")})</option>
          <option value="UNSUBSCRIBED">Unsubscribed ({unsubscribed.toLocaleString("en-US")})</option>
        </NativeSelect>
        <LinkButton
          href={exportSubscribers.url}
          download
          variant="outline"
          className="max-sm:w-full sm:ml-auto"
        >
          <Download aria-hidden="true" /> Export CSV
        </LinkButton>
      </div>
      {subscribers.length === 0 ? (
        <Card>
          <EmptyState
            icon={Mail}
            title="No address fits"
            level={2}
            action={
              <Button
                variant="outline"
                onClick={() => {
                  setTyped("");
                  setState("");
                }}
              >
                Show all
              </Button>
            }
          />
        </Card>
      ) : (
        <Card>
          <ul className="divide-y divide-border">
            {subscribers.map((subscriber) => (
              <Row key={subscriber.id} subscriber={subscriber} onRemove={() => setRemoved(subscriber)} />
            ))}
          </ul>
        </Card>
      )}
      {pages.isFetchNextPageError && (
        <p role="alert" className="text-center text-sm font-medium text-destructive-soft-foreground">
          More subscribers could not be loaded. Please try again.
        </p>
      )}
      {pages.hasNextPage && (
        <Button
          variant="outline"
          className="justify-self-center"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      <DeleteDialog
        deleteTarget={removed}
        words={({ email }) => ({
          title: "Remove this address?",
          description: `${email} leaves your list, and the proof of its consent with it. It can join again.`,
          confirmLabel: "Remove",
        })}
        pending={remove.isPending}
        onDelete={(subscriber) => remove.mutate(subscriber, { onSettled: () => setRemoved(undefined) })}
        onClose={() => setRemoved(undefined)}
      />
    </section>
  );
}

type RowProps = { subscriber: Subscriber; onRemove: () => void };

function Row({ subscriber: { email, state, askedAt, confirmedAt, unsubscribedAt }, onRemove }: RowProps) {
  const zone = useZone();
  return (
    <li className="flex items-center gap-3 py-2 pr-2 pl-4 text-sm">
      <div className="grid min-w-0 grow gap-0.5">
        <span className="truncate font-medium">{email}</span>
        <span className="text-muted-foreground">
          {words[state]} {state === "PENDING" ? "since" : "on"}{" "}
          {dayText(unsubscribedAt ?? confirmedAt ?? askedAt, zone)}
        </span>
      </div>
      <IconButton label={`Remove: ${email}`} onClick={onRemove}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </li>
  );
}
