import type { UploadField } from "#contract/files/accepted-files.ts";
import { firstVideoFormat, formatProblem } from "#contract/files/video-format.ts";
import { uploadDigitalFile, type UploadedFile } from "#contract/files/files.ts";
import { ApiError } from "#web/api.ts";
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

/** Sends a file for a field. A video that not every browser plays is refused within its first moments. */
export function sendFile(file: File, onProgress: OnProgress, field: UploadField): Transfer {
  const transfer = isResumable(file) ? sendResumably(file, onProgress) : sendDirectly(file, onProgress);
  return field === "video" ? unlessUnplayable(file, transfer) : transfer;
}

function unlessUnplayable(file: File, { done, cancel, pause }: Transfer): Transfer {
  const checked = requirePlayable(file);
  const both = Promise.all([done, checked]).then(([uploaded]) => uploaded);
  // After `both` has its reason: a transfer that is cancelled fails with another.
  checked.catch(cancel);
  return { done: both, cancel, pause };
}

/** Throws what the server would, which decides once it has the whole file. */
async function requirePlayable(file: File): Promise<void> {
  const read = async (start: number, length: number) =>
    new Uint8Array(await file.slice(start, start + length).arrayBuffer());
  // What this browser cannot read is for the server to judge.
  const format = await firstVideoFormat(read, file.size).catch(() => undefined);
  const problem = formatProblem(format);
  if (problem) throw new ApiError(422, JSON.stringify({ message: problem }), "");
}

const sendDirectly = (file: File, onProgress: OnProgress): Transfer => {
  const { done, stop } = sendForm<UploadedFile>(uploadDigitalFile, uploadDigitalFile.url, file, onProgress);
  return { done, cancel: stop, pause: stop };
};
