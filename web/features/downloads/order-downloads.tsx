import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Card } from "#web/ui/card.tsx";
import type { Download } from "./download-availability.ts";
import { DownloadEntry } from "./download-entry.tsx";
import { orderDownloadsQuery } from "./order-downloads-query.ts";

/** 'Your Downloads' of one order, and its links: nothing where it has neither. */
export function OrderDownloads({ orderId, proof }: { orderId: string; proof: string | undefined }) {
  const queryClient = useQueryClient();
  const query = orderDownloadsQuery(orderId, proof);
  const { data: downloads = [] } = useQuery(query);
  const files = downloads.filter(({ fileType }) => fileType === "UPLOAD");
  const links = downloads.filter(({ fileType }) => fileType === "LINK");
  const list = (title: string, entries: readonly Download[]) => (
    <Card className="p-5 sm:p-6">
      <h2 className="text-base font-semibold">{title}</h2>
      <ul className="mt-2 divide-y divide-border">
        {entries.map((download) => (
          <DownloadEntry
            key={download.id}
            download={download}
            proof={proof}
            onStarted={() => void queryClient.invalidateQueries({ queryKey: query.queryKey })}
          />
        ))}
      </ul>
    </Card>
  );
  return (
    <>
      {files.length > 0 && list("Your Downloads", files)}
      {links.length > 0 && list("Your Links", links)}
    </>
  );
}
