import { uploadTextPicture } from "#contract/files/text-pictures.ts";
import { ApiError, type Output } from "#web/api.ts";

export type SentPicture = Output<typeof uploadTextPicture>;

/** A picture on its way. `done` fails with `ApiError` where the server refused it, with any other error where it broke off. */
export type PictureTransfer = { done: Promise<SentPicture>; cancel: () => void };

/** XMLHttpRequest, since `fetch` cannot tell how much has been sent. */
export function sendPicture(file: File, onProgress: (sentBytes: number) => void): PictureTransfer {
  const request = new XMLHttpRequest();
  const done = new Promise<SentPicture>((resolve, reject) => {
    request.upload.addEventListener("progress", ({ loaded }) => onProgress(Math.min(loaded, file.size)));
    request.addEventListener("load", () => {
      if (request.status === 201) resolve(JSON.parse(request.responseText) as SentPicture);
      else reject(new ApiError(request.status, request.responseText, request.statusText));
    });
    request.addEventListener("error", () => reject(new Error("The connection was lost")));
    request.addEventListener("abort", () => reject(new DOMException("The upload was stopped", "AbortError")));
    request.open(uploadTextPicture.method, uploadTextPicture.url);
    const body = new FormData();
    body.set("file", file);
    request.send(body);
  });
  return { done, cancel: () => request.abort() };
}
