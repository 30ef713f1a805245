import { isolated } from "#contract/isolated.ts";
import { CalendarDays, Download as DownloadIcon, ExternalLink, FileText } from "lucide-react";
import { useState } from "react";
import { kindOfFile } from "#contract/catalog/product-kind.ts";
import { useNow } from "#web/layout/use-now.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { availabilityOf, type Download, expiryText, unavailableReason } from "./download-availability.ts";
import { startDownload } from "./start-download.ts";

type Props = { download: Download; proof: string | undefined; onStarted: () => void };

const linkNames: Record<Download["productType"], string> = {
  DOWNLOAD: "Link",
  COURSE: "Link of the course",
  MEMBERSHIP: "Link for members",
  BOOKING_LINK: "1:1 session",
  PHYSICAL: "Link",
  SERVICE: "Service",
  EVENT: "Event",
  BUNDLE: "Link",
};

/** One file or link: how long and how often it can still be had, and the button that gets it. */
export function DownloadEntry({ download, proof, onStarted }: Props) {
  const [starting, setStarting] = useState(false);
  const now = useNow();
  const availability = availabilityOf(download, now);
  const available = availability === "Available" && download.isActive;
  const isLink = download.fileType === "LINK";
  const isMeeting = download.productType === "BOOKING_LINK" || download.productType === "EVENT";
  const Icon = isMeeting ? CalendarDays : isLink ? ExternalLink : FileText;
  const Way = isLink ? ExternalLink : DownloadIcon;
  const name = isLink ? download.productTitle : download.fileName;
  const facts = [
    isLink ? linkNames[download.productType] : kindOfFile(download.fileName, download.fileSize),
    ...(download.expiresAt ? [expiryText(download.expiresAt, now)] : []),
    ...(download.maxDownloads === null
      ? []
      : [
          isLink
            ? `opened ${download.downloadCount} of ${download.maxDownloads} times`
            : `${download.downloadCount} of ${download.maxDownloads} downloads used`,
        ]),
  ];

  // The words of a file that nobody changed.
  const buttonText = isLink && download.buttonText === "Download Here" ? "Open" : download.buttonText;

  async function handleDownload() {
    setStarting(true);
    if (await startDownload(download, proof)) onStarted();
    setStarting(false);
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-brand-soft text-brand-soft-foreground">
        <Icon className="size-5" aria-hidden="true" />
      </span>
      <div className="min-w-0 grow basis-52">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <p dir="auto" className="min-w-0 text-sm font-medium wrap-anywhere">
            {name}
          </p>
          {available ? (
            <Badge>Available</Badge>
          ) : (
            <Badge tone="destructive">{availability === "Available" ? "Unavailable" : availability}</Badge>
          )}
        </div>
        {/* A dot leads each of them; where a line begins it stands outside of what is seen. */}
        <p className="mt-0.5 overflow-hidden text-sm text-muted-foreground">
          <span className="-ml-4 flex flex-wrap">
            {facts.map((fact) => (
              <span
                key={fact}
                className="relative pl-4 before:absolute before:left-1.5 before:content-['·'_/_'']"
              >
                {fact}
              </span>
            ))}
          </span>
        </p>
        {!available && (
          <p className="mt-1 text-sm text-destructive-soft-foreground">
            {unavailableReason(availability, isLink)}
          </p>
        )}
      </div>
      {available && (
        <Button
          onClick={() => void handleDownload()}
          loading={starting}
          className="max-sm:w-full"
          aria-label={`${buttonText}: ${name}`}
        >
          {!starting && <Way aria-hidden="true" />}
          {isolated(buttonText)}
        </Button>
      )}
    </li>
  );
}
