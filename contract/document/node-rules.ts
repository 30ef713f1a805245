import type { MarkType, NodeType } from "./document.ts";
import { linkAddress } from "./link-address.ts";

/** What an attribute is where it is not said, and what it may be; `read` answers undefined for anything else. */
export type AttributeRule = {
  fallback: Attribute;
  /** Without it there is no such node. */
  required?: true;
  read: (value: unknown) => Attribute | undefined;
};
type Attribute = string | number | boolean | null;

/** What may stand in a node, and whether something must; its attributes. */
export type NodeRule = {
  children: readonly NodeType[];
  atLeast: 0 | 1;
  attributes: ReadonlyMap<string, AttributeRule>;
  /** Whether its text may be bold and so on. */
  marks: boolean;
};

const blocks = [
  "paragraph",
  "heading",
  "bulletList",
  "orderedList",
  "taskList",
  "blockquote",
  "callout",
  "codeBlock",
  "table",
  "horizontalRule",
  "picture",
  "button",
  "video",
  "videoFile",
  "product",
  "attachment",
] as const satisfies readonly NodeType[];
const inline = ["text", "hardBreak"] as const satisfies readonly NodeType[];

const oneOf = <Value extends Attribute>(values: readonly Value[]): AttributeRule => ({
  fallback: values[0] ?? null,
  read: (value) => values.find((each) => each === value),
});
const whole = (lowest: number, highest: number): AttributeRule => ({
  fallback: 1,
  read: (value) =>
    typeof value === "number" && Number.isInteger(value) && value >= lowest && value <= highest
      ? value
      : undefined,
});
const cell = {
  colspan: whole(1, 20),
  rowspan: whole(1, 100),
  // Columns are as wide as what stands in them.
  colwidth: oneOf([null]),
};
const language: AttributeRule = {
  fallback: null,
  read: (value) =>
    value === null || (typeof value === "string" && /^[\w+#.-]{1,40}$/.test(value)) ? value : undefined,
};
const href: AttributeRule = {
  fallback: "",
  read: (value) => (typeof value === "string" ? linkAddress(value) : undefined),
};

const longestLine = 500;
/** A line of words; control characters, which the database would refuse, are taken out. */
const line = (value: unknown) =>
  typeof value === "string" && value.length <= longestLine
    ? value.replaceAll(/[\p{Cc}\u{2028}\u{2029}]/gu, " ").toWellFormed()
    : undefined;
const words = (value: unknown) => {
  const read = line(value)?.trim();
  return read === undefined || read === "" ? undefined : read;
};
const matching = (pattern: RegExp): AttributeRule => ({
  fallback: "",
  required: true,
  read: (value) => (typeof value === "string" && pattern.test(value) ? value : undefined),
});
const id = matching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
const button: Record<string, AttributeRule> = {
  label: { fallback: "", required: true, read: words },
  href: { ...href, required: true },
};
const video: Record<string, AttributeRule> = {
  provider: { ...oneOf(["youtube", "vimeo"]), required: true },
  // Of a Vimeo video that is not listed, with the key that opens it.
  videoId: matching(/^[\w-]{6,20}(\/[\da-f]{6,20})?$/),
  title: { fallback: "", read: line },
};
const videoFile: Record<string, AttributeRule> = {
  uploadId: id,
  posterId: { fallback: null, read: (value) => (value === null ? null : id.read(value)) },
  width: { ...whole(1, 10_000), fallback: 1_280 },
  height: { ...whole(1, 10_000), fallback: 720 },
  title: { fallback: "", read: line },
};
const picture: Record<string, AttributeRule> = {
  imageId: id,
  width: whole(1, 10_000),
  height: whole(1, 20_000),
  alt: { fallback: null, read: (value) => (value === null ? null : line(value)) },
  caption: { fallback: "", read: line },
};

const rule = (
  children: readonly NodeType[],
  atLeast: 0 | 1,
  attributes: Record<string, AttributeRule> = {},
  marks = true,
): NodeRule => ({ children, atLeast, attributes: new Map(Object.entries(attributes)), marks });

/**
 * The closed set of nodes: the server reads documents by this table, and the editor makes its nodes from it. The first of
 * `children` is what a new one begins with.
 */
export const nodeRules = {
  doc: rule(blocks, 1),
  paragraph: rule(inline, 0),
  heading: rule(inline, 0, { level: oneOf([1, 2, 3]) }),
  codeBlock: rule(["text"], 0, { language }, false),
  blockquote: rule(blocks, 1),
  callout: rule(blocks, 1, { tone: oneOf(["note", "tip", "warning"]) }),
  bulletList: rule(["listItem"], 1),
  orderedList: rule(["listItem"], 1, { start: whole(0, 999_999_999) }),
  taskList: rule(["taskItem"], 1),
  listItem: rule(blocks, 1),
  taskItem: rule(blocks, 1, { checked: oneOf([false, true]) }),
  table: rule(["tableRow"], 1),
  tableRow: rule(["tableCell", "tableHeader"], 1),
  tableHeader: rule(["paragraph"], 1, cell),
  tableCell: rule(["paragraph"], 1, cell),
  horizontalRule: rule([], 0),
  picture: rule([], 0, picture),
  button: rule([], 0, button),
  video: rule([], 0, video),
  videoFile: rule([], 0, videoFile),
  product: rule([], 0, { productId: id }),
  attachment: rule([], 0, { fileId: id }),
  hardBreak: rule([], 0),
  text: rule([], 0),
} satisfies Record<NodeType, NodeRule>;

/** Marks in the order in which they are stored, with their attributes. */
export const markRules: Record<MarkType, ReadonlyMap<string, AttributeRule>> = {
  link: new Map([["href", href]]),
  bold: new Map(),
  italic: new Map(),
  strike: new Map(),
  code: new Map(),
};
