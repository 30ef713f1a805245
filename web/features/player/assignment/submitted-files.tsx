import { Download, X } from "lucide-react";
import { kindOfFile } from "#contract/catalog/product-kind.ts";
import { IconButton } from "#web/ui/icon-button.tsx";

export type SubmittedFile = { id: string; name: string; sizeBytes: number; url: string };

type Props = { files: readonly SubmittedFile[]; onRemove?: (file: SubmittedFile) => void };

/** Files of a piece of work, to be opened, and removed from a draft. */
export function SubmittedFiles({ files, onRemove }: Props) {
  if (files.length === 0) return null;
  return (
    <ul className="grid gap-2">
      {files.map((file) => (
        <li key={file.id} className="flex min-h-11 items-center rounded-xl border border-border text-sm">
          <a
            href={file.url}
            download={file.name}
            className="flex min-h-11 min-w-0 grow items-center gap-3 rounded-xl px-4 py-2 hover:bg-accent"
          >
            <Download aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
            <span dir="auto" className="min-w-0 grow font-medium wrap-anywhere">
              {file.name}
            </span>
            <span className="shrink-0 text-muted-foreground">{kindOfFile(file.name, file.sizeBytes)}</span>
          </a>
          {onRemove && (
            <IconButton label={`Remove file: ${file.name}`} onClick={() => onRemove(file)}>
              <X aria-hidden="true" />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  );
}
