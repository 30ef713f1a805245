import { useEffect, useRef, useState } from "react";
import type { UploadedFile as Uploaded } from "#contract/files.ts";
import { Button } from "#web/ui/button.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { acceptedExtensions } from "./choose-file.ts";
import { ResumeOffer } from "./resume-offer.tsx";
import { UploadedFile } from "./uploaded-file.tsx";
import { UploadProgress } from "./upload-progress.tsx";
import { useFileUpload } from "./use-file-upload.ts";

type FileUploadProps = {
  value: Uploaded | null;
  onChange: (value: Uploaded | null) => void;
  /** Whether bytes are still on their way. */
  onBusyChange?: (busy: boolean) => void;
  /** The file that was chosen, before it is sent. */
  onFile?: (file: File) => void;
  /** Which files the picker offers; all kinds unless told. */
  sort?: "video";
};

/** Takes one file of up to 1 GB, sends it with its real progress, and shows what the server has. */
export function FileUpload({ value, onChange, onBusyChange, onFile, sort }: FileUploadProps) {
  const [replacing, setReplacing] = useState(false);
  const upload = useFileUpload({
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
  const group = useFocusKept(isShown ? "shown" : step === "idle" ? "empty" : "sending");
  return (
    <div ref={group} tabIndex={-1} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 outline-none">
      {isShown && <UploadedFile file={value} onRemove={() => setReplacing(true)} />}
      {!isShown && upload.state.step === "idle" && (
        <>
          <ResumeOffer onFile={choose} />
          <FileDrop
            onFile={choose}
            accept={acceptedExtensions(sort)}
            hint={
              sort === "video"
                ? "MP4 or MOV, up to 1 GB"
                : "PDF, ZIP, DOC, XLS, image, video, audio or TXT, up to 1 GB"
            }
          />
          {value && (
            <Button
              variant="ghost"
              size="sm"
              className="justify-self-start"
              onClick={() => setReplacing(false)}
            >
              Keep {value.originalName}
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
  return shown ? `${shown} is uploaded` : "";
}

/** The control that had the focus goes away when the step changes: the focus stays with the group, not with the page. */
function useFocusKept(phase: string) {
  const group = useRef<HTMLDivElement>(null);
  const before = useRef(phase);
  useEffect(() => {
    if (before.current === phase) return;
    before.current = phase;
    if (document.activeElement === document.body) group.current?.focus({ preventScroll: true });
  }, [phase]);
  return group;
}
