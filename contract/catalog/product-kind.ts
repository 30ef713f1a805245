import { formatFileSize } from "#contract/file-size.ts";
import { extensionOf } from "#contract/files/extension-of.ts";
import type { ProductType } from "./catalog.ts";

/** What of a product says what kind of thing it is. */
export type KindOfThing = {
  type: ProductType;
  /** How it is delivered online, if it is. */
  fileType: "UPLOAD" | "LINK" | null;
  fileName: string | null;
  /** In bytes. */
  fileSize: number | null;
};

const names: Record<Exclude<ProductType, "DOWNLOAD">, string> = {
  COURSE: "Course",
  MEMBERSHIP: "Membership",
  BOOKING_LINK: "1:1 Session",
  PHYSICAL: "Physical product",
  SERVICE: "Service",
  EVENT: "Event",
  BUNDLE: "Bundle",
};

/** What a bought thing is, in words: "PDF, 2.4 MB", "Link", "Course", "1:1 Session". The same wherever it is listed. */
export function kindOfThing({ type, fileType, fileName, fileSize }: KindOfThing): string {
  if (type !== "DOWNLOAD") return names[type];
  if (fileType === "LINK") return "Link";
  return fileType === "UPLOAD" ? kindOfFile(fileName, fileSize) : "Download";
}

/** "PDF, 2.4 MB"; without what is not known. */
export function kindOfFile(fileName: string | null, fileSize: number | null): string {
  const kind = extensionOf(fileName ?? "").toUpperCase() || "File";
  return fileSize ? `${kind}, ${formatFileSize(fileSize)}` : kind;
}

const largeBytes = 1_048_576;

/** A file's size where it is to be bought: a few kilobytes say nothing of what is in it, and so none are named. */
export const sizeBeforeSale = (fileSize: number | null): number | null =>
  fileSize !== null && fileSize >= largeBytes ? fileSize : null;
