import { Download } from "lucide-react";
import { kindOfFile } from "#contract/catalog/product-kind.ts";
import type { LessonFile } from "./course-outline.ts";

/** The files beside a lesson, to be downloaded. */
export function LessonFiles({ files }: { files: readonly LessonFile[] }) {
  if (files.length === 0) return null;
  return (
    <section aria-label="Files" className="max-w-3xl px-5 pb-6 sm:px-8">
      <h3 className="text-base font-semibold">Files</h3>
      <ul className="mt-3 grid gap-2">
        {files.map(({ id, name, sizeBytes, url }) => (
          <li key={id}>
            <a
              href={url}
              download={name}
              className="flex min-h-11 items-center gap-3 rounded-xl border border-border px-4 py-2 text-sm hover:bg-accent"
            >
              <Download aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
              <span dir="auto" className="min-w-0 grow font-medium wrap-anywhere">
                {name}
              </span>
              <span className="shrink-0 text-muted-foreground">{kindOfFile(name, sizeBytes)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
