import type { RichDocument } from "#contract/document/document.ts";
import { mostDescription } from "#contract/catalog/catalog.ts";
import { isBlank } from "#contract/document/is-blank.ts";
import { documentHtml, type Shown } from "#server/documents/document-html.ts";
import { documentOfText } from "#contract/document/document-of-text.ts";
import { documentText } from "#contract/document/document-text.ts";
import { Invalid } from "#server/errors.ts";

/** A product's description: what it says, and the document with its looks where it has any. */
export type ProductDescription = { description: string; descriptionDocument: RichDocument | null };

type Given = { description?: string | undefined; descriptionDocument?: RichDocument | undefined };

/**
 * The description as it is stored, the only place that makes both of its columns: the text is always what the document
 * says. A text that says something else than `current` takes the place of its document. Throws 422 for one that is too
 * long, and for a call that holds both.
 */
export function settleDescription(
  given: Given,
  current: ProductDescription = { description: "", descriptionDocument: null },
): ProductDescription {
  const { description, descriptionDocument } = given;
  if (descriptionDocument === undefined)
    return description === undefined || description === current.description
      ? { description: current.description, descriptionDocument: current.descriptionDocument }
      : { description, descriptionDocument: null };
  const text = documentText(descriptionDocument);
  if (description !== undefined && description !== "" && description !== text)
    throw Invalid({ descriptionDocument: "Send the description as a text or as a document" });
  if (text.length > mostDescription)
    throw Invalid({ description: `Use at most ${mostDescription.toLocaleString("en-US")} characters` });
  return {
    description: text,
    descriptionDocument: isBlank(descriptionDocument) ? null : descriptionDocument,
  };
}

/** The description with its looks, also where it was written as plain text. */
export const descriptionDocumentOf = ({
  description,
  descriptionDocument,
}: ProductDescription): RichDocument => descriptionDocument ?? documentOfText(description);

/** The description as safe HTML, below the heading of its page, with these products and videos in it; empty where there is none. */
export const descriptionHtml = (
  product: ProductDescription,
  shown: Pick<Shown, "products" | "videos">,
): string =>
  product.description === "" && !product.descriptionDocument
    ? ""
    : documentHtml(descriptionDocumentOf(product), 2, shown);
