import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Download as DownloadIcon, ExternalLink } from "lucide-react";
import { useState } from "react";
import { useNow } from "#web/layout/use-now.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { availabilityOf, type Download } from "./download-availability.ts";
import { orderDownloadsQuery } from "./order-downloads-query.ts";
import { startDownload } from "./start-download.ts";

type Props = {
  orderId: string;
  productId: string;
  title: string;
  proof: string | undefined;
  /** There is one, and its place is held until it comes. */
  isExpected: boolean;
};

const linkWords: Partial<Record<Download["productType"], string>> = {
  BOOKING_LINK: "Choose your time",
  EVENT: "Join the event",
};

/** The large way into what one product of an order delivers online; nothing where that is nothing, or can no longer be had. */
export function DownloadWay({ orderId, productId, title, proof, isExpected }: Props) {
  const queryClient = useQueryClient();
  const now = useNow();
  const query = orderDownloadsQuery(orderId, proof);
  const { data, isPending } = useQuery(query);
  const [starting, setStarting] = useState(false);
  if (isPending && isExpected) return <Skeleton className="h-12 w-full sm:w-44" />;
  const download = data?.find((entry) => entry.productId === productId);
  if (!download?.isActive || availabilityOf(download, now) !== "Available") return null;
  const isLink = download.fileType === "LINK";
  const plainWords = isLink ? (linkWords[download.productType] ?? "Open the link") : "Download";
  // The words of a button that nobody changed say less than ours.
  const words = download.buttonText === "Download Here" ? plainWords : download.buttonText;

  async function start(chosen: Download) {
    setStarting(true);
    if (await startDownload(chosen, proof)) await queryClient.invalidateQueries({ queryKey: query.queryKey });
    setStarting(false);
  }
  return (
    <Button
      variant="brand"
      size="lg"
      className="h-auto min-h-12 w-full py-2 whitespace-normal sm:w-auto"
      loading={starting}
      aria-label={`${words}: ${title}`}
      onClick={() => void start(download)}
    >
      {!starting && (isLink ? <ExternalLink aria-hidden="true" /> : <DownloadIcon aria-hidden="true" />)}
      <bdi>{words}</bdi>
    </Button>
  );
}
