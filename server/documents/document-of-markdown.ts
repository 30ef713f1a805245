import type { Token } from "markdown-it";
import type { Mark, NodeType, RichDocument } from "#contract/document/document.ts";
import { linkAddress } from "#contract/document/link-address.ts";
import { markRules, nodeRules } from "#contract/document/node-rules.ts";
import { deepest } from "#contract/document/read-document.ts";
import { createMarkdownParser } from "./markdown-parser.ts";

const parser = createMarkdownParser();

/** A node that is being built. */
type Open = { type: NodeType; attrs?: object; content: object[] };

/**
 * Markdown as a document, from the tokens of the parser that shows Markdown. What stands too deep for a document stands
 * in the deepest place that there is, so that no word is lost. A picture becomes a link to it. It may be longer than
 * `readDocument` takes.
 */
export function documentOfMarkdown(markdown: string): RichDocument {
  const document: Open = { type: "doc", content: [] };
  const open: Open[] = [document];
  /** For each container that began, whether it was opened: closing goes by it. */
  const opened: boolean[] = [];
  for (const token of parser.parse(markdown, {})) {
    const into = open.at(-1) ?? document;
    const node = nodeOf(token);
    if (token.nesting === 1) {
      const fits = node !== undefined && open.length + roomFor(node) <= deepest && mayHold(into, node);
      if (fits) open.push(node);
      opened.push(fits);
    } else if (token.nesting === -1) {
      if (opened.pop()) close(open);
    } else if (token.type === "inline") {
      const content = inlineOf(token.children ?? []);
      into.content.push(...(mayHold(into, { type: "text" }) ? content : [{ type: "paragraph", content }]));
    } else if (token.type === "hr") into.content.push({ type: "horizontalRule" });
    else if (node) into.content.push(node);
  }
  return completed(document) as RichDocument;
}

function nodeOf(token: Token): Open | undefined {
  switch (token.type) {
    case "paragraph_open":
      return { type: "paragraph", content: [] };
    case "heading_open":
      return { type: "heading", attrs: { level: levelOf(token.tag) }, content: [] };
    case "blockquote_open":
      return { type: "blockquote", content: [] };
    case "bullet_list_open":
      return { type: "bulletList", content: [] };
    case "ordered_list_open":
      return { type: "orderedList", attrs: { start: Number(token.attrGet("start") ?? 1) }, content: [] };
    case "list_item_open":
      return { type: "listItem", content: [] };
    case "table_open":
      return { type: "table", content: [] };
    case "tr_open":
      return { type: "tableRow", content: [] };
    case "th_open":
      return { type: "tableHeader", attrs: oneCell, content: [] };
    case "td_open":
      return { type: "tableCell", attrs: oneCell, content: [] };
    case "fence":
    case "code_block":
      return codeBlockOf(token);
    default:
      return undefined;
  }
}

const oneCell = { colspan: 1, rowspan: 1, colwidth: null };

/** The two highest look alike, as do those from the fourth on. */
const levelOf = (tag: string) => Math.min(3, Math.max(1, Number(tag.slice(1)) - 1));

function codeBlockOf({ content, info }: Token): Open {
  const [language = ""] = info.trim().split(/\s/);
  const text = content.replace(/\n$/, "");
  return {
    type: "codeBlock",
    attrs: { language: /^[\w+#.-]{1,40}$/.test(language) ? language : null },
    content: text === "" ? [] : [{ type: "text", text }],
  };
}

/** How many levels a node needs below its own for its words. */
function roomFor({ type }: Open): number {
  if (type === "table") return 4;
  if (type.endsWith("List") || type === "tableRow") return 3;
  return type === "paragraph" || type === "heading" ? 1 : 2;
}

const mayHold = (parent: Open, { type }: Pick<Open, "type">): boolean =>
  nodeRules[parent.type].children.includes(type);

function close(open: Open[]): void {
  const node = open.pop();
  if (node) open.at(-1)?.content.push(withTasks(completed(node)));
}

/** Where something must stand and nothing does, an empty paragraph is. */
function completed(node: Open): Open {
  const isEmpty = nodeRules[node.type].atLeast === 1 && node.content.length === 0;
  return isEmpty ? { ...node, content: [{ type: "paragraph", content: [] }] } : node;
}

const box = /^\[([ xX])\] +(?=\S)/;

/** A list whose every item begins with a box is one of tasks. */
function withTasks(list: Open): Open {
  if (list.type !== "bulletList") return list;
  const items = (list.content as Open[]).map((item) => ({ item, text: firstText(item) }));
  if (!items.every(({ text }) => text && box.test(text.text))) return list;
  const content = items.map(({ item, text }) => {
    const checked = box.exec(text?.text ?? "")?.[1] !== " ";
    if (text) text.text = text.text.replace(box, "");
    return { type: "taskItem", attrs: { checked }, content: item.content };
  });
  return { type: "taskList", content };
}

type Text = { type: string; text: string; marks?: Mark[] };

function firstText({ content: [first] }: Open): Text | undefined {
  const block = first as Open | undefined;
  const text = block?.type === "paragraph" ? (block.content[0] as Text | undefined) : undefined;
  return text?.type === "text" && !text.marks ? text : undefined;
}

const markOfToken = new Map<string, Mark>([
  ["strong", { type: "bold" }],
  ["em", { type: "italic" }],
  ["s", { type: "strike" }],
]);

const markTypes = Object.keys(markRules);

function inlineOf(tokens: readonly Token[]): object[] {
  const marks: (Mark | undefined)[] = [];
  const written = (text: string, ...more: (Mark | undefined)[]): object[] => {
    if (text === "") return [];
    const all = [...marks, ...more];
    const inOrder = markTypes.flatMap((type) => all.findLast((mark) => mark?.type === type) ?? []);
    return [{ type: "text", text, ...(inOrder.length > 0 && { marks: inOrder }) }];
  };
  return tokens.flatMap((token) => {
    if (token.nesting === 1)
      marks.push(
        token.type === "link_open"
          ? linkTo(textOf(token, "href"))
          : markOfToken.get(token.type.replace("_open", "")),
      );
    else if (token.nesting === -1) marks.pop();
    else if (token.type === "hardbreak") return [{ type: "hardBreak" }];
    else if (token.type === "softbreak") return written(" ");
    else if (token.type === "code_inline") return written(token.content, { type: "code" });
    else if (token.type === "image") {
      const address = textOf(token, "src");
      return written(token.content || address, linkTo(address));
    } else return written(token.content);
    return [];
  });
}

const textOf = (token: Token, name: string): string => String(token.attrGet(name) ?? "");

function linkTo(address: string): Mark | undefined {
  const href = linkAddress(address);
  return href ? { type: "link", attrs: { href } } : undefined;
}
