import { ApiError } from "#web/api.ts";
import { shownStoreHeader } from "#web/shown-store.ts";

/**
 * Sends one file to a multipart endpoint, as its field `file`, and tells how many of its bytes are away. By XMLHttpRequest,
 * since `fetch` cannot tell how much has been sent. Fails with `ApiError` where the server refused it.
 */
export function sendForm<Answer>(
  { method }: { method: string },
  url: string,
  file: File,
  onProgress: (sentBytes: number) => void,
  headers: Readonly<Record<string, string>> = {},
): { done: Promise<Answer>; stop(): void } {
  const request = new XMLHttpRequest();
  const done = new Promise<Answer>((resolve, reject) => {
    request.upload.addEventListener("progress", ({ loaded }) => onProgress(Math.min(loaded, file.size)));
    request.addEventListener("load", () => {
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText) as Answer);
      else reject(new ApiError(request.status, request.responseText, request.statusText));
    });
    request.addEventListener("error", () => reject(new Error("The connection was lost")));
    request.addEventListener("abort", () => reject(new DOMException("The upload was stopped", "AbortError")));
    request.open(method, url);
    for (const [name, value] of Object.entries({ ...shownStoreHeader(), ...headers }))
      request.setRequestHeader(name, value);
    const body = new FormData();
    body.set("file", file);
    request.send(body);
  });
  return { done, stop: () => request.abort() };
}
