import type { ComponentType } from "react";
import type { UploadField } from "#contract/files/accepted-files.ts";
import type { UploadedFile } from "#contract/files/files.ts";

/** The field that takes a video or a file. The route brings it: it belongs to another feature. */
export type FileUpload = ComponentType<{
  value: UploadedFile | null;
  onChange: (value: UploadedFile | null) => void;
  /** Whether bytes are still on their way. */
  onBusyChange: (busy: boolean) => void;
  /** The file that was chosen, before it is sent. */
  onFile?: (file: File) => void;
  /** Which types are taken: every one that can be sold unless told. */
  field?: UploadField;
}>;
