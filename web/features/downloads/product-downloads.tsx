import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download, Megaphone } from "lucide-react";
import { useMemo, useState } from "react";
import { isolated } from "#contract/isolated.ts";
import { dayText } from "#contract/dates.ts";
import { getFileNews, listProductDownloads } from "#contract/downloads/downloads.ts";
import { forEditors } from "#contract/team/roles.ts";
import { apiQuery } from "#web/api.ts";
import { useListSearch } from "#web/layout/list-search.ts";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { PanelHeading } from "#web/layout/panel-heading.tsx";
import { useMay } from "#web/layout/use-role.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { rowsPerPage } from "#web/ui/data-table.tsx";
import { useZone } from "#web/ui/dates.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";
import { ExtendDialog } from "./extend-dialog.tsx";
import { buyerName, type SoldDownload } from "./sold-download.ts";
import { SoldDownloadTable } from "./sold-download-table.tsx";
import { buyersText, useSoldDownloads } from "./use-sold-downloads.ts";

type ProductDownloadsProps = { productId: string; backLabel: string; onBack: () => void };

/** Who bought one product's file, how often they fetched it, and what their seller can do for them. */
export function ProductDownloads({ productId, backLabel, onBack }: ProductDownloadsProps) {
  const [list, setList] = useListSearch();
  const q = list.filter || undefined;
  const { data, isError, error, refetch } = useQuery({
    ...apiQuery(listProductDownloads, {
      params: { id: productId },
      querystring: { q, page: list.page, perPage: rowsPerPage },
    }),
    placeholderData: keepPreviousData,
  });
  const mayAnnounce = useMay(forEditors);
  const { renew } = useSoldDownloads();
  const { mutate } = renew;
  const [chosen, setChosen] = useState<SoldDownload>();
  const [asking, setAsking] = useState<"extend" | "revoke">();
  const actions = useMemo(() => {
    const ask = (what: "extend" | "revoke") => (download: SoldDownload) => {
      setChosen(download);
      setAsking(what);
    };
    return {
      extend: ask("extend"),
      revoke: ask("revoke"),
      reset: ({ id }: SoldDownload) => mutate({ params: { id }, body: { resetCount: true } }),
      restore: ({ id }: SoldDownload) => mutate({ params: { id }, body: { isActive: true } }),
    };
  }, [mutate]);
  const close = () => setAsking(undefined);
  const buyer = chosen ? buyerName(chosen) : "";
  return (
    <>
      <PanelHeading
        title={data ? `Downloads of ${isolated(data.productTitle)}` : "Downloads"}
        backLabel={backLabel}
        onBack={onBack}
      />
      {mayAnnounce && <FileNews productId={productId} />}
      {isError ? (
        <LoadFailure
          icon={Download}
          title="These downloads could not be loaded"
          error={error}
          retry={() => void refetch()}
        />
      ) : !data ? (
        <TableSkeleton rows={6} label="Loading downloads" />
      ) : data.total === 0 && !q ? (
        <Card>
          <EmptyState icon={Download} title="No Buyers Yet">
            Whoever buys this product appears here, with how often they downloaded its file.
          </EmptyState>
        </Card>
      ) : (
        <SoldDownloadTable
          downloads={data.downloads}
          total={data.total}
          actions={actions}
          list={list}
          onListChange={setList}
        />
      )}
      <ExtendDialog
        key={chosen?.id}
        open={asking === "extend"}
        buyer={buyer}
        pending={renew.isPending}
        onClose={close}
        onExtend={(extendDays) =>
          chosen && mutate({ params: { id: chosen.id }, body: { extendDays } }, { onSettled: close })
        }
      />
      <ConfirmDialog
        open={asking === "revoke"}
        onOpenChange={(next) => !next && close()}
        title="Revoke download"
        description={`${buyer} can no longer download this file, also by links that have begun. You can restore it at any time.`}
        confirmLabel="Revoke"
        destructive
        pending={renew.isPending}
        onConfirm={() =>
          chosen && mutate({ params: { id: chosen.id }, body: { isActive: false } }, { onSettled: close })
        }
      />
    </>
  );
}

/** Offers to tell past buyers of the file that is there now; nothing where nobody bought before it came. */
function FileNews({ productId }: { productId: string }) {
  const zone = useZone();
  const { data: news } = useQuery(apiQuery(getFileNews, { params: { id: productId } }));
  const { announce } = useSoldDownloads();
  const [asking, setAsking] = useState(false);
  if (!news || (news.untold === 0 && news.announcedAt === null)) return null;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-2xl border border-border bg-card p-4 text-sm sm:px-5">
      <Megaphone className="size-5 shrink-0 text-brand" aria-hidden="true" />
      {news.announcedAt !== null ? (
        <p>Past buyers were told of this version on {dayText(news.announcedAt, zone)}.</p>
      ) : (
        <>
          <p className="min-w-0 grow basis-60">
            {buyersText(news.untold)} bought before this version of the file came. It is theirs already; a
            mail lets them know.
            {news.nextAt !== null && " Another version was announced today, so this one can be tomorrow."}
          </p>
          <Button disabled={news.nextAt !== null} onClick={() => setAsking(true)} className="max-sm:w-full">
            Tell past buyers{news.untold !== null && ` (${news.untold.toLocaleString("en-US")})`}
          </Button>
        </>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Tell past buyers"
        description={`${buyersText(news.untold)} will get a mail with the link of their order. It is sent once for each version.`}
        confirmLabel="Send"
        pending={announce.isPending}
        onConfirm={() =>
          announce.mutate({ params: { id: productId } }, { onSettled: () => setAsking(false) })
        }
      />
    </div>
  );
}
