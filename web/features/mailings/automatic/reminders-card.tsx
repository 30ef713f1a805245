import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useEffect, useState } from "react";
import {
  mostReminderWords,
  type ReminderKind,
  reminderKindsToSwitch,
} from "#contract/mailings/reminder-kinds.ts";
import {
  listReminders,
  previewReminder,
  saveReminder,
  sendTestReminder,
} from "#contract/mailings/reminders.ts";
import { MailPreview } from "#web/features/mailings/mail-preview.tsx";
import { apiQuery, callApi, type Output } from "#web/api.ts";
import { currentUserQuery } from "#web/layout/current-user.ts";
import { refusedField } from "#web/layout/report-failure.ts";
import { clearTabDraft, readTabDraft, saveTabDraft, tabDraftKey } from "#web/layout/tab-draft.ts";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

type Reminder = Output<typeof listReminders>[number];
const shownIn = [listReminders];

/** What reminds buyers of what they have: which of it is sent, and what the creator says in it. */
export function RemindersCard() {
  const { data, isError, refetch } = useQuery(apiQuery(listReminders));
  return (
    <Card>
      <CardHeader
        title="Reminders"
        description="To whoever has bought, whether they want your other mails or not. Each says by itself when, where and how much."
      />
      {data ? (
        <ul aria-label="Reminders" className="mt-4 divide-y divide-border border-t border-border">
          {data.map((reminder) => (
            <li key={reminder.kind} className="px-5 py-5 sm:px-6">
              <ReminderForm reminder={reminder} />
            </li>
          ))}
        </ul>
      ) : (
        <div className="p-5 sm:p-6" aria-busy={!isError}>
          {isError ? (
            <Button variant="outline" onClick={() => void refetch()}>
              They could not be loaded. Try again
            </Button>
          ) : (
            <Skeleton className="h-40 w-full" />
          )}
        </div>
      )}
    </Card>
  );
}

const kinds: Record<ReminderKind, { title: string; description: string }> = {
  RENEWAL: {
    title: "A membership renews",
    description: "To members who pay by the year, three weeks before they are charged. The law asks for it.",
  },
  EVENT_DAY: { title: "An event is tomorrow", description: "To its buyers, a day before it begins." },
  EVENT_HOUR: { title: "An event begins soon", description: "To its buyers, an hour before it begins." },
};

/** What is typed, and the words it was begun over. */
type Typed = { text: string; over: string };

/** The switch is saved at once, words by their button: a switch takes no half-written words along. */
function ReminderForm({ reminder: { kind, isOn, words, revision } }: { reminder: Reminder }) {
  const userId = useQueryClient().getQueryData(currentUserQuery.queryKey)?.id ?? "";
  const key = tabDraftKey(userId, "reminder", kind);
  const [typed, setTyped] = useState(() => readTabDraft<Typed>(key));
  const [isPreviewed, setPreviewed] = useState(false);
  useEffect(() => {
    if (typed) saveTabDraft(key, typed);
    else clearTabDraft(key);
  }, [key, typed]);
  const refresh = useRefresh(shownIn);
  const change = useChange({
    change: (to: { isOn: boolean; words: string }) =>
      callApi(saveReminder, { body: { kind, revision, ...to } }),
    refresh,
    done: (_, to) =>
      to.isOn === isOn ? "Your words are saved" : to.isOn ? "It is sent again" : "It is not sent any more",
    failed: (error) => {
      // Of another tab's words, which are shown then, and are not overwritten unseen.
      void refresh();
      return refusedField(error) ?? "It could not be saved";
    },
  });
  const { title, description } = kinds[kind];
  const shown = typed?.text ?? words;
  const isUnsaved = typed !== undefined && typed.text !== words;
  const isChangedMeanwhile = typed !== undefined && typed.over !== words;
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ isOn, words: shown }, { onSuccess: () => setTyped(undefined) });
      }}
    >
      <div className="flex items-start justify-between gap-4">
        <div className="grid gap-0.5">
          <h3 className="font-medium">{title}</h3>
          <p className="text-sm text-muted-foreground">{description}</p>
        </div>
        {reminderKindsToSwitch.includes(kind) ? (
          <Switch
            aria-label={`${title}: send this reminder`}
            checked={isOn}
            disabled={change.isPending}
            onCheckedChange={(next) => change.mutate({ isOn: next, words })}
          />
        ) : (
          <Badge>Always sent</Badge>
        )}
      </div>
      {isOn && (
        <div className="grid max-w-xl gap-3">
          <Field label="What you say in it" hint="It stands above the rest, in plain text.">
            <Textarea
              value={shown}
              rows={2}
              maxLength={mostReminderWords}
              onChange={(event) => {
                const text = event.currentTarget.value;
                setTyped((before) => ({ text, over: before?.over ?? words }));
              }}
            />
          </Field>
          {isChangedMeanwhile && (
            <p className="text-sm wrap-anywhere">
              Saved in another tab meanwhile: {words === "" ? "nothing" : `“${words}”`}
            </p>
          )}
          <div className="flex flex-wrap items-center gap-2">
            {isUnsaved && (
              <Button type="submit" size="sm" loading={change.isPending}>
                Save words
              </Button>
            )}
            <Button
              type="button"
              variant="outline"
              size="sm"
              disabled={isUnsaved}
              aria-label={`Preview: ${title}`}
              onClick={() => setPreviewed(true)}
            >
              <Eye aria-hidden="true" /> Preview
            </Button>
            {isUnsaved && <p className="text-sm text-muted-foreground">The preview shows what is saved.</p>}
          </div>
        </div>
      )}
      {isPreviewed && (
        <MailPreview
          url={previewReminder.url.replace(":kind", kind)}
          sendTest={() => callApi(sendTestReminder, { params: { kind } })}
          onClose={() => setPreviewed(false)}
        />
      )}
    </form>
  );
}
