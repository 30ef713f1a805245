import { Upload } from "lucide-react";
import { useState, type ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { useFieldControl } from "./field.tsx";

type FileDropProps = {
  onFile: (file: File) => void;
  /** As in <input accept>: "image/*,.pdf". */
  accept?: string;
  /** What may be dropped, in words. */
  hint: ReactNode;
  disabled?: boolean;
};

/** A place to drop one file, or to click and choose it. Checking the file is the caller's. */
export function FileDrop({ onFile, accept, hint, disabled = false }: FileDropProps) {
  const [over, setOver] = useState(false);
  const control = useFieldControl();
  const take = (files: FileList | null) => files?.[0] && !disabled && onFile(files[0]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a shortcut for the input inside
    <label
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
      className={classNames(
        "relative flex cursor-pointer flex-col items-center gap-2 rounded-xl border border-dashed px-6 py-8 text-center transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring",
        over ? "border-brand bg-brand-soft" : "border-input bg-muted/50 hover:bg-muted",
        disabled && "pointer-events-none opacity-50",
      )}
    >
      <Upload className="size-6 text-muted-foreground" aria-hidden="true" />
      <span className="text-sm font-medium">
        Drop a file here, or{" "}
        <span className="text-brand-soft-foreground underline underline-offset-4">choose one</span>
      </span>
      <span className="text-sm text-muted-foreground">{hint}</span>
      <input
        {...control}
        type="file"
        className="sr-only"
        disabled={disabled}
        {...(accept && { accept })}
        onChange={(event) => {
          take(event.currentTarget.files);
          event.currentTarget.value = "";
        }}
      />
    </label>
  );
}
