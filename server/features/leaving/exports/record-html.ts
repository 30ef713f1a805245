import type { RichDocument } from "#contract/document/document.ts";
import { documentHtml } from "#server/documents/document-html.ts";

/** A record with the HTML of each of its rich texts beside it: `bioDocument` gets a `bioHtml`. */
export function withHtml(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withHtml);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, inner]: [string, unknown]) => {
      if (!field.endsWith("Document")) return [[field, withHtml(inner)]];
      const html = isDocument(inner) ? documentHtml(inner, 2) : null;
      return [
        [field, inner],
        [field.replace(/Document$/, "Html"), html],
      ];
    }),
  );
}

const isDocument = (value: unknown): value is RichDocument =>
  typeof value === "object" && value !== null && "type" in value && value.type === "doc";
