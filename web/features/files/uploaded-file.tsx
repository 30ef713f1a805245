import { FileArchive, FileImage, FileMusic, FileText, FileVideo } from "lucide-react";
import { createElement } from "react";
import type { UploadedFile as Uploaded } from "#contract/files.ts";
import { Button } from "#web/ui/button.tsx";
import { formatFileSize } from "#web/ui/file-size.ts";

type UploadedFileProps = { file: Uploaded; onRemove: () => void };

/** A file the server has: its name, its size, and the way to choose another. */
export function UploadedFile({ file, onRemove }: UploadedFileProps) {
  return (
    <div className="flex items-center gap-4 rounded-xl border border-border bg-card p-4">
      <span className="grid size-10 shrink-0 place-items-center rounded-lg bg-brand-soft text-brand-soft-foreground">
        {createElement(iconOf(file.mimeType), { className: "size-5", "aria-hidden": true })}
      </span>
      <div className="min-w-0 grow">
        <p className="truncate text-sm font-medium" title={file.originalName}>
          {file.originalName}
        </p>
        <p className="text-sm text-muted-foreground">{formatFileSize(file.size)}</p>
      </div>
      <Button variant="outline" size="sm" aria-label={`Replace ${file.originalName}`} onClick={onRemove}>
        Replace
      </Button>
    </div>
  );
}

function iconOf(mimeType: string) {
  if (mimeType.startsWith("video/")) return FileVideo;
  if (mimeType.startsWith("audio/")) return FileMusic;
  if (mimeType.startsWith("image/")) return FileImage;
  return mimeType === "application/zip" ? FileArchive : FileText;
}
