import { uploadDigitalFile, type UploadedFile } from "#contract/files/files.ts";
import { ApiError } from "#web/api.ts";
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

/** XMLHttpRequest, since `fetch` cannot tell how much has been sent. */
function sendDirectly(file: File, onProgress: OnProgress): Transfer {
  const request = new XMLHttpRequest();
  const done = new Promise<UploadedFile>((resolve, reject) => {
    request.upload.addEventListener("progress", ({ loaded }) => onProgress(Math.min(loaded, file.size)));
    request.addEventListener("load", () => {
      if (request.status === 200) resolve(JSON.parse(request.responseText) as UploadedFile);
      else reject(new ApiError(request.status, request.responseText, request.statusText));
    });
    request.addEventListener("error", () => reject(new Error("The connection was lost")));
    request.addEventListener("abort", () => reject(new DOMException("The upload was stopped", "AbortError")));
    request.open(uploadDigitalFile.method, uploadDigitalFile.url);
    const body = new FormData();
    body.set("file", file);
    request.send(body);
  });
  const stop = () => request.abort();
  return { done, cancel: stop, pause: stop };
}
