import type { ComponentType } from "react";
import type { UploadedFile } from "#contract/files/files.ts";
import type { PostImage } from "./post-values.ts";

type UploadFieldProps<Value> = {
  value: Value | null;
  onChange: (value: Value | null) => void;
  /** Whether bytes are still on their way. */
  onBusyChange: (busy: boolean) => void;
};

/** The upload fields of the post form. The route brings them: they belong to another feature. */
export type PostUploads = {
  ImageUpload: ComponentType<UploadFieldProps<PostImage>>;
  FileUpload: ComponentType<UploadFieldProps<UploadedFile>>;
};
