import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { type EditorState, TextSelection } from "@tiptap/pm/state";
import type { NodeType } from "#contract/document/document.ts";

/**
 * Puts a block where the caret is, and the caret into the line behind it, which is made where there is none. The text has
 * the focus at once, and not a frame later as by `focus()`: keys pressed meanwhile would be lost.
 */
export function putBlock({ state, view }: Editor, type: NodeType, attrs: Record<string, unknown>): void {
  view.focus();
  const node = state.schema.nodes[type]?.create(attrs);
  if (!node) return;
  const [from, to] = roomFor(state, state.selection.to, node);
  const tr = state.tr.replaceWith(from, to, node);
  const behind = from + node.nodeSize;
  const line = state.schema.nodes["paragraph"]?.create();
  if (line && tr.doc.resolve(behind).nodeAfter?.type !== line.type) tr.insert(behind, line);
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, behind + 1)).scrollIntoView());
}

/** Instead of the empty line that it was put on, or behind the nearest block that stands where pictures may. */
export function roomFor({ doc }: EditorState, at: number, node: Node): [number, number] {
  const $at = doc.resolve(at);
  for (let depth = $at.depth; depth > 0; depth--) {
    const parent = $at.node(depth - 1);
    const index = $at.index(depth - 1);
    const isEmptyLine = depth === $at.depth && $at.parent.isTextblock && $at.parent.content.size === 0;
    if (isEmptyLine && parent.canReplaceWith(index, index + 1, node.type))
      return [$at.before(depth), $at.after(depth)];
    if (parent.canReplaceWith(index + 1, index + 1, node.type)) return [$at.after(depth), $at.after(depth)];
  }
  return [at, at];
}
