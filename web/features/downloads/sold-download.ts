import type { listProductDownloads } from "#contract/downloads/downloads.ts";
import type { Output } from "#web/api.ts";
import type { BadgeTone } from "#web/ui/badge.tsx";

/** A buyer's download as its seller sees it: moments are ISO text. */
export type SoldDownload = Output<typeof listProductDownloads>["downloads"][number];

export const stateTexts: Record<SoldDownload["state"], { label: string; tone: BadgeTone }> = {
  OPEN: { label: "Active", tone: "success" },
  EXPIRED: { label: "Expired", tone: "warning" },
  LIMIT_REACHED: { label: "Limit reached", tone: "warning" },
  REVOKED: { label: "Revoked", tone: "destructive" },
  CLOSED: { label: "Order closed", tone: "neutral" },
};

/** "2 of 3", or "2" where there is no limit. */
export const usedText = ({ downloadCount, maxDownloads }: SoldDownload): string =>
  maxDownloads === null ? String(downloadCount) : `${downloadCount} of ${maxDownloads}`;

/** The name they gave, or their address. */
export const buyerName = ({ buyer }: SoldDownload): string => buyer.name || buyer.email;
