import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { Download } from "./download-availability.ts";
import { DownloadEntry } from "./download-entry.tsx";
import { orderDownloadsQuery } from "./order-downloads-query.ts";

/** Of what one entry says, in as many lines as it mostly has, and its button. */
const entryHeights = {
  UPLOAD: "h-28.5 pointer-coarse:h-29.5 sm:h-10.5 sm:pointer-coarse:h-11",
  LINK: "h-23.5 pointer-coarse:h-24.5 sm:h-10.5 sm:pointer-coarse:h-11",
};

type Props = {
  orderId: string;
  proof: string | undefined;
  /** What is going to come, whose place is held: nothing below it moves away from under a finger. */
  expected: readonly Download["fileType"][];
};

/** 'Your Downloads' of one order, and its links: nothing where it has neither. */
export function OrderDownloads({ orderId, proof, expected }: Props) {
  const queryClient = useQueryClient();
  const query = orderDownloadsQuery(orderId, proof);
  const { data: downloads = [], isPending } = useQuery(query);
  const list = (title: string, type: Download["fileType"]) => {
    const entries = downloads.filter(({ fileType }) => fileType === type);
    const awaited = isPending ? expected.filter((fileType) => fileType === type) : [];
    if (entries.length + awaited.length === 0) return null;
    return (
      <Card className="p-5 sm:p-6">
        <h2 className="text-base font-semibold">{title}</h2>
        <ul className="mt-2 divide-y divide-border" aria-busy={isPending}>
          {entries.map((download) => (
            <DownloadEntry
              key={download.id}
              download={download}
              proof={proof}
              onStarted={() => void queryClient.invalidateQueries({ queryKey: query.queryKey })}
            />
          ))}
          {awaited.map((_, at) => (
            <li key={at} className="py-4">
              <Skeleton className={entryHeights[type]} />
            </li>
          ))}
        </ul>
      </Card>
    );
  };
  return (
    <>
      {list("Your Downloads", "UPLOAD")}
      {list("Your Links", "LINK")}
    </>
  );
}
