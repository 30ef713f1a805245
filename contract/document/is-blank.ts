import type { DocumentNode, NodeType, RichDocument } from "./document.ts";

/** Whether a document shows nothing: empty lines, lists and tables do not count as anything. */
export const isBlank = (document: RichDocument): boolean => !document.content.some(showsSomething);

function showsSomething(node: DocumentNode): boolean {
  if (node.type === "text") return node.text.trim() !== "";
  if (shownWithoutWords.has(node.type)) return true;
  return "content" in node && node.content.some(showsSomething);
}

const shownWithoutWords = new Set<NodeType>([
  "horizontalRule",
  "picture",
  "button",
  "video",
  "videoFile",
  "product",
  "attachment",
]);
