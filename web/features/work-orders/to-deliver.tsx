import { PackageCheck } from "lucide-react";
import { type ComponentType, useMemo, useState } from "react";
import type { UploadedFile } from "#contract/files/files.ts";
import { DiscardGuard } from "#web/layout/discard-guard.tsx";
import { useListSearch } from "#web/layout/list-search.ts";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { useNow } from "#web/layout/use-now.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { DataTable } from "#web/ui/data-table.tsx";
import { useZone } from "#web/ui/dates.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";
import { type Show, useWorkOrders, type WorkOrder } from "./use-work-orders.ts";
import { type DeliveryDraft, emptyDelivery, isEmptyDelivery } from "./delivery-draft.ts";
import { workOrderColumns } from "./work-order-columns.tsx";
import { WorkOrderDialog } from "./work-order-dialog.tsx";

export type FileUploadSlot = ComponentType<{
  value: UploadedFile | null;
  onChange: (value: UploadedFile | null) => void;
  onBusyChange: (busy: boolean) => void;
}>;

const choices: Record<Show, { label: string; title: string; text: string }> = {
  TO_DO: {
    label: "To do",
    title: "Nothing To Deliver",
    text: "Services appear here once their brief is sent, by when they are due.",
  },
  WAITING: {
    label: "Waiting for brief",
    title: "No Brief Is Waited For",
    text: "Services that were bought stand here until their buyer has answered your questions.",
  },
  DELIVERED: {
    label: "Delivered",
    title: "Nothing Delivered Yet",
    text: "What you delivered is listed here, and can be delivered again.",
  },
  CLOSED: {
    label: "Refunded",
    title: "Nothing Refunded",
    text: "Services that were paid back before they were delivered are listed here.",
  },
};
const shows = ["TO_DO", "WAITING", "DELIVERED", "CLOSED"] as const;

/** The creator's sold services: what is to do and by when, and the delivering of it. */
export function ToDeliver({ FileUpload }: { FileUpload: FileUploadSlot }) {
  const [list, setList] = useListSearch();
  const [show, setShow] = useState<Show>("TO_DO");
  const [opened, setOpened] = useState<WorkOrder>();
  // What is typed stays while this page does, whichever of them is open.
  const [drafts, setDrafts] = useState<Record<string, DeliveryDraft>>({});
  const zone = useZone();
  const now = useNow().getTime();
  const { data, isError, error, refetch } = useWorkOrders({ show, q: list.filter, page: list.page });
  const columns = useMemo(() => workOrderColumns(zone, now, setOpened), [zone, now]);
  if (isError)
    return (
      <LoadFailure
        icon={PackageCheck}
        title="Your services could not be loaded"
        error={error}
        retry={() => void refetch()}
      />
    );
  if (!data) return <TableSkeleton rows={6} label="Loading services" />;
  const choice = (
    <div role="group" aria-label="Which services" className="flex flex-wrap gap-2">
      {shows.map((value) => (
        <Button
          key={value}
          variant={value === show ? "primary" : "outline"}
          aria-pressed={value === show}
          onClick={() => {
            setShow(value);
            setList({ page: 1 });
          }}
        >
          {choices[value].label}
        </Button>
      ))}
    </div>
  );
  return (
    <>
      {data.total === 0 && !list.filter ? (
        <Card>
          <div className="px-5 pt-5 sm:px-6">{choice}</div>
          <EmptyState icon={PackageCheck} title={choices[show].title} level={2}>
            {choices[show].text}
          </EmptyState>
        </Card>
      ) : (
        <DataTable
          label="Services"
          columns={columns}
          rows={data.workOrders}
          rowId={({ id }) => id}
          total={data.total}
          list={list}
          onListChange={setList}
          actions={choice}
          renderCard={(workOrder) => (
            <div className="grid grid-cols-1 gap-3 p-4 text-sm">
              {columns.map(({ id, cell }) => (
                <div key={id} className="min-w-0 empty:hidden">
                  {cell(workOrder)}
                </div>
              ))}
            </div>
          )}
        />
      )}
      {opened && (
        <WorkOrderDialog
          key={opened.id}
          workOrder={opened}
          draft={drafts[opened.id] ?? emptyDelivery}
          onDraftChange={(draft) => setDrafts((before) => ({ ...before, [opened.id]: draft }))}
          FileUpload={FileUpload}
          onClose={() => setOpened(undefined)}
        />
      )}
      <DiscardGuard
        active={Object.values(drafts).some((draft) => !isEmptyDelivery(draft))}
        onDiscard={() => setDrafts({})}
      />
    </>
  );
}
