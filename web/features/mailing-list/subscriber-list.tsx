import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Download, Mail } from "lucide-react";
import { useState } from "react";
import {
  countSubscribers,
  deleteSubscriber,
  exportSubscribers,
  getMailingList,
  listSubscribers,
  type MailingList,
  type SubscriberState,
} from "#contract/mailing-list/mailing-list.ts";
import { listTags, tagSubscribers } from "#contract/tags/tags.ts";
import { apiQuery, callApi } from "#web/api.ts";
import { DeleteDialog } from "#web/layout/delete-dialog.tsx";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { TagBar } from "#web/layout/tags/tag-bar.tsx";
import { TagFilter, TagsButton } from "#web/layout/tags/tag-filter.tsx";
import { ExportChosen } from "#web/layout/choice/export-chosen.tsx";
import { useChoice } from "#web/layout/choice/use-choice.ts";
import { useTagSearch } from "#web/layout/tags/use-tag-search.ts";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Input } from "#web/ui/input.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { ShowMore } from "#web/ui/show-more.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";
import { type Subscriber, SubscriberRow } from "./subscriber-row.tsx";
import { useDebounced } from "#web/ui/use-debounced.ts";

const shownIn = [listSubscribers, countSubscribers, getMailingList, listTags];

/** Who is on the list, who has not confirmed yet, and who left it; with the day that proves it. */
export function SubscriberList({
  list: { subscribed, pending, unsubscribed, isOpen },
}: {
  list: MailingList;
}) {
  const [typed, setTyped] = useState("");
  const [state, setState] = useState<SubscriberState | "">("");
  const [tagId, setTagId] = useTagSearch();
  const [removed, setRemoved] = useState<Subscriber>();
  const refresh = useRefresh(shownIn);
  const remove = useChange({
    change: ({ id }: Subscriber) => callApi(deleteSubscriber, { params: { id } }),
    refresh,
    done: (_, { email }) => `${email} was removed`,
    failed: () => "The address could not be removed",
  });
  const q = useDebounced(typed.trim(), 250);
  const filter = { ...(q && { q }), ...(state && { state }), ...(tagId && { tagId }) };
  const pages = useInfiniteQuery({
    queryKey: [listSubscribers.url, filter],
    queryFn: ({ pageParam: cursor }) =>
      callApi(listSubscribers, { querystring: { ...filter, ...(cursor && { cursor }) } }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  const found = useQuery({
    ...apiQuery(countSubscribers, { querystring: filter }),
    placeholderData: keepPreviousData,
  });
  const choice = useChoice(JSON.stringify(filter));
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
  const shown = subscribers.map(({ id }) => id);
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
        <TagFilter className="max-sm:w-full sm:w-44" />
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow sm:ml-auto">
          <TagsButton />
          <LinkButton href={exportSubscribers.url} download variant="outline">
            <Download aria-hidden="true" /> Export CSV
          </LinkButton>
        </div>
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
                  setTagId(undefined);
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
              <SubscriberRow
                key={subscriber.id}
                subscriber={subscriber}
                isChosen={choice.isChosen(subscriber.id)}
                onChoose={(isChosen) => choice.set([subscriber.id], isChosen, shown)}
                onRemove={() => setRemoved(subscriber)}
              />
            ))}
          </ul>
        </Card>
      )}
      <ShowMore name="subscribers" pages={pages} />
      <TagBar
        choice={choice}
        total={found.data?.subscribers ?? shown.length}
        change={({ ids, ...change }) =>
          callApi(tagSubscribers, { body: { ...change, subscriberIds: ids, filter } })
        }
        exporting={<ExportChosen url={exportSubscribers.url} choice={choice} filter={filter} />}
      />
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
