import type { MarkdownEdit, Selected } from "./markdown-edits.ts";

export const selectedIn = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selected => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
});

/** Makes an edit as if it had been typed, so that the browser's own undo takes it back. */
export function applyEdit(box: HTMLTextAreaElement, { from, to, insert, start, end }: MarkdownEdit): void {
  box.focus();
  box.setSelectionRange(from, to);
  // Deprecated, and the one way that every browser's undo follows.
  const done = insert ? document.execCommand("insertText", false, insert) : document.execCommand("delete");
  if (!done) {
    box.setRangeText(insert, from, to, "end");
    box.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
  box.setSelectionRange(start, end);
}
