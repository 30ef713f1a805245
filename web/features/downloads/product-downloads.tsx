import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useMemo, useState } from "react";
import { listProductDownloads } from "#contract/downloads/downloads.ts";
import { apiQuery } from "#web/api.ts";
import { useListSearch } from "#web/layout/list-search.ts";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { PanelHeading } from "#web/layout/panel-heading.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { rowsPerPage } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";
import { ExtendDialog } from "./extend-dialog.tsx";
import { FileNews } from "./file-news.tsx";
import { buyerName, type SoldDownload } from "./sold-download.ts";
import { SoldDownloadTable } from "./sold-download-table.tsx";
import { useSoldDownloads } from "./use-sold-downloads.ts";

/** Who bought one product's file, how often they fetched it, and what their seller can do for them. */
export function ProductDownloads({ productId, onBack }: { productId: string; onBack: () => void }) {
  const [list, setList] = useListSearch();
  const q = list.filter || undefined;
  const { data, isError, error, refetch } = useQuery({
    ...apiQuery(listProductDownloads, {
      params: { id: productId },
      querystring: { q, page: list.page, perPage: rowsPerPage },
    }),
    placeholderData: keepPreviousData,
  });
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
        title={data ? `Downloads of ${data.productTitle}` : "Downloads"}
        backLabel="All products"
        onBack={onBack}
      />
      <FileNews productId={productId} />
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
