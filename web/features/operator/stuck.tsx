import { CircleCheck } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { momentText } from "#contract/dates.ts";
import { decideStuck, getOperatorCounts, listStuck } from "#contract/operator/operator.ts";
import { apiQuery, callApi, type Input, type Output } from "#web/api.ts";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useZone } from "#web/ui/dates.ts";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { PagedList } from "./paged-list.tsx";
import { allOfName, kindWords, stateWords } from "./stuck-words.ts";

type Item = Output<typeof listStuck>["items"][number];
type Kind = Item["kind"];
type Decision = Input<typeof decideStuck>["body"];

const shownIn = [listStuck, getOperatorCounts];

/** What did not go out or was not done, of these kinds: tried again or given up, one of them or all of a name. */
export function Stuck({ kinds }: { kinds: readonly [Kind, ...Kind[]] }) {
  const [kind, setKind] = useState<Kind>(kinds[0]);
  const [name, setName] = useState("");
  const [asked, setAsked] = useState<Decision>();
  const refresh = useRefresh(shownIn);
  const decide = useChange({
    change: (body: Decision) => callApi(decideStuck, { body }),
    refresh,
    done: ({ done }, { decision }) =>
      done === 0
        ? "None of these failed: what is held is decided one by one, and what is late goes by itself"
        : `${done.toLocaleString("en-US")} ${decision === "RETRY" ? "will be tried again" : "given up"}`,
    failed: () => "Nothing was changed. It may not be stuck any more.",
  });
  const words = kindWords[kind];
  return (
    <>
      {kind === "MAIL" && <PossibleDuplicates />}
      <PagedList
        name={words.many}
        icon={CircleCheck}
        queryKey={[listStuck.url, kind, name]}
        read={(cursor) =>
          callApi(listStuck, { querystring: { kind, ...(name && { name }), ...(cursor && { cursor }) } })
        }
        rowsOf={({ items }) => items}
        renderHead={({ names }) => (
          <div className="flex flex-wrap gap-2">
            {kinds.length > 1 && (
              <NativeSelect
                aria-label="Kind"
                className="max-sm:w-full sm:w-52"
                value={kind}
                onChange={({ target }) => {
                  setKind(target.value as Kind);
                  setName("");
                }}
              >
                {kinds.map((one) => (
                  <option key={one} value={one}>
                    {kindWords[one].option}
                  </option>
                ))}
              </NativeSelect>
            )}
            {names.length > 0 && (
              <NativeSelect
                aria-label="Name"
                className="max-sm:w-full sm:w-72"
                value={name}
                onChange={({ target }) => setName(target.value)}
              >
                <option value="">All</option>
                {names.map((one) => (
                  <option key={one.name} value={one.name}>
                    {one.name} ({one.count.toLocaleString("en-US")})
                  </option>
                ))}
              </NativeSelect>
            )}
            {name && (
              <div className="flex flex-wrap gap-2 sm:ml-auto">
                <Button
                  variant="outline"
                  loading={decide.isPending && !asked}
                  onClick={() => decide.mutate({ kind, name, decision: "RETRY" })}
                >
                  Try all again
                </Button>
                <Button variant="outline" onClick={() => setAsked({ kind, name, decision: "DISCARD" })}>
                  Give all up
                </Button>
              </div>
            )}
          </div>
        )}
        renderRow={(item) => (
          <StuckRow
            item={item}
            isBusy={decide.isPending}
            onRetry={() => decide.mutate({ kind, id: item.id, decision: "RETRY" })}
            onDiscard={() => setAsked({ kind, id: item.id, decision: "DISCARD" })}
          />
        )}
        empty={{ title: `No ${words.many} wait`, text: words.empty }}
      />
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={() => setAsked(undefined)}
        title={asked?.name ? `Give up ${allOfName(asked.name)}?` : `Give up this ${words.one}?`}
        description={words.givenUp}
        confirmLabel="Give up"
        destructive
        pending={decide.isPending}
        onConfirm={() => asked && decide.mutate(asked, { onSettled: () => setAsked(undefined) })}
      />
    </>
  );
}

/** Receipts and notices are sent again when nothing says whether they arrived: this is how often that happened. */
function PossibleDuplicates() {
  const { data } = useQuery(apiQuery(getOperatorCounts));
  const count = data?.possibleDuplicates ?? 0;
  if (count === 0) return null;
  return (
    <p className="text-sm text-muted-foreground">
      {count === 1 ? "1 email" : `${count.toLocaleString("en-US")} emails`} may have been delivered twice in
      the last 30 days, because a worker was killed or the mail server didn't answer.
    </p>
  );
}

type RowProps = { item: Item; isBusy: boolean; onRetry: () => void; onDiscard: () => void };

function StuckRow({ item, isBusy, onRetry, onDiscard }: RowProps) {
  const zone = useZone();
  const { name, state, why, at } = item;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 text-sm">
      <div className="grid min-w-0 grow basis-72 gap-0.5">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium wrap-anywhere">{name}</span>
          <Badge tone={state === "FAILED" ? "destructive" : "warning"}>{stateWords[state]}</Badge>
        </p>
        {why && <p className="wrap-anywhere">{why}</p>}
        <p className="text-xs text-muted-foreground">{momentText(at, zone)}</p>
      </div>
      {state === "LATE" ? (
        <p className="text-muted-foreground">Goes by itself</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="outline" disabled={isBusy} onClick={onRetry}>
            {state === "HELD" ? "Send it" : "Try again"}
          </Button>
          <Button size="sm" variant="ghost" disabled={isBusy} onClick={onDiscard}>
            Give up
          </Button>
        </div>
      )}
    </div>
  );
}
