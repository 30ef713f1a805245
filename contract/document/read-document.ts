import type { Mark, MarkType, NodeType, RichDocument } from "./document.ts";
import { type AttributeRule, markRules, type NodeRule, nodeRules } from "./node-rules.ts";

/** How much a document may hold; `text` counts characters, those of pictures' captions apart. */
export type DocumentLimits = {
  bytes: number;
  nodes: number;
  text: number;
  pictures: number;
  /** Only these nodes, where it is not all of them. */
  only?: ReadonlySet<NodeType>;
};

const without = (...types: NodeType[]): ReadonlySet<NodeType> =>
  new Set((Object.keys(nodeRules) as NodeType[]).filter((type) => !types.includes(type)));

/** Of a description, which has limits of its own for what it says, too. */
export const descriptionLimits: DocumentLimits = {
  bytes: 256_000,
  nodes: 5_000,
  text: 100_000,
  pictures: 0,
  only: without("picture", "attachment"),
};
/** Of a lesson's text or a post's: what 100,000 characters of ordinary Markdown become fits in. */
export const longTextLimits: DocumentLimits = {
  bytes: 1_000_000,
  nodes: 20_000,
  text: 100_000,
  pictures: 100,
};
/** A post has one file, below its text. */
export const postLimits: DocumentLimits = { ...longTextLimits, only: without("attachment") };

/**
 * Of what an assignment asks for: what 10,000 characters of Markdown become fits in. Pictures, products and files stand in
 * the lesson's text above it, whose link opens them.
 */
export const taskLimits: DocumentLimits = {
  ...longTextLimits,
  text: 10_000,
  pictures: 0,
  only: without("picture", "videoFile", "product", "attachment"),
};

/** Of what a creator says of themselves in a few lines, which has a limit of its own for what it says, too. */
export const bioLimits: DocumentLimits = {
  bytes: 64_000,
  nodes: 1_000,
  text: 10_000,
  pictures: 0,
  only: new Set([
    "doc",
    "paragraph",
    "bulletList",
    "orderedList",
    "listItem",
    "text",
    "hardBreak",
  ] satisfies NodeType[]),
};

/** Of a text on a store's page, which is to stay light. */
export const blockLimits: DocumentLimits = {
  bytes: 24_000,
  nodes: 400,
  text: 3_000,
  pictures: 0,
  only: without("picture", "videoFile", "product", "attachment"),
};

/**
 * Of a mail, which is to stay below what mail programs cut. Files of a text are fetched by those who may read it, and mails
 * are forwarded: they show no pictures but those of products.
 */
export const mailLimits: DocumentLimits = {
  bytes: 64_000,
  nodes: 1_500,
  text: 20_000,
  pictures: 0,
  only: without("picture", "videoFile", "attachment"),
};

/** Of those that play in one text; each is looked up whenever it is read. */
const mostVideos = 20;

/**
 * Of a mail about a cart: what 3,000 characters of plain text become fits in. It leads to no other site, so a video that is
 * elsewhere has no place in it.
 */
export const cartMailLimits: DocumentLimits = {
  bytes: 128_000,
  nodes: 3_100,
  text: 3_000,
  pictures: 0,
  only: without("picture", "videoFile", "attachment", "video"),
};

/** How deep nodes may stand in one another, the document not counted. */
export const deepest = 12;

type Read = { document: RichDocument } | { problem: string };
type Built = { type: NodeType; attrs?: object; marks?: Mark[]; text?: string; content?: Built[] };
type Waiting = { input: unknown; parent: NodeRule; into: Built[]; depth: number };

// Look-ups by a name from outside: an object's would find `constructor`.
const rulesByType = new Map<string, NodeRule>(Object.entries(nodeRules));
const marksByType = new Map(Object.entries(markRules));
const orderOfMarks = [...marksByType.keys()];

/**
 * A value from outside as a document, built anew from what is known: nothing else of it remains. Whatever is not of the
 * closed set, an unknown field included, refuses the whole, since what is dropped in silence is lost to its writer. The
 * loop has a stack of its own: no depth ends the process.
 */
