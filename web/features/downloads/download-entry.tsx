import { Download as DownloadIcon, FileText } from "lucide-react";
import { useState } from "react";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { formatFileSize } from "#web/ui/file-size.ts";
import { availabilityOf, type Download, expiryText, unavailableReason } from "./download-availability.ts";
import { startDownload } from "./start-download.ts";

type Props = { download: Download; proof: string | undefined; onStarted: () => void };

/** One file: how long and how often it can still be had, and the button that gets it. */
export function DownloadEntry({ download, proof, onStarted }: Props) {
  const [starting, setStarting] = useState(false);
  const [now] = useState(() => new Date());
  const availability = availabilityOf(download, now);
  const available = availability === "Available" && download.isActive;

  async function handleDownload() {
    setStarting(true);
    if (await startDownload(download, proof)) onStarted();
    setStarting(false);
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-brand-soft text-brand-soft-foreground">
        <FileText className="size-5" aria-hidden="true" />
      </span>
      <div className="min-w-0 grow basis-52">
        <p className="truncate text-sm font-medium">{download.fileName}</p>
        <p className="mt-0.5 flex flex-wrap gap-x-2 text-sm text-muted-foreground">
          <span>{formatFileSize(download.fileSize)}</span>
          <span aria-hidden="true">·</span>
          <span>{expiryText(download.expiresAt, now)}</span>
          {download.maxDownloads !== null && (
            <>
              <span aria-hidden="true">·</span>
              <span>
                {download.downloadCount} of {download.maxDownloads} downloads used
              </span>
            </>
          )}
        </p>
        {!available && (
          <p className="mt-1 text-sm text-destructive-soft-foreground">{unavailableReason(availability)}</p>
        )}
      </div>
      {available ? (
        <Button
          onClick={() => void handleDownload()}
          loading={starting}
          className="max-sm:w-full"
          aria-label={`${download.buttonText}: ${download.fileName}`}
        >
          {!starting && <DownloadIcon aria-hidden="true" />}
          {download.buttonText}
        </Button>
      ) : (
        <Badge tone="destructive">{availability === "Available" ? "Unavailable" : availability}</Badge>
      )}
    </li>
  );
}
