import type { Editor } from "@tiptap/core";

/** Something that the slash menu offers. */
export type Insertion = {
  label: string;
  /** Other words that it is looked for by. */
  words: string;
  /** What is typed for it instead. */
  typed?: string;
  run: (editor: Editor) => void;
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
    words: "title h1",
    typed: "#",
    run: (editor) => editor.chain().focus().setHeading({ level: 1 }).run(),
  },
  {
    label: "Subheading",
    words: "title h2 heading",
    typed: "##",
    run: (editor) => editor.chain().focus().setHeading({ level: 2 }).run(),
  },
  {
    label: "Small heading",
    words: "title h3 heading",
    typed: "###",
    run: (editor) => editor.chain().focus().setHeading({ level: 3 }).run(),
  },
  {
    label: "Bullet list",
    words: "unordered points",
    typed: "-",
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: "Numbered list",
    words: "ordered steps",
    typed: "1.",
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    label: "Task list",
    words: "todo checklist checkbox",
    typed: "[ ]",
    run: (editor) => editor.chain().focus().toggleTaskList().run(),
  },
  {
    label: "Quote",
    words: "blockquote citation",
    typed: ">",
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    label: "Note",
    words: "callout info box",
    run: (editor) => editor.chain().focus().toggleWrap("callout", { tone: "note" }).run(),
  },
  {
    label: "Tip",
    words: "callout hint box",
    run: (editor) => editor.chain().focus().toggleWrap("callout", { tone: "tip" }).run(),
  },
  {
    label: "Warning",
    words: "callout caution box",
    run: (editor) => editor.chain().focus().toggleWrap("callout", { tone: "warning" }).run(),
  },
  {
    label: "Table",
    words: "grid rows columns",
    run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 2, withHeaderRow: true }).run(),
  },
  {
    label: "Code block",
    words: "program source",
    typed: "```",
    run: (editor) => editor.chain().focus().setCodeBlock().run(),
  },
  {
    label: "Divider",
    words: "line rule separator",
    typed: "---",
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
];

/** What fits where the caret is and is called by these letters; what begins with them comes first. */
export function insertionsFor(editor: Editor, query: string, more: readonly Insertion[] = []): Insertion[] {
  const wanted = query.toLowerCase();
  const offered = [...insertions, ...more].filter(({ fits }) => (fits ? fits(editor) : !inTable(editor)));
  const begins = offered.filter(({ label }) => label.toLowerCase().startsWith(wanted));
  const holds = offered.filter(({ label, words }) => `${label} ${words}`.toLowerCase().includes(wanted));
  return [...new Set([...begins, ...holds])];
}
