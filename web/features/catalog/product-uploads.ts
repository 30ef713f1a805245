import type { ComponentType } from "react";
import type { UploadedFile } from "#contract/files/files.ts";
import type { Cover } from "./product-form-values.ts";

/** What an upload field is given by the form around it. */
export type UploadFieldProps<Value> = {
  value: Value | null;
  onChange: (value: Value | null) => void;
  /** Whether bytes are still on their way. */
  onBusyChange: (busy: boolean) => void;
};

/** The upload fields of the product form. The route brings them: they belong to another feature. */
export type ProductUploads = {
  CoverUpload: ComponentType<UploadFieldProps<Cover>>;
  FileUpload: ComponentType<UploadFieldProps<UploadedFile>>;
};
