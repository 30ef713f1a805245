import { useQuery } from "@tanstack/react-query";
import { Workflow } from "lucide-react";
import type { ReactNode } from "react";
import { isolated } from "#contract/isolated.ts";
import { getAutomaticMail } from "#contract/mailings/automatic-mails.ts";
import { apiQuery } from "#web/api.ts";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { PanelHeading } from "#web/layout/panel-heading.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";
import { peopleText } from "#web/ui/people-text.ts";
import { AutomaticForm } from "./automatic-form.tsx";
import { AutomaticSwitch } from "./automatic-switch.tsx";
import { kindWords, type MyAutomaticMail, outcomesText } from "./automatic-words.ts";

type AutomaticPageProps = {
  id: string;
  postalAddress: ReactNode;
  onBack: () => void;
  onDeleted: () => void;
};

/** One automatic mail: whether it is on, its words, and what became of it. */
export function AutomaticPage({ id, postalAddress, onBack, onDeleted }: AutomaticPageProps) {
  const { data: mail, error, refetch } = useQuery(apiQuery(getAutomaticMail, { params: { id } }));
  if (error && !mail)
    return (
      <LoadFailure
        icon={Workflow}
        title="The mail could not be loaded"
        level={2}
        error={error}
        retry={() => void refetch()}
      />
    );
  if (!mail) return <TableSkeleton rows={6} label="Loading the mail" />;
  const { title, description, ofAll } = kindWords[mail.kind];
  return (
    <>
      <PanelHeading
        title={`${title}: ${isolated(mail.product?.title ?? ofAll)}`}
        backLabel="All automatic mails"
        onBack={onBack}
        actions={
          <div className="flex items-center gap-3 text-sm font-medium">
            <span aria-hidden="true">{mail.switchedOnAt === null ? "Off" : "On"}</span>
            <AutomaticSwitch mail={mail} label="Send this mail" />
          </div>
        }
      >
        <p className="text-sm text-muted-foreground">{description}</p>
      </PanelHeading>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {postalAddress}
        <AutomaticForm mail={mail} onDeleted={onDeleted} />
        <Outcomes mail={mail} />
      </div>
    </>
  );
}

function Outcomes({ mail }: { mail: MyAutomaticMail }) {
  return (
    <Card>
      <CardHeader title="What became of it" />
      <CardBody>
        <p className="text-sm first-letter:uppercase">{outcomesText(mail)}</p>
        {mail.skipped.length > 0 && (
          <ul className="mt-3 grid gap-1 text-sm text-muted-foreground" aria-label="Why people were left out">
            {mail.skipped.map(({ reason, people }) => (
              <li key={reason}>
                {peopleText(people)}: {reason}
              </li>
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}
