import { useQuery } from "@tanstack/react-query";
import { isAlwaysInApp, type MailChoice, type NotificationKind } from "#contract/notifications/kinds.ts";
import { listNotificationChoices, saveNotificationChoice } from "#contract/notifications/notifications.ts";
import { apiKey, apiQuery, callApi, errorMessage, type Output } from "#web/api.ts";
import { useOptimisticChange, useRefresh } from "#web/layout/use-change.ts";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ChoiceRow, MailChoiceRow } from "./choice-row.tsx";
import { PushPanel } from "./push-panel.tsx";

type Choices = Output<typeof listNotificationChoices>;
export type Choice = Choices["choices"][number];
export type Change = { mail?: MailChoice; inApp?: boolean; push?: boolean };

const queryKey = apiKey(listNotificationChoices);
const shownIn = [listNotificationChoices];

/** The one place where somebody chooses what they hear of, and how: of a team, what comes by mail. */
export function NotificationSettings({ isOwner }: { isOwner: boolean }) {
  return (
    <Card>
      <CardHeader
        title="Notifications"
        description={
          isOwner
            ? "What you hear of, and how. Each change is kept at once."
            : "What happens in this store and concerns your role stands behind the bell. Here you choose what comes by mail, too."
        }
      />
      <CardBody>
        <div className="grid gap-6">
          {isOwner && <PushPanel />}
          <ChoiceList isOwner={isOwner} />
        </div>
      </CardBody>
    </Card>
  );
}

function ChoiceList({ isOwner }: { isOwner: boolean }) {
  const { data, error } = useQuery({ ...apiQuery(listNotificationChoices), staleTime: 0 });
  const change = useSaving();
  if (error)
    return (
      <p className="text-sm text-muted-foreground">
        {errorMessage(error, "Your choices could not be loaded")}
      </p>
    );
  if (!data) return <Skeleton className="h-144" />;
  return (
    <div>
      {isOwner && (
        <div
          aria-hidden="true"
          className="hidden grid-cols-[minmax(0,1fr)_4.5rem_7rem_5.5rem] gap-3 border-b border-border pb-2 text-xs font-medium text-muted-foreground sm:grid"
        >
          <span />
          <span>In the app</span>
          <span>By mail</span>
          <span>In browsers</span>
        </div>
      )}
      <ul className="divide-y divide-border">
        {data.choices.map((choice) => {
          const onChange = (changed: Change) => change.mutate({ kind: choice.kind, changed });
          return isOwner ? (
            <ChoiceRow
              key={choice.kind}
              choice={choice}
              isAlwaysInApp={isAlwaysInApp(choice.kind)}
              onChange={onChange}
            />
          ) : (
            <MailChoiceRow key={choice.kind} choice={choice} onChange={onChange} />
          );
        })}
      </ul>
    </div>
  );
}

/** Shown at once; changes go out one after the other, so that the last one chosen stays. */
function useSaving() {
  const refresh = useRefresh(shownIn);
  return useOptimisticChange<{ kind: NotificationKind; changed: Change }, Choice, Choices>({
    change: ({ kind, changed }) => callApi(saveNotificationChoice, { params: { kind }, body: changed }),
    refresh,
    done: () => undefined,
    failed: () => "Your choice could not be saved",
    queryKey,
    inTurn: "notification choices",
    show: ({ choices }, { kind, changed }) => ({
      choices: choices.map((choice) => (choice.kind === kind ? { ...choice, ...changed } : choice)),
    }),
  });
}
