import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { Plus, Send } from "lucide-react";
import { momentText } from "#contract/dates.ts";
import { createMailing, listMailings } from "#contract/mailings/mailings.ts";
import { apiMutation, callApi, errorMessage, type Output } from "#web/api.ts";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { useZone } from "#web/ui/dates.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { peopleText } from "#web/ui/people-text.ts";
import { ShowMore } from "#web/ui/show-more.tsx";
import { stateWords } from "./mailing-words.ts";

type Listed = Output<typeof listMailings>["mailings"][number];

/** Every mailing of the creator, and a button that begins one. */
export function MailingList({ onOpen }: { onOpen: (id: string) => void }) {
  const create = useMutation(apiMutation(createMailing));
  const pages = useInfiniteQuery({
    queryKey: [listMailings.url],
    queryFn: ({ pageParam: cursor }) => callApi(listMailings, { querystring: { ...(cursor && { cursor }) } }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ mailings }) => mailings.some((one) => one.state === "SENDING"))
        ? 5_000
        : false,
  });
  const begin = async () => {
    try {
      onOpen((await create.mutateAsync({ body: {} })).id);
    } catch (error) {
      toast({
        title: "Error",
        description: errorMessage(error, "No mailing could be begun"),
        variant: "destructive",
      });
    }
  };
  const button = (
    <Button loading={create.isPending} onClick={() => void begin()}>
      <Plus aria-hidden="true" /> Write a mailing
    </Button>
  );
  if (pages.isError && !pages.data)
    return (
      <LoadFailure
        icon={Send}
        title="Your mailings could not be loaded"
        level={2}
        error={pages.error}
        retry={() => void pages.refetch()}
      />
    );
  if (!pages.data) return <TableSkeleton rows={4} label="Loading your mailings" />;
  const mailings = pages.data.pages.flatMap((page) => page.mailings);
  if (mailings.length === 0)
    return (
      <Card>
        <EmptyState icon={Send} title="No Mailings Yet" level={2} action={button}>
          Write to your customers and to whoever asked for your mails. You see who gets it before it leaves,
          and what it earned afterwards.
        </EmptyState>
      </Card>
    );
  return (
    <section aria-label="Mailings" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex justify-end">{button}</div>
      <Card>
        <ul className="divide-y divide-border">
          {mailings.map((mailing) => (
            <li key={mailing.id}>
              <MailingRow mailing={mailing} onOpen={() => onOpen(mailing.id)} />
            </li>
          ))}
        </ul>
      </Card>
      <ShowMore name="mailings" pages={pages} />
    </section>
  );
}

function MailingRow({ mailing, onOpen }: { mailing: Listed; onOpen: () => void }) {
  const zone = useZone();
  const { subject, state, schedule, outcomes, startedAt, updatedAt } = mailing;
  const { label, tone } = stateWords[state];
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-4 text-left hover:bg-muted"
    >
      <span className="grid min-w-0 gap-0.5">
        <span dir="auto" className="truncate font-medium">
          {subject || "Without a subject"}
        </span>
        <span className="text-sm text-muted-foreground">
          {startedAt
            ? `Begun ${momentText(startedAt, zone)}`
            : state === "SCHEDULED" || state === "LATE"
              ? `For ${schedule ? schedule.on.replace("T", ", ") : "now"}`
              : `Changed ${momentText(updatedAt, zone)}`}
          {outcomes &&
            ` · ${outcomes.sent.toLocaleString("en-US")} of ${peopleText(outcomes.audience)} got it`}
        </span>
      </span>
      <Badge tone={tone}>{label}</Badge>
    </button>
  );
}
