import type { Editor } from "@tiptap/core";
import type { NodeType } from "#contract/document/document.ts";

/** Something that the slash menu offers. */
export type Insertion = {
  label: string;
  /** Other words that it is looked for by. */
  words: string;
  /** What is typed for it instead. */
  typed?: string;
  run: (editor: Editor) => void;
  /** What it makes; it is not offered where a text may hold no such thing. */
  node?: NodeType;
  /** Whether it makes sense where the caret is; everywhere outside of tables unless said. */
  fits?: (editor: Editor) => boolean;
};

const inTable = (editor: Editor) => editor.isActive("table");

const insertions: readonly Insertion[] = [
  {
    label: "Row below",
    words: "table add",
    run: (editor) => editor.chain().focus().addRowAfter().run(),
    fits: inTable,
  },
  {
    label: "Column to the right",
    words: "table add",
    run: (editor) => editor.chain().focus().addColumnAfter().run(),
    fits: inTable,
  },
  {
    label: "Delete row",
    words: "table remove",
    run: (editor) => editor.chain().focus().deleteRow().run(),
    fits: inTable,
  },
  {
    label: "Delete column",
    words: "table remove",
    run: (editor) => editor.chain().focus().deleteColumn().run(),
    fits: inTable,
  },
  {
    label: "Delete table",
    words: "remove",
    run: (editor) => editor.chain().focus().deleteTable().run(),
    fits: inTable,
  },
  {
    label: "Text",
    words: "paragraph plain normal",
    run: (editor) => editor.chain().focus().clearNodes().run(),
  },
  {
    label: "Heading",
    node: "heading",
    words: "title h1",
    typed: "#",
    run: (editor) => editor.chain().focus().setHeading({ level: 1 }).run(),
  },
  {
    label: "Subheading",
    node: "heading",
    words: "title h2 heading",
    typed: "##",
    run: (editor) => editor.chain().focus().setHeading({ level: 2 }).run(),
  },
  {
    label: "Small heading",
    node: "heading",
    words: "title h3 heading",
    typed: "###",
    run: (editor) => editor.chain().focus().setHeading({ level: 3 }).run(),
  },
  {
    label: "Bullet list",
    node: "bulletList",
    words: "unordered points",
    typed: "-",
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: "Numbered list",
    node: "orderedList",
    words: "ordered steps",
    typed: "1.",
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    label: "Task list",
    node: "taskList",
    words: "todo checklist checkbox",
    typed: "[ ]",
    run: (editor) => editor.chain().focus().toggleTaskList().run(),
  },
  {
    label: "Quote",
    node: "blockquote",
    words: "blockquote citation",
    typed: ">",
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    label: "Note",
    node: "callout",
    words: "callout info box",
    run: (editor) => editor.chain().focus().toggleWrap("callout", { tone: "note" }).run(),
  },
  {
    label: "Tip",
    node: "callout",
    words: "callout hint box",
    run: (editor) => editor.chain().focus().toggleWrap("callout", { tone: "tip" }).run(),
  },
  {
    label: "Warning",
    node: "callout",
    words: "callout caution box",
    run: (editor) => editor.chain().focus().toggleWrap("callout", { tone: "warning" }).run(),
  },
  {
    label: "Table",
    node: "table",
    words: "grid rows columns",
    run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 2, withHeaderRow: true }).run(),
  },
  {
    label: "Code block",
    node: "codeBlock",
    words: "program source",
    typed: "```",
    run: (editor) => editor.chain().focus().setCodeBlock().run(),
  },
  {
    label: "Divider",
    node: "horizontalRule",
    words: "line rule separator",
    typed: "---",
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
];

/** What fits where the caret is and is called by these letters; what begins with them comes first. */
export function insertionsFor(editor: Editor, query: string, more: readonly Insertion[] = []): Insertion[] {
  const wanted = query.toLowerCase();
  const offered = [...insertions, ...more].filter(
    ({ node, fits }) => (!node || editor.schema.nodes[node]) && (fits ? fits(editor) : !inTable(editor)),
  );
  const begins = offered.filter(({ label }) => label.toLowerCase().startsWith(wanted));
  const holds = offered.filter(({ label, words }) => `${label} ${words}`.toLowerCase().includes(wanted));
  return [...new Set([...begins, ...holds])];
}
