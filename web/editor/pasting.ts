import { Extension } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import { type Node, type Schema, Slice } from "@tiptap/pm/model";
import { Plugin, Selection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import type { RichDocument } from "#contract/document/document.ts";
import { readMarkdown } from "#contract/document/markdown-calls.ts";
import { linkAddress } from "#contract/document/link-address.ts";
import { callApi } from "#web/api.ts";
import { signOf } from "./pasted-signs.ts";

/** What pasting plain text does beyond ProseMirror: an address over selected words links them, Markdown becomes what it means. */
export const pasting = Extension.create({
  name: "pasting",
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handlePaste: (view, { clipboardData }) => {
          if (!clipboardData || clipboardData.types.includes("text/html")) return false;
          const text = clipboardData.getData("text/plain");
          return linkSelected(view, text) || pasteMarkdown(view, text);
        },
      },
    }),
  ],
});

function linkSelected(view: EditorView, text: string): boolean {
  const { selection, schema, tr } = view.state;
  const href = /^https?:\/\/\S+$/.test(text.trim()) ? linkAddress(text) : undefined;
  const link = schema.marks["link"];
  if (!href || !link || selection.empty) return false;
  view.dispatch(tr.addMark(selection.from, selection.to, link.create({ href })));
  return true;
}

/** Signs that Markdown is meant, at a line's beginning or within it. */
const looksLikeMarkdown =
  /^\s{0,3}(#{1,6}\s|[-*+●•▪○◦‣\u{F0B7}]\s|\d{1,9}[.)]\s|>|```|\|.*\||(-{3,}|\*{3,})\s*$)|\*\*\S|__\S|~~\S|`[^`]{1,500}`|\[[^\]]{1,500}\]\([^)]{1,2000}\)/mu;

/**
 * Puts the text in as it is, and what it means in its place as soon as the server has said it: undo then brings the text
 * back as it was pasted. Without a network it stays.
 */
function pasteMarkdown(view: EditorView, text: string): boolean {
  const { $from } = view.state.selection;
  if ($from.parent.type.name === "codeBlock" || text.length > 20_000 || !looksLikeMarkdown.test(text))
    return false;
  const before = view.state.selection.from;
  view.pasteText(text, new ClipboardEvent("paste"));
  const pasted = view.state.doc.slice(before, view.state.selection.to);
  void callApi(readMarkdown, { body: { text: withDashes(text) } }).then(
    ({ document }) => {
      if (view.isDestroyed) return;
      const { state } = view;
      const to = before + pasted.size;
      // Whoever wrote on meanwhile goes on with the text as it is.
      if (to > state.doc.content.size || !state.doc.slice(before, to).eq(pasted)) return;
      const meant = nodeIn(state.schema, document);
      if (!meant) return;
      const isOneLine = meant.childCount === 1 && meant.firstChild?.isTextblock === true;
      const slice = isOneLine ? Slice.maxOpen(meant.content) : new Slice(meant.content, 0, 0);
      const tr = closeHistory(state.tr).replaceRange(before, to, slice);
      const end = tr.doc.resolve(tr.mapping.map(to));
      view.dispatch(tr.setSelection(Selection.near(end, -1)).scrollIntoView());
    },
    () => undefined,
  );
  return true;
}

/** A PDF's bullets as those of Markdown; a sign that is new begins a list within the last item. */
function withDashes(text: string): string {
  const kinds: string[] = [];
  const dashed = text.split("\n").map((line) => {
    const sign = signOf(line);
    if (!sign || sign.needsNeighbor || sign.length === 0) return line;
    const known = kinds.indexOf(sign.kind);
    if (known >= 0) kinds.length = known + 1;
    else kinds.push(sign.kind);
    return `${"  ".repeat(kinds.length - 1)}- ${line.slice(sign.length)}`;
  });
  return dashed.join("\n");
}

/** Undefined where it holds what this text may not: the words then stay as they were pasted. */
function nodeIn(schema: Schema, document: RichDocument): Node | undefined {
  try {
    const node = schema.nodeFromJSON(document);
    node.check();
    return node;
  } catch {
    return undefined;
  }
}
