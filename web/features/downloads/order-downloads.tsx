import { useQuery, useQueryClient } from "@tanstack/react-query";
import { listOrderDownloads } from "#contract/downloads.ts";
import { apiQuery } from "#web/api.ts";
import { Card } from "#web/ui/card.tsx";
import { DownloadEntry } from "./download-entry.tsx";

/** 'Your Downloads' of one order; nothing where the order has no file. */
export function OrderDownloads({ orderId, proof }: { orderId: string; proof: string | undefined }) {
  const queryClient = useQueryClient();
  const query = apiQuery(
    listOrderDownloads,
    { querystring: { orderId } },
    { headers: proof ? { "x-order-proof": proof } : {} },
  );
  const { data: downloads = [] } = useQuery(query);
  if (downloads.length === 0) return null;
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-base font-semibold">Your Downloads</h2>
      <ul className="mt-2 divide-y divide-border">
        {downloads.map((download) => (
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
}
