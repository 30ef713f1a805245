import type { DocumentNode, RichDocument } from "./document.ts";

/** The products that a document shows, each once. */
export const productsOf = (document: RichDocument): string[] => [...new Set(idsIn(document))];

const idsIn = (node: DocumentNode): string[] =>
  node.type === "product" ? [node.attrs.productId] : "content" in node ? node.content.flatMap(idsIn) : [];
