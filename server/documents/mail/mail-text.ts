import type { Block, Inline, RichDocument, TaskItem } from "#contract/document/document.ts";
import { videoHref } from "#contract/document/video-address.ts";
import { titleInText } from "#server/mail/hostile-words.ts";
import { formatFileSize } from "#contract/file-size.ts";
import type { Shown } from "#server/documents/document-html.ts";
import type { Slots } from "./slots.ts";

/** As `MailWay`, for the part of a mail that is plain text: nothing is escaped. */
export type TextWay = Shown & {
  slots: Slots;
  words(text: string, next?: string): string;
  address(href: string): string | undefined;
};

/** A document as the text part of a mail: what it says, with the address of each link behind its words. */
export const mailText = (document: RichDocument, way: TextWay): string => blocksText(document.content, way);

const blocksText = (blocks: readonly Block[], way: TextWay, between = "\n\n"): string =>
  blocks
    .map((block) => ({ block, text: blockText(block, way) }))
    .filter(({ text }) => text !== "")
    .map(({ block, text }, index) => {
      const begun = (index === 0 ? "" : between) + text;
      // What is left out for want of a code takes its empty line with it.
      const isOfCode = block.type === "paragraph" && way.slots.codeIn(text) !== "none";
      return isOfCode ? way.slots.onlyWithCode(begun) : begun;
    })
    .join("");

function blockText(block: Block, way: TextWay): string {
  switch (block.type) {
    case "paragraph":
    case "heading":
    case "codeBlock":
      return lineText(block.content, way);
    case "blockquote":
    case "callout":
      return blocksText(block.content, way);
    case "bulletList":
      return block.content.map(({ content }) => itemText("- ", content, way)).join("\n");
    case "orderedList":
      return block.content
        .map(({ content }, index) => itemText(`${block.attrs.start + index}. `, content, way))
        .join("\n");
    case "taskList":
      return block.content.map((item) => itemText(taskMark(item), item.content, way)).join("\n");
    case "table":
      return block.content
        .map(({ content }) => content.map((cell) => blocksText(cell.content, way, " ")).join(" | "))
        .join("\n");
    case "horizontalRule":
      return "---";
    case "picture":
      return way.words(block.attrs.caption || block.attrs.alt || "");
    case "button":
      return linkText(way.words(block.attrs.label), way.address(block.attrs.href));
    case "video":
      return linkText(block.attrs.title || "Watch the video", way.address(videoHref(block.attrs)));
    case "videoFile":
      return "";
    case "product": {
      const product = way.products?.get(block.attrs.productId);
      return product
        ? linkText(`${titleInText(product.title)} (${product.price})`, way.address(product.path))
        : "";
    }
    case "attachment": {
      const file = way.files?.get(block.attrs.fileId);
      return file ? linkText(`${file.name} (${formatFileSize(file.sizeBytes)})`, way.address(file.url)) : "";
    }
    default:
      return block satisfies never;
  }
}

const taskMark = ({ attrs }: TaskItem) => (attrs.checked ? "[x] " : "[ ] ");

/** Further lines stand under the first one's words. */
const itemText = (mark: string, content: readonly Block[], way: TextWay): string =>
  mark + blocksText(content, way, "\n").replaceAll("\n", `\n${" ".repeat(mark.length)}`);

const linkText = (label: string, to: string | undefined) =>
  to === undefined ? label : label === to ? to : `${label}: ${to}`;

/** A link's address stands once, behind its last word. */
function lineText(content: readonly Inline[], way: TextWay): string {
  return content
    .map((node, index) => {
      if (node.type !== "text") return "\n";
      const href = hrefOf(node);
      const next = content[index + 1];
      const text = way.words(node.text, next?.type === "text" ? next.text : undefined);
      if (href === undefined || (next && hrefOf(next) === href)) return text;
      const to = way.address(href);
      return to === undefined || to === node.text ? text : `${text} (${to})`;
    })
    .join("");
}

const hrefOf = (node: Inline): string | undefined =>
  node.type === "text"
    ? node.marks?.flatMap((mark) => (mark.type === "link" ? [mark.attrs.href] : []))[0]
    : undefined;
