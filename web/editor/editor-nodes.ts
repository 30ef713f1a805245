import { type AnyExtension, Node, textblockTypeInputRule } from "@tiptap/core";
import { Blockquote } from "@tiptap/extension-blockquote";
import { Bold } from "@tiptap/extension-bold";
import { Code } from "@tiptap/extension-code";
import { CodeBlock } from "@tiptap/extension-code-block";
import { Document } from "@tiptap/extension-document";
import { HardBreak } from "@tiptap/extension-hard-break";
import { Heading } from "@tiptap/extension-heading";
import { HorizontalRule } from "@tiptap/extension-horizontal-rule";
import { Italic } from "@tiptap/extension-italic";
import { BulletList, ListItem, ListKeymap, OrderedList, TaskItem, TaskList } from "@tiptap/extension-list";
import { Paragraph } from "@tiptap/extension-paragraph";
import { Strike } from "@tiptap/extension-strike";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import { Text } from "@tiptap/extension-text";
import { Dropcursor, Gapcursor, TrailingNode, UndoRedo } from "@tiptap/extensions";
import type { NodeType } from "#contract/document/document.ts";
import { nodeRules } from "#contract/document/node-rules.ts";
import { linkMark } from "./link-mark.ts";
import { attributesOf, contentOf } from "./node-attributes.ts";
import { pasting } from "./pasting.ts";

/** An extension's node, with the content and the attributes of the table instead of its own. */
function fromTable<Options, Storage>(node: Node<Options, Storage>): Node<Options, Storage> {
  const type = node.name as NodeType;
  return node.extend({
    content: contentOf(type),
    addAttributes() {
      return attributesOf(type, this.parent?.() ?? {});
    },
  });
}

/** One with nothing in it. */
const emptyFromTable = <Options, Storage>(node: Node<Options, Storage>): Node<Options, Storage> =>
  node.extend({ addAttributes: () => attributesOf(node.name as NodeType) });

/** Headings stand below those of the page that the editor is on; the data attribute says which one it is. */
const heading = fromTable(Heading).extend({
  parseHTML: () =>
    [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level: Math.min(level, 3) } })),
  renderHTML: ({ node, HTMLAttributes }) => [
    `h${Number(node.attrs["level"]) + 3}`,
    { dir: "auto", ...HTMLAttributes },
    0,
  ],
});

const callout = Node.create({
  name: "callout",
  group: "block",
  content: contentOf("callout"),
  defining: true,
  addAttributes: () => attributesOf("callout"),
  parseHTML: () => [{ tag: "aside" }],
  renderHTML: ({ HTMLAttributes }) => ["aside", { class: "callout", ...HTMLAttributes }, 0],
});

const table = fromTable(Table)
  .extend({ renderHTML: () => ["table", ["tbody", 0]] })
  .configure({ resizable: false });

const codeBlock = fromTable(CodeBlock).extend({
  // ``` and a blank or Enter; Tab leaves the editor, as everywhere outside of lists and tables.
  addInputRules() {
    return [textblockTypeInputRule({ find: /^```([\w+#.-]{0,40})[\s\n]$/, type: this.type })];
  },
});

const nodes: readonly Node[] = [
  fromTable(Document),
  fromTable(Paragraph).configure({ HTMLAttributes: { dir: "auto" } }),
  Text,
  heading,
  fromTable(Blockquote),
  callout,
  codeBlock,
  fromTable(BulletList),
  fromTable(OrderedList),
  fromTable(ListItem),
  fromTable(TaskList),
  fromTable(TaskItem).configure({ nested: true }),
  table,
  fromTable(TableRow),
  fromTable(TableHeader),
  fromTable(TableCell),
  emptyFromTable(HorizontalRule),
  emptyFromTable(HardBreak),
];

const rest: readonly AnyExtension[] = [
  Bold,
  Italic,
  Strike,
  // Code may be bold, or a link.
  Code.extend({ excludes: "" }),
  linkMark,
  ListKeymap,
  UndoRedo,
  Gapcursor,
  // A line to go on in below a table, a box or code; it is not told while it is empty.
  TrailingNode,
  Dropcursor.configure({ color: false, class: "drop-cursor" }),
  pasting,
];

/** Everything that can stand in an editor, and how it is written; of the nodes only some, where a text may hold no others. */
export function editorNodes(only?: ReadonlySet<NodeType>): AnyExtension[] {
  if (!only) return [...nodes, ...rest];
  const kept = nodes.filter(({ name }) => only.has(name as NodeType));
  return [...kept.map((node) => heldTo(node, only)), ...rest];
}

function heldTo(node: Node, only: ReadonlySet<NodeType>): Node {
  const type = node.name as NodeType;
  return nodeRules[type].children.length === 0 ? node : node.extend({ content: contentOf(type, only) });
}
