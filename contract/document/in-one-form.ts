import type { RichDocument } from "./document.ts";
import { type DocumentLimits, readDocument } from "./read-document.ts";

/** A stored document as the editor tells it, so that what was not touched is the same: a database keeps no order of fields. */
export function inOneForm(document: RichDocument, limits?: DocumentLimits): RichDocument {
  const read = readDocument(document, limits);
  return "document" in read ? read.document : document;
}