export function readDocument(value: unknown, limits: DocumentLimits = descriptionLimits): Read {
  const root: Built[] = [];
  const waiting: Waiting[] = [
    { input: value, parent: { ...nodeRules.doc, children: ["doc"] }, into: root, depth: 0 },
  ];
  let nodes = 0;
  let length = 0;
  let pictures = 0;
  let videos = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (++nodes > limits.nodes) return tooLong;
    if (next.depth > deepest) return { problem: "Lists and quotes stand too deep in one another" };
    const node = readNode(next.input, next.parent);
    if (!node || (limits.only && !limits.only.has(node.built.type))) return notKnown;
    if (node.built.type === "picture" && ++pictures > limits.pictures)
      return limits.pictures === 0
        ? notKnown
        : { problem: `Use at most ${limits.pictures} pictures in a text` };
    if (node.built.type === "videoFile" && ++videos > mostVideos)
      return { problem: `Use at most ${mostVideos} videos of your own in a text` };
    length += node.built.text?.length ?? 0;
    if (length > limits.text) return tooLong;
    if (node.built.text !== "") next.into.push(node.built);
    const into: Built[] = [];
    if (node.built.type !== "text" && node.rule.children.length > 0) node.built.content = into;
    if (node.children.length < node.rule.atLeast) return notKnown;
    if (node.children.length > limits.nodes) return tooLong;
    for (const input of node.children.toReversed())
      waiting.push({ input, parent: node.rule, into, depth: next.depth + 1 });
  }
  const [document] = root;
  if (!document) return notKnown;
  if (new TextEncoder().encode(JSON.stringify(document)).length > limits.bytes) return tooLong;
  return { document: document as RichDocument };
}

const tooLong = { problem: "This text is too long" };
const notKnown = { problem: "This text holds something that cannot be kept. Please write it anew." };

const fields = new Set(["type", "attrs", "content", "marks", "text"]);

function readNode(input: unknown, parent: NodeRule) {
  if (!isObject(input) || Object.keys(input).some((key) => !fields.has(key))) return undefined;
  const { type, attrs, content = [], marks = [], text } = input;
  const rule = typeof type === "string" ? rulesByType.get(type) : undefined;
  if (!rule || !parent.children.includes(type as NodeType)) return undefined;
  const isInline = type === "text" || type === "hardBreak";
  if ((type === "text") !== (text !== undefined) || !Array.isArray(content)) return undefined;
  const built: Built = { type: type as NodeType };
  const kept = readAttributes(attrs, rule.attributes);
  const keptMarks = readMarks(marks);
  if (!kept || !keptMarks) return undefined;
  if (keptMarks.length > 0 && !(isInline && parent.marks)) return undefined;
  if (rule.attributes.size > 0) built.attrs = kept;
  if (type === "text") {
    if (typeof text !== "string" || text === "") return undefined;
    built.text = text.replaceAll(/[^\P{Cc}\t\n]/gu, "").toWellFormed();
    if (keptMarks.length > 0) built.marks = keptMarks;
  }
  return { built, rule, children: content as unknown[] };
}

function readAttributes(input: unknown, rules: ReadonlyMap<string, AttributeRule>) {
  if (input === undefined || input === null) input = {};
  if (!isObject(input) || Object.keys(input).some((name) => !rules.has(name))) return undefined;
  const read: Record<string, unknown> = {};
  for (const [name, rule] of rules) {
    const value = Object.hasOwn(input, name)
      ? rule.read(input[name])
      : rule.required
        ? undefined
        : rule.fallback;
    if (value === undefined) return undefined;
    read[name] = value;
  }
  return read;
}

/** Each at most once, in the order of the table. */
function readMarks(input: unknown): Mark[] | undefined {
  if (!Array.isArray(input) || input.length > marksByType.size) return undefined;
  const read = new Map<string, Mark>();
  for (const mark of input as unknown[]) {
    if (!isObject(mark) || Object.keys(mark).some((key) => key !== "type" && key !== "attrs"))
      return undefined;
    const { type, attrs } = mark;
    const rules = typeof type === "string" ? marksByType.get(type) : undefined;
    const kept = rules && readAttributes(attrs, rules);
    if (!rules || !kept || read.has(String(type))) return undefined;
    // A link that leads nowhere is none.
    if (kept["href"] === "") return undefined;
    read.set(String(type), { type: type as MarkType, ...(rules.size > 0 && { attrs: kept }) } as Mark);
  }
  return orderOfMarks.flatMap((type) => read.get(type) ?? []);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
