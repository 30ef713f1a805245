import type { DetailedError, Upload } from "tus-js-client";
import { createResumableUpload, getUploadedFile, type UploadedFile } from "#contract/files/files.ts";
import { storeChanged } from "#contract/team/refusals.ts";
import { ApiError, callApi } from "#web/api.ts";
import { shownStoreHeader } from "#web/shown-store.ts";
import type { OnProgress, Transfer } from "./send-file.ts";
import { fingerprintOf, removeSavedUploads } from "./unfinished-uploads.ts";

const pieceBytes = 16 * 1024 * 1024;
const retryDelays = [0, 1_000, 3_000, 5_000, 10_000, 20_000];
const examineTries = 90;

/** Sends a file in pieces (tus); where one of the same name, size and date was broken off, from there on. */
export function sendResumably(file: File, onProgress: OnProgress): Transfer {
  let upload: Upload | undefined;
  let stopped = false;
  const outcome = Promise.withResolvers<UploadedFile>();
  void begin().catch(outcome.reject);

  async function begin() {
    const tus = await import("tus-js-client");
    if (stopped) return;
    const current = new tus.Upload(file, {
      endpoint: new URL(createResumableUpload.url, location.origin).href,
      metadata: { filename: file.name, filetype: file.type },
      // Of the store that it begins for, to its end.
      headers: shownStoreHeader(),
      chunkSize: pieceBytes,
      retryDelays,
      onShouldRetry: (error, attempt, options) =>
        !isOfOtherStore(error) && tus.defaultOptions.onShouldRetry?.(error, attempt, options) === true,
      fingerprint: async () => fingerprintOf(file),
      removeFingerprintOnSuccess: true,
      onProgress,
      onError: (error) => outcome.reject(asApiError(error)),
      onSuccess: () => void examined(idOf(current.url)).then(outcome.resolve, outcome.reject),
    });
    upload = current;
    const [previous] = await current.findPreviousUploads();
    if (previous) current.resumeFromPreviousUpload(previous);
    if (!stopped) current.start();
  }

  const stop = (forGood: boolean) => {
    stopped = true;
    if (forGood) removeSavedUploads(file);
    // Whether the server hears of it or not, it forgets the upload after a day.
    void upload?.abort(forGood).catch(() => {});
    outcome.reject(new DOMException("The upload was stopped", "AbortError"));
  };
  return { done: outcome.promise, cancel: () => stop(true), pause: () => stop(false) };
}

const idOf = (url: string | null) => url?.split("/").at(-1) ?? "";

/** What the upload became. When its last answer got lost, the server may still be examining it. */
async function examined(id: string): Promise<UploadedFile> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await callApi(getUploadedFile, { params: { id } });
    } catch (error) {
      const notYet = error instanceof ApiError && error.status === 404 && attempt < examineTries;
      if (!notYet) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

/** The browser acts for another store by now: no waiting brings that back. */
function isOfOtherStore(error: DetailedError): boolean {
  const refused = asApiError(error);
  return refused instanceof ApiError && refused.body.code === storeChanged;
}

function asApiError(error: Error | DetailedError): Error {
  const response = "originalResponse" in error ? error.originalResponse : null;
  return response ? new ApiError(response.getStatus(), response.getBody(), "Upload failed") : error;
}
