import type { Output } from "#web/api.ts";
import type { listOrderDownloads } from "#contract/downloads/downloads.ts";

export type Download = Output<typeof listOrderDownloads>[number];
export type Availability = "Available" | "Expired" | "Download Limit Reached";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Whether a download can be used at `now`. Expiry comes before the limit. */
export function availabilityOf(
  download: Pick<Download, "expiresAt" | "maxDownloads" | "downloadCount">,
  now: Date,
): Availability {
  if (download.expiresAt && now > new Date(download.expiresAt)) return "Expired";
  if (download.maxDownloads !== null && download.downloadCount >= download.maxDownloads)
    return "Download Limit Reached";
  return "Available";
}

/** Why a download, or what is no file but a link, cannot be used, in words for the buyer. */
export function unavailableReason(availability: Availability, isLink = false): string {
  if (isLink)
    return availability === "Expired"
      ? "This link has expired. Please contact support if you need access."
      : "This link cannot be opened any more. Please contact support if you need access.";
  switch (availability) {
    case "Expired":
      return "This download has expired. Please contact support if you need access.";
    case "Download Limit Reached":
      return "You have reached the maximum number of downloads for this file.";
    case "Available":
      return "Download is currently unavailable.";
  }
}

/** "Expired", "3 days remaining" (rounded up), and hours under a day. */
export function expiryText(expiresAt: string, now: Date): string {
  const left = new Date(expiresAt).getTime() - now.getTime();
  if (left <= 0) return "Expired";
  if (left >= dayMs) return remaining(Math.ceil(left / dayMs), "day");
  return remaining(Math.max(1, Math.ceil(left / hourMs)), "hour");
}

const remaining = (count: number, unit: string) =>
  count === 1 ? `1 ${unit} remaining` : `${count} ${unit}s remaining`;
