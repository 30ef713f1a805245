import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { momentText } from "#contract/dates.ts";
import { listRecipients, type RecipientOutcome } from "#contract/mailings/mailing-report.ts";
import { callApi, errorMessage } from "#web/api.ts";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { useZone } from "#web/ui/dates.ts";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { ShowMore } from "#web/ui/show-more.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";

const words: Record<RecipientOutcome, string> = {
  sent: "Sent",
  skipped: "Left out",
  failed: "Failed",
  unknown: "Not known",
  waiting: "Waiting",
};

/** Everybody whom a mailing was for, with what became of it. */
export function Recipients({ id, isMoving }: { id: string; isMoving: boolean }) {
  const zone = useZone();
  const [outcome, setOutcome] = useState<RecipientOutcome | "">("");
  const pages = useInfiniteQuery({
    queryKey: [listRecipients.url, id, outcome],
    queryFn: ({ pageParam: cursor }) =>
      callApi(listRecipients, {
        params: { id },
        querystring: { ...(outcome && { outcome }), ...(cursor && { cursor }) },
      }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: isMoving ? 5_000 : false,
  });
  const recipients = pages.data?.pages.flatMap((page) => page.recipients);
  return (
    <Card>
      <CardHeader title="People" />
      <CardBody>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <NativeSelect
            aria-label="Outcome"
            className="w-full sm:w-56"
            value={outcome}
            onChange={({ target }) => setOutcome(target.value as RecipientOutcome | "")}
          >
            <option value="">All</option>
            {Object.entries(words).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </NativeSelect>
          {pages.error && !recipients ? (
            <p role="alert" className="text-sm">
              {errorMessage(pages.error, "The people could not be loaded")}
            </p>
          ) : !recipients ? (
            <TableSkeleton rows={4} label="Loading people" />
          ) : recipients.length === 0 ? (
            <p className="text-sm text-muted-foreground">Nobody.</p>
          ) : (
            <ul className="divide-y divide-border">
              {recipients.map((recipient) => (
                <li
                  key={recipient.id}
                  className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-3 text-sm"
                >
                  <span className="min-w-0 wrap-anywhere">
                    {recipient.email ?? "Somebody who had their data removed"}
                    {recipient.reason && (
                      <span className="block text-muted-foreground">{recipient.reason}</span>
                    )}
                  </span>
                  <span className="text-muted-foreground">
                    {words[recipient.outcome]}
                    {recipient.hasClicked && ", clicked"} · {momentText(recipient.at, zone)}
                  </span>
                </li>
              ))}
            </ul>
          )}
          <ShowMore name="recipients" pages={pages} />
        </div>
      </CardBody>
    </Card>
  );
}
