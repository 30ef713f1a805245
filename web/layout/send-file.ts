import { uploadDigitalFile, type UploadedFile } from "#contract/files/files.ts";
import { sendForm } from "#web/layout/send-form.ts";
import { sendResumably } from "./send-resumably.ts";

/** A file on its way. `done` fails with `ApiError` where the server refused it, with any other error where it broke off. */
export type Transfer = {
  done: Promise<UploadedFile>;
  /** Ends it for good. */
  cancel(): void;
  /** Ends it so that a large file can go on later. */
  pause(): void;
};
export type OnProgress = (sentBytes: number) => void;

/** Larger files go in pieces, and survive a broken connection and a closed page. */
const directBytes = 8 * 1024 * 1024;

export const isResumable = (file: File): boolean => file.size > directBytes;

export const sendFile = (file: File, onProgress: OnProgress): Transfer =>
  isResumable(file) ? sendResumably(file, onProgress) : sendDirectly(file, onProgress);

const sendDirectly = (file: File, onProgress: OnProgress): Transfer => {
  const { done, stop } = sendForm<UploadedFile>(uploadDigitalFile, uploadDigitalFile.url, file, onProgress);
  return { done, cancel: stop, pause: stop };
};
