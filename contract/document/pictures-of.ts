import type { DocumentNode, PictureAttributes, RichDocument } from "./document.ts";

/** The pictures of a document, in their order; one may come twice. */
export function picturesOf(document: RichDocument): PictureAttributes[] {
  return picturesIn(document);
}

const picturesIn = (node: DocumentNode): PictureAttributes[] =>
  node.type === "picture" ? [node.attrs] : "content" in node ? node.content.flatMap(picturesIn) : [];

/** The document with each of its pictures changed in this way. */
export const withPictures = (
  document: RichDocument,
  change: (picture: PictureAttributes) => PictureAttributes,
): RichDocument => changed(document, change) as RichDocument;

function changed(
  node: DocumentNode,
  change: (picture: PictureAttributes) => PictureAttributes,
): DocumentNode {
  if (node.type === "picture") return { ...node, attrs: change(node.attrs) };
  if (!("content" in node)) return node;
  // What stands in a node stays of its kind.
  return { ...node, content: node.content.map((child) => changed(child, change)) } as DocumentNode;
}
