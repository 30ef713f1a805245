import { cancelResumableUpload, createResumableUpload, getResumableUpload } from "#contract/files/files.ts";
import { ApiError, callApi } from "#web/api.ts";
import { shownStore } from "#web/shown-store.ts";

/** An upload that was broken off in this browser and can go on. */
export type UnfinishedUpload = { key: string; id: string; fileName: string; sizeBytes: number };

// tus-js-client keeps its uploads under this prefix; read here, so that its code loads only when it is needed.
const prefix = "tus::";
const dayMs = 86_400_000;
const tusVersion = { headers: { "tus-resumable": "1.0.0" } };

/** Those of the store that this tab shows: what was begun for another goes on there, and is not given up here. */
const ofShownStore = () => `openstall-${shownStore() ?? ""}-`;

/** By what a file is known again: nobody reads a gigabyte to recognise it. */
export const fingerprintOf = ({ name, size, lastModified }: File): string =>
  `${ofShownStore()}${encodeURIComponent(name)}-${size}-${lastModified}`;

export const isSameFile = (upload: UnfinishedUpload, file: File): boolean =>
  upload.key.startsWith(`${prefix}${fingerprintOf(file)}::`);

/** Those of the last day that the server still knows as this creator's. */
export async function listUnfinishedUploads(): Promise<UnfinishedUpload[]> {
  const found: UnfinishedUpload[] = [];
  for (const upload of readSavedUploads()) {
    try {
      await callApi(getResumableUpload, { params: { id: upload.id } }, tusVersion);
      found.push(upload);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) localStorage.removeItem(upload.key);
    }
  }
  return found;
}

/** Gives an unfinished upload up, here and on the server. */
export async function cancelUpload({ key, id }: UnfinishedUpload): Promise<void> {
  localStorage.removeItem(key);
  // The server forgets it after a day anyway.
  await callApi(cancelResumableUpload, { params: { id } }, tusVersion).catch(() => {});
}

/** Gives up whatever has been sent of this file. */
export async function cancelUploadsOf(file: File): Promise<void> {
  await Promise.all(removeSavedUploads(file).map(cancelUpload));
}

/** Offers this file no more; what the server has of it is the caller's to end. */
export function removeSavedUploads(file: File): UnfinishedUpload[] {
  const same = readSavedUploads().filter((upload) => isSameFile(upload, file));
  for (const { key } of same) localStorage.removeItem(key);
  return same;
}

function readSavedUploads(): UnfinishedUpload[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(`${prefix}${ofShownStore()}`))
    .flatMap((key) => readSavedUpload(key) ?? []);
}

function readSavedUpload(key: string): UnfinishedUpload | undefined {
  try {
    const { size, metadata, creationTime, uploadUrl } = JSON.parse(
      localStorage.getItem(key) ?? "",
    ) as SavedUpload;
    const { pathname } = new URL(uploadUrl, location.origin);
    const id = pathname.startsWith(`${createResumableUpload.url}/`) ? pathname.split("/").at(-1) : undefined;
    const isRecent = Date.now() - Date.parse(creationTime) < dayMs;
    if (id && isRecent) return { key, id, fileName: metadata.filename, sizeBytes: size };
  } catch {
    // Not one of ours, or of an older version.
  }
  localStorage.removeItem(key);
  return undefined;
}

type SavedUpload = { size: number; metadata: { filename: string }; creationTime: string; uploadUrl: string };
