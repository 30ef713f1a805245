import { Button } from "#web/ui/button.tsx";
import { formatFileSize } from "#contract/file-size.ts";
import { Progress } from "#web/ui/progress.tsx";
import { describeTimeLeft } from "./transfer-rate.ts";
import type { UploadStep } from "./use-file-upload.ts";

type UploadProgressProps = {
  state: Exclude<UploadStep, { step: "idle" }>;
  onCancel: () => void;
  onResume: () => void;
};

/** A file on its way: how far, how fast, how long still. */
export function UploadProgress({ state, onCancel, onResume }: UploadProgressProps) {
  const { file, step } = state;
  const sentBytes = step === "examining" ? file.size : state.sentBytes;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-xl border border-border bg-muted/50 p-4">
      <div className="flex items-center justify-between gap-3">
        <p dir="auto" className="min-w-0 truncate text-sm font-medium" title={file.name}>
          {file.name}
        </p>
        <div className="flex shrink-0 gap-2">
          {step === "broken" && (
            <Button variant="secondary" size="sm" onClick={onResume}>
              Resume
            </Button>
          )}
          <Button variant="outline" size="sm" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
      <Progress value={sentBytes} max={file.size} label={`Uploading ${file.name}`} />
      <p className="flex flex-wrap justify-between gap-x-4 text-sm text-muted-foreground tabular-nums">
        <span>
          {sentBytes > 0 ? formatFileSize(sentBytes) : "0 Bytes"} of {formatFileSize(file.size)}
        </span>
        <span>{noteOf(state)}</span>
      </p>
    </div>
  );
}

function noteOf(state: UploadProgressProps["state"]): string {
  if (state.step === "examining") return "Checking the file…";
  if (state.step === "broken") return "The connection was lost. What has arrived is kept.";
  if (!state.rate) return "Starting…";
  return `${formatFileSize(state.rate.bytesPerSecond)}/s · ${describeTimeLeft(state.rate.secondsLeft)}`;
}
