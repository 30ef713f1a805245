import type { DocumentNode, RichDocument } from "./document.ts";

/** Where the links and buttons of a document lead. */
export const linksOf = (document: RichDocument): string[] => linksIn(document);

function linksIn(node: DocumentNode): string[] {
  if (node.type === "button") return [node.attrs.href];
  if (node.type === "text")
    return (node.marks ?? []).flatMap((mark) => (mark.type === "link" ? [mark.attrs.href] : []));
  return "content" in node ? node.content.flatMap(linksIn) : [];
}
