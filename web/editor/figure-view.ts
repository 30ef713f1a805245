import type { NodeViewRendererProps } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";

type Figure = {
  /** The picture, or the video. */
  media: HTMLElement;
  /** Writes what the node says into the media, the caption and the button. */
  show: (attributes: Record<string, unknown>, caption: HTMLElement, button: HTMLButtonElement) => void;
  /** The button was pressed; the node is selected. */
  onPress: () => void;
  /** The media has controls of its own, whose events are none of the editor's. */
  hasControls?: boolean;
};

/** How a node stands in the editor that is a figure: its media, its caption, and a button that asks for its words. */
export function figureView(
  { node, editor, getPos }: NodeViewRendererProps,
  { media, show, onPress, hasControls = false }: Figure,
) {
  let shown = node;
  const figure = document.createElement("figure");
  const caption = document.createElement("figcaption");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "picture-ask";
  button.addEventListener("click", () => {
    const position = getPos();
    if (position === undefined) return;
    const { tr } = editor.state;
    editor.view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, position)));
    onPress();
  });
  figure.append(media, caption, button);
  show(shown.attrs, caption, button);
  return {
    dom: figure,
    update: (next: typeof node) => {
      if (next.type !== shown.type) return false;
      shown = next;
      show(shown.attrs, caption, button);
      return true;
    },
    stopEvent: ({ target }: Event) => target === button || (hasControls && target === media),
    ignoreMutation: () => true,
  };
}
