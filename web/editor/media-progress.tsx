import { useSyncExternalStore } from "react";
import { formatFileSize } from "#contract/file-size.ts";
import { Button } from "#web/ui/button.tsx";
import { Progress } from "#web/ui/progress.tsx";
import type { MediaUploads } from "./media-uploads.ts";

/** The pictures and videos that are on their way into the text. */
export function MediaProgress({ uploads }: { uploads: MediaUploads }) {
  const list = useSyncExternalStore(uploads.subscribe, uploads.current, uploads.current);
  if (list.length === 0) return null;
  return (
    <ul aria-label="Files on their way" className="grid gap-2 border-b border-border px-3 py-2">
      {list.map((upload) => {
        const { id, file, sentBytes, isBroken } = upload;
        return (
          <li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1">
            <span dir="auto" className="truncate text-sm" title={file.name}>
              {file.name}
            </span>
            <span className="row-span-2 flex gap-1">
              {isBroken && (
                <Button size="sm" variant="secondary" onClick={() => uploads.again(upload)}>
                  Try again
                </Button>
              )}
              <Button size="sm" variant="ghost" onClick={() => uploads.cancel(id)}>
                Cancel
              </Button>
            </span>
            {isBroken ? (
              <span role="alert" className="text-sm text-muted-foreground">
                The connection was lost.
              </span>
            ) : (
              <span className="flex items-center gap-3 text-xs whitespace-nowrap text-muted-foreground tabular-nums">
                <Progress value={sentBytes} max={file.size} label={`Uploading ${file.name}`} />
                {sentBytes < file.size
                  ? `${Math.floor((sentBytes / file.size) * 100)} % of ${formatFileSize(file.size)}`
                  : "Preparing…"}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
