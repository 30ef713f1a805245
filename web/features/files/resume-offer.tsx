import { RotateCcw } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { acceptedExtensions, type UploadField } from "#contract/files/accepted-files.ts";
import { formatFileSize } from "#contract/file-size.ts";
import {
  cancelUpload,
  isSameFile,
  listUnfinishedUploads,
  type UnfinishedUpload,
} from "#web/layout/unfinished-uploads.ts";

/** Offers to go on with uploads that were broken off in this browser. The browser has to be shown the file again. */
export function ResumeOffer({ field, onFile }: { field: UploadField; onFile: (file: File) => void }) {
  const [uploads, setUploads] = useState<UnfinishedUpload[]>([]);
  const [otherFileFor, setOtherFileFor] = useState<string>();
  useEffect(() => {
    let gone = false;
    void listUnfinishedUploads().then((found) => !gone && setUploads(found));
    return () => {
      gone = true;
    };
  }, []);
  if (uploads.length === 0) return null;

  const choose = (upload: UnfinishedUpload, file: File | undefined) => {
    if (!file) return;
    const same = isSameFile(upload, file);
    setOtherFileFor(same ? undefined : upload.key);
    if (same) onFile(file);
  };

  return (
    <ul className="grid gap-2">
      {uploads.map((upload) => (
        <li
          key={upload.key}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl bg-info-soft px-4 py-3 text-sm text-info-soft-foreground"
        >
          <p className="min-w-0 grow basis-48 break-words">
            An upload of {formatFileSize(upload.sizeBytes)} was broken off. Choose the file again to go on
            where it stopped.
            {otherFileFor === upload.key && (
              <span role="alert" className="mt-1 block font-medium">
                That is another file. Choose <bdi>{upload.fileName}</bdi> as it was.
              </span>
            )}
          </p>
          <div className="flex flex-wrap gap-2">
            <label
              className={buttonStyle(
                "secondary",
                "sm",
                "max-w-full cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring",
              )}
            >
              <RotateCcw aria-hidden="true" />
              <span className="truncate">
                Resume upload of <bdi>{upload.fileName}</bdi>
              </span>
              <input
                type="file"
                className="sr-only"
                accept={acceptedExtensions(field)}
                onChange={(event) => {
                  choose(upload, event.currentTarget.files?.[0]);
                  event.currentTarget.value = "";
                }}
              />
            </label>
            <Button
              variant="ghost"
              size="sm"
              aria-label={`Discard the upload of ${upload.fileName}`}
              onClick={() => {
                setUploads((before) => before.filter(({ key }) => key !== upload.key));
                void cancelUpload(upload);
              }}
            >
              Discard
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
