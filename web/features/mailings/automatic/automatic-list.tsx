import { useQuery } from "@tanstack/react-query";
import { Workflow } from "lucide-react";
import { isolated } from "#contract/isolated.ts";
import { automaticMailKinds } from "#contract/mailings/automatic-kinds.ts";
import { listAutomaticMails } from "#contract/mailings/automatic-mails.ts";
import { apiQuery, type Output } from "#web/api.ts";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";
import { AutomaticSwitch } from "./automatic-switch.tsx";
import { kindWords, laterText, outcomesText } from "./automatic-words.ts";
import { BeginMail } from "./begin-mail.tsx";
import { RemindersCard } from "./reminders-card.tsx";

type Listed = Output<typeof listAutomaticMails>[number];

/** What can be sent by itself: each kind with its mails, whether they are on, and what they have sent. */
export function AutomaticList({ onOpen }: { onOpen: (id: string) => void }) {
  const { data, error, refetch } = useQuery(apiQuery(listAutomaticMails));
  if (error && !data)
    return (
      <LoadFailure
        icon={Workflow}
        title="Your automatic mails could not be loaded"
        level={2}
        error={error}
        retry={() => void refetch()}
      />
    );
  if (!data) return <TableSkeleton rows={4} label="Loading your automatic mails" />;
  return (
    <section aria-label="Automatic mails" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <p className="text-sm text-muted-foreground">
        Each is for what happens after you switch it on: nobody from before gets a mail.
      </p>
      {automaticMailKinds.map((kind) => {
        const mails = data.filter((mail) => mail.kind === kind);
        const { title, description } = kindWords[kind];
        return (
          <Card key={kind}>
            <CardHeader title={title} description={description} />
            {mails.length > 0 && (
              <ul aria-label={title} className="mt-4 divide-y divide-border border-t border-border">
                {mails.map((mail) => (
                  <li key={mail.id}>
                    <MailRow mail={mail} onOpen={() => onOpen(mail.id)} />
                  </li>
                ))}
              </ul>
            )}
            <BeginMail kind={kind} mails={mails} onBegun={onOpen} />
          </Card>
        );
      })}
      <RemindersCard />
    </section>
  );
}

function MailRow({ mail, onOpen }: { mail: Listed; onOpen: () => void }) {
  const { kind, product, subject, days } = mail;
  const name = product?.title ?? kindWords[kind].ofAll;
  return (
    <div className="flex items-center justify-between gap-4 px-5 hover:bg-muted sm:px-6">
      <button type="button" onClick={onOpen} className="grid min-w-0 grow gap-0.5 py-4 text-left">
        <span dir="auto" className="font-medium wrap-anywhere">
          {name}
        </span>
        <span className="text-sm wrap-anywhere text-muted-foreground">
          <bdi>{subject || "Without a subject"}</bdi> · {laterText(days)} · {outcomesText(mail)}
        </span>
      </button>
      <AutomaticSwitch mail={mail} label={`${kindWords[kind].title}, ${isolated(name)}: send this mail`} />
    </div>
  );
}
