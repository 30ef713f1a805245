import { Download, FileText } from "lucide-react";
import { useState } from "react";
import { isolated } from "#contract/isolated.ts";
import { kindOfFile } from "#contract/catalog/product-kind.ts";
import { dayText, longDayText, momentText } from "#contract/dates.ts";
import { ApiError } from "#web/api.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { useZone } from "#web/ui/dates.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { BriefAnswersList } from "./brief-answers.tsx";
import { BriefForm } from "./brief-form.tsx";
import { readKeptAnswers } from "./kept-answers.ts";
import { type BoughtWork as Work, useBoughtWork, type WorkLine } from "./use-bought-work.ts";

/** A service that was bought: its brief, how it stands, and what was delivered. */
export function BoughtWork(line: WorkLine) {
  const { query, send } = useBoughtWork(line);
  const { data: work, error, isError, refetch } = query;
  if (work) return <WorkParts itemId={line.itemId} work={work} onSend={send.mutateAsync} />;
  if (!isError) return <Skeleton className="h-24 w-full" />;
  // It was taken back meanwhile: the page around it says so once it is read again.
  if (error instanceof ApiError && error.status === 404) return null;
  return (
    <div role="alert" className="flex w-full flex-wrap items-center gap-3 text-sm">
      <p>How this service stands could not be loaded.</p>
      <Button variant="outline" size="sm" onClick={() => void refetch()}>
        Try again
      </Button>
    </div>
  );
}

type PartsProps = {
  itemId: string;
  work: Work;
  onSend: Parameters<typeof BriefForm>[0]["onSend"];
};

function WorkParts({ itemId, work, onSend }: PartsProps) {
  const zone = useZone();
  const [editing, setEditing] = useState(() => readKeptAnswers(itemId) !== undefined);
  const { state, questions, dueAt, startedAt, deliveries, canChange, seller, deliveryDays } = work;
  const isOpenForm = canChange && (state === "WAITING" || editing);
  return (
    <div className="grid w-full gap-5 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge tone={state === "DELIVERED" ? "success" : state === "WAITING" ? "warning" : "brand"}>
          {stateText(work)}
        </Badge>
        <p className="text-muted-foreground">
          {state === "WAITING" &&
            `${isolated(seller)} begins once you have answered this${
              deliveryDays === null
                ? "."
                : `, and delivers within ${deliveryDays === 1 ? "a day" : `${deliveryDays} days`}.`
            }`}
          {state === "TO_DO" &&
            (dueAt
              ? `To be delivered by ${longDayText(dueAt, zone)}.`
              : `We'll email you as soon as ${isolated(seller)} delivers.`)}
        </p>
      </div>
      {deliveries.map((delivery) => (
        <Delivery key={delivery.id} delivery={delivery} zone={zone} />
      ))}
      {isOpenForm ? (
        <BriefForm
          itemId={itemId}
          work={work}
          onSend={async (brief) => {
            await onSend(brief);
            setEditing(false);
          }}
          onClose={state === "WAITING" ? undefined : () => setEditing(false)}
        />
      ) : (
        questions.length > 0 &&
        work.sentAt && (
          <details className="group rounded-xl border border-border">
            <summary className="flex min-h-11 cursor-pointer items-center px-4 font-medium">
              Your brief
            </summary>
            <div className="grid justify-items-start gap-4 px-4 pb-4">
              <BriefAnswersList questions={questions} answers={work.answers} />
              {canChange ? (
                <Button variant="outline" size="sm" onClick={() => setEditing(true)}>
                  Change the brief
                </Button>
              ) : (
                <p className="text-muted-foreground">
                  {startedAt
                    ? `${isolated(seller)} has begun on ${dayText(startedAt, zone)}, so it stays as it is.`
                    : "It was delivered, so it stays as it is."}{" "}
                  Write to them where something has to change.
                </p>
              )}
            </div>
          </details>
        )
      )}
    </div>
  );
}

const stateText = ({ state, startedAt }: Work): string => {
  if (state === "DELIVERED") return "Delivered";
  if (state === "WAITING") return "Your brief is waited for";
  return startedAt ? "In work" : "Brief sent";
};

function Delivery({ delivery, zone }: { delivery: Work["deliveries"][number]; zone: string }) {
  const { number, message, deliveredAt, files } = delivery;
  return (
    <section aria-label={`Delivery ${number}`} className="grid gap-3 rounded-xl border border-border p-4">
      <p className="text-muted-foreground">
        {number === 1 ? "Delivered" : `Delivery ${number}`} on {momentText(deliveredAt, zone)}
      </p>
      {message && (
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {message}
        </p>
      )}
      {files.length > 0 && (
        <ul className="grid gap-3">
          {files.map((file) => (
            <li key={file.id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <FileText aria-hidden="true" className="size-5 shrink-0 text-muted-foreground" />
              <span className="grid min-w-0 grow basis-40">
                <span dir="auto" className="font-medium wrap-anywhere">
                  {file.name}
                </span>
                <span className="text-muted-foreground">{kindOfFile(file.name, file.sizeBytes)}</span>
              </span>
              <LinkButton
                href={file.url}
                download={file.name}
                variant="outline"
                aria-label={`Download: ${file.name}`}
                className="max-sm:w-full"
              >
                <Download aria-hidden="true" />
                Download
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
