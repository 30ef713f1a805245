import { useMemo } from "react";
import { Badge } from "#web/ui/badge.tsx";
import { useListColumns } from "#web/layout/use-list-columns.ts";
import { type DataColumn, DataTable } from "#web/ui/data-table.tsx";
import type { ListState } from "#web/ui/list-state.ts";
import { dayText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { buyerName, type SoldDownload, stateTexts, usedText } from "./sold-download.ts";
import { SoldDownloadMenu, type SoldDownloadActions } from "./sold-download-menu.tsx";

type SoldDownloadTableProps = {
  downloads: readonly SoldDownload[];
  total: number;
  actions: SoldDownloadActions;
  list: ListState;
  onListChange: (change: Partial<ListState>) => void;
};

/** Who bought a file and what became of it: a table, or cards on a phone. */
export function SoldDownloadTable({ downloads, total, actions, list, onListChange }: SoldDownloadTableProps) {
  const zone = useZone();
  const columns = useMemo(() => downloadColumns(actions, zone), [actions, zone]);
  const columnChoice = useListColumns("SOLD_DOWNLOADS");
  return (
    <DataTable
      label="Buyers"
      columns={columns}
      rows={downloads}
      rowId={({ id }) => id}
      total={total}
      list={list}
      onListChange={onListChange}
      columnChoice={columnChoice}
      renderCard={(download) => <DownloadCard download={download} actions={actions} />}
    />
  );
}

const quiet = "whitespace-nowrap text-muted-foreground";

function downloadColumns(actions: SoldDownloadActions, zone: string): DataColumn<SoldDownload>[] {
  return [
    {
      id: "buyer",
      header: "Buyer",
      isFixed: true,
      cell: (download) => <Buyer download={download} />,
      grow: true,
    },
    {
      id: "bought",
      header: "Bought",
      cell: ({ boughtAt }) => <span className={quiet}>{dayText(boughtAt, zone)}</span>,
    },
    {
      id: "used",
      header: "Downloads",
      cell: (download) => <span className="whitespace-nowrap tabular-nums">{usedText(download)}</span>,
    },
    {
      id: "last",
      header: "Last download",
      cell: ({ lastDownloadAt }) => (
        <span className={quiet}>{lastDownloadAt ? dayText(lastDownloadAt, zone) : "Never"}</span>
      ),
    },
    {
      id: "expires",
      header: "Expires",
      cell: ({ expiresAt }) => (
        <span className={quiet}>{expiresAt ? dayText(expiresAt, zone) : "Never"}</span>
      ),
    },
    { id: "state", header: "Status", cell: ({ state }) => <State state={state} /> },
    {
      id: "actions",
      header: "Actions",
      isFixed: true,
      cell: (download) => <SoldDownloadMenu download={download} actions={actions} />,
      end: true,
    },
  ];
}

type DownloadProps = { download: SoldDownload };

function Buyer({ download }: DownloadProps) {
  const { buyer } = download;
  return (
    <div className="grid min-w-0 text-sm">
      <span dir="auto" className="truncate font-medium">
        {buyerName(download)}
      </span>
      {buyer.name && <span className="truncate text-muted-foreground">{buyer.email}</span>}
    </div>
  );
}

const State = ({ state }: Pick<SoldDownload, "state">) => (
  <Badge tone={stateTexts[state].tone}>{stateTexts[state].label}</Badge>
);

function DownloadCard({ download, actions }: DownloadProps & { actions: SoldDownloadActions }) {
  const zone = useZone();
  const { boughtAt, expiresAt, lastDownloadAt, state, downloadCount } = download;
  return (
    <div className="grid grid-cols-1 gap-2 p-4 text-sm">
      <div className="flex items-start justify-between gap-3">
        <Buyer download={download} />
        <SoldDownloadMenu download={download} actions={actions} />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground">
        <State state={state} />
        <span>
          {usedText(download)}{" "}
          {downloadCount === 1 && download.maxDownloads === null ? "download" : "downloads"}
        </span>
        <span>bought {dayText(boughtAt, zone)}</span>
        {lastDownloadAt && <span>last {dayText(lastDownloadAt, zone)}</span>}
        {expiresAt && (
          <span>
            {state === "EXPIRED" ? "expired" : "until"} {dayText(expiresAt, zone)}
          </span>
        )}
      </div>
    </div>
  );
}
