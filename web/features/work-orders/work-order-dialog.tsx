import { useQuery } from "@tanstack/react-query";
import { isolated } from "#contract/isolated.ts";
import { momentText } from "#contract/dates.ts";
import { getWorkOrder } from "#contract/work-orders/work-orders.ts";
import { apiQuery } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { useZone } from "#web/ui/dates.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { BriefAnswersList } from "./brief-answers.tsx";
import { DeliverForm } from "./deliver-form.tsx";
import type { DeliveryDraft } from "./delivery-draft.ts";
import type { FileUploadSlot } from "./to-deliver.tsx";
import { useWorkChanges, type WorkOrder, type WorkOrderPage } from "./use-work-orders.ts";
import { WorkState } from "./work-order-columns.tsx";

type Props = {
  workOrder: WorkOrder;
  draft: DeliveryDraft;
  onDraftChange: (draft: DeliveryDraft) => void;
  FileUpload: FileUploadSlot;
  onClose: () => void;
};

/** A sold service: its brief, what was delivered, and the next delivery. */
export function WorkOrderDialog({ workOrder, draft, onDraftChange, FileUpload, onClose }: Props) {
  const { data, isError, refetch } = useQuery(apiQuery(getWorkOrder, { params: { id: workOrder.id } }));
  const { productTitle, name, email, number } = workOrder;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={<bdi>{productTitle}</bdi>}
      description={`${name ? `${isolated(name)}, ${email}` : email}. Order ${number ?? ""}`}
      size="lg"
      fullHeight
    >
      {data ? (
        <div className="grid gap-6 pb-2">
          <WorkState workOrder={data} />
          <Brief work={data} />
          <Delivered work={data} />
          {data.closed === null ? (
            <DeliverForm
              work={data}
              draft={draft}
              onDraftChange={onDraftChange}
              FileUpload={FileUpload}
              onDelivered={onClose}
            />
          ) : (
            <p className="text-sm text-muted-foreground">
              {data.closed === "DISPUTED"
                ? "The buyer's bank holds the payment. Until it decides, the buyer gets no files, and nothing can be delivered."
                : "It was paid back or its access was taken away. The buyer gets no files any more."}
            </p>
          )}
        </div>
      ) : isError ? (
        <div role="alert" className="flex flex-wrap items-center gap-3 pb-4 text-sm">
          <p>This service could not be loaded.</p>
          <Button variant="outline" size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </Dialog>
  );
}

function Brief({ work }: { work: WorkOrderPage }) {
  const zone = useZone();
  const { start } = useWorkChanges();
  const { id, state, questions, answers, sentAt, startedAt, dueAt, closed } = work;
  const canStart = state === "TO_DO" && startedAt === null && closed === null && questions.length > 0;
  return (
    <section aria-label="Brief" className="grid justify-items-start gap-4">
      <h3 className="text-base font-semibold">Brief</h3>
      {questions.length === 0 ? (
        <p className="text-sm text-muted-foreground">This service asks its buyers nothing.</p>
      ) : sentAt === null ? (
        <p className="text-sm text-muted-foreground">
          Its buyer has not answered your questions yet. They are asked in the receipt, and once more after a
          day.
        </p>
      ) : (
        <BriefAnswersList questions={questions} answers={answers} />
      )}
      {(sentAt || dueAt || startedAt) && (
        <p className="text-sm text-muted-foreground">
          {[
            ...(sentAt ? [`${questions.length > 0 ? "Sent" : "Paid"} ${momentText(sentAt, zone)}.`] : []),
            ...(dueAt && state === "TO_DO" ? [`Due ${momentText(dueAt, zone)}.`] : []),
            ...(startedAt ? [`Begun ${momentText(startedAt, zone)}.`] : []),
          ].join(" ")}
        </p>
      )}
      {canStart && (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant="outline"
            size="sm"
            loading={start.isPending}
            onClick={() => start.mutate({ params: { id } })}
          >
            Begin
          </Button>
          <p className="text-sm text-muted-foreground">From then on its buyer cannot change the brief.</p>
        </div>
      )}
    </section>
  );
}

function Delivered({ work: { deliveries } }: { work: WorkOrderPage }) {
  const zone = useZone();
  if (deliveries.length === 0) return null;
  return (
    <section aria-label="Delivered" className="grid gap-3">
      <h3 className="text-base font-semibold">Delivered</h3>
      <ol className="grid gap-3">
        {deliveries.map(({ id, number, message, deliveredAt, files }) => (
          <li key={id} className="grid gap-1.5 rounded-xl border border-border p-4 text-sm">
            <p className="text-muted-foreground">
              Delivery {number}, {momentText(deliveredAt, zone)}
            </p>
            {message && (
              <p dir="auto" className="whitespace-pre-line wrap-anywhere">
                {message}
              </p>
            )}
            {files.length > 0 && <p className="font-medium wrap-anywhere">{files.join(", ")}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
