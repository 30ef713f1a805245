import type { Block, Inline, RichDocument, TaskItem } from "./document.ts";

/** What a document says, without its looks and where its links lead: for search, cards, exports and whoever reads text. */
export const documentText = (document: RichDocument): string => blocksText(document.content).trim();

function blocksText(blocks: readonly Block[], between = "\n\n"): string {
  return blocks.filter(saysSomething).map(blockText).join(between);
}

function blockText(block: Block): string {
  switch (block.type) {
    case "paragraph":
    case "heading":
    case "codeBlock":
      return inlineText(block.content);
    case "blockquote":
    case "callout":
      return blocksText(block.content);
    case "bulletList":
      return block.content.map(({ content }) => itemText("- ", content)).join("\n");
    case "orderedList":
      return block.content
        .map(({ content }, index) => itemText(`${block.attrs.start + index}. `, content))
        .join("\n");
    case "taskList":
      return block.content.map((item) => itemText(taskMark(item), item.content)).join("\n");
    case "table":
      return block.content
        .map(({ content }) => content.map((cell) => blocksText(cell.content, " ")).join(" | "))
        .join("\n");
    case "horizontalRule":
      return "---";
    case "picture":
      return block.attrs.caption || block.attrs.alt || "";
    case "button":
      return block.attrs.label;
    case "video":
    case "videoFile":
      return block.attrs.title;
    case "product":
    case "attachment":
      return "";
    default:
      return block satisfies never;
  }
}

/** What a product or a file is called is known where it is shown, and not in the document; a video may have no title. */
const saysSomething = (block: Block): boolean =>
  block.type === "video" || block.type === "videoFile"
    ? block.attrs.title !== ""
    : block.type !== "product" && block.type !== "attachment";

const taskMark = ({ attrs }: TaskItem) => (attrs.checked ? "[x] " : "[ ] ");

/** Further lines stand under the first one's words. */
const itemText = (mark: string, content: readonly Block[]): string =>
  mark + blocksText(content, "\n").replaceAll("\n", `\n${" ".repeat(mark.length)}`);

const inlineText = (content: readonly Inline[]): string =>
  content.map((node) => (node.type === "text" ? node.text : "\n")).join("");
