import { createElement, useEffect, useRef, useState } from "react";
import { isolated } from "#contract/isolated.ts";
import { acceptedExtensions, acceptedTypes, type UploadField } from "#contract/files/accepted-files.ts";
import type { UploadedFile as Uploaded } from "#contract/files/files.ts";
import { Button } from "#web/ui/button.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { ResumeOffer } from "./resume-offer.tsx";
import { UploadProgress } from "./upload-progress.tsx";
import { useFileUpload } from "./use-file-upload.ts";
import { FileArchive, FileImage, FileMusic, FileText, FileVideo } from "lucide-react";
import { formatFileSize } from "#contract/file-size.ts";

type FileUploadProps = {
  value: Uploaded | null;
  onChange: (value: Uploaded | null) => void;
  /** Whether bytes are still on their way. */
  onBusyChange?: (busy: boolean) => void;
  /** The file that was chosen, before it is sent. */
  onFile?: (file: File) => void;
  /** Which types are taken: every one that can be sold unless told. */
  field?: UploadField;
};

/** Takes one file of up to 1 GB, sends it with its real progress, and shows what the server has. */
export function FileUpload({ value, onChange, onBusyChange, onFile, field = "file" }: FileUploadProps) {
  const [replacing, setReplacing] = useState(false);
  const upload = useFileUpload({
    field,
    onBusyChange,
    onDone(uploaded) {
      setReplacing(false);
      onChange(uploaded);
    },
  });
  const choose = (file: File) => {
    onFile?.(file);
    upload.choose(file);
  };
  const { step } = upload.state;
  const isShown = value !== null && !replacing && step === "idle";
  const group = useFocusFallback(isShown ? "shown" : step === "idle" ? "empty" : "sending");
  return (
    <div ref={group} tabIndex={-1} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 outline-none">
      {isShown && <UploadedFile file={value} onRemove={() => setReplacing(true)} />}
      {!isShown && upload.state.step === "idle" && (
        <>
          <ResumeOffer field={field} onFile={choose} />
          <FileDrop
            onFile={choose}
            accept={acceptedExtensions(field)}
            hint={`${acceptedTypes(field)}${field === "video" ? " with H.264" : ""}, up to 1 GB`}
          />
          {value && (
            <Button
              variant="ghost"
              size="sm"
              className="justify-self-start"
              onClick={() => setReplacing(false)}
            >
              Keep {isolated(value.originalName)}
            </Button>
          )}
        </>
      )}
      {upload.state.step !== "idle" && (
        <UploadProgress state={upload.state} onCancel={upload.cancel} onResume={upload.resume} />
      )}
      <p role="status" className="sr-only">
        {announcementOf(step, isShown ? value.originalName : undefined)}
      </p>
    </div>
  );
}

function announcementOf(step: string, shown: string | undefined): string {
  if (step === "sending") return "Uploading";
  if (step === "examining") return "Checking the file";
  if (step === "broken") return "The upload was interrupted";
  return shown ? `${isolated(shown)} is uploaded` : "";
}

/** The control that had the focus goes away when the step changes: the focus stays with the group, not with the page. */
function useFocusFallback(phase: string) {
  const group = useRef<HTMLDivElement>(null);
  const before = useRef(phase);
  useEffect(() => {
    if (before.current === phase) return;
    before.current = phase;
    if (document.activeElement === document.body) group.current?.focus({ preventScroll: true });
  }, [phase]);
  return group;
}

type UploadedFileProps = { file: Uploaded; onRemove: () => void };

/** A file the server has: its name, its size, and the way to choose another. */
function UploadedFile({ file, onRemove }: UploadedFileProps) {
  return (
    <div className="flex items-center gap-4 rounded-xl border border-border bg-card p-4">
      <span className="grid size-10 shrink-0 place-items-center rounded-lg bg-brand-soft text-brand-soft-foreground">
        {createElement(iconOf(file.mimeType), { className: "size-5", "aria-hidden": true })}
      </span>
      <div className="min-w-0 grow">
        <p dir="auto" className="truncate text-sm font-medium" title={file.originalName}>
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
