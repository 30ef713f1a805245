import type { Editor } from "@tiptap/core";
import { TextSelection } from "@tiptap/pm/state";

/** Where the tools stand that belong to the selected words. */
export type BubblePlace = { left: number; top: number };

export type BubbleMenu = ReturnType<typeof createBubbleMenu>;

/** Its size, about: it is placed before it is drawn. */
const [width, height] = [230, 44];

/**
 * Whether tools stand beside the selected words, as a store. Not while they are being selected, nor where fingers select:
 * there the system's own menu stands beside them.
 */
export function createBubbleMenu(editor: Editor) {
  const listeners = new Set<() => void>();
  const { dom } = editor.view;
  let open: BubblePlace | undefined;
  let isSelecting = false;
  let isLeft = true;
  /** The selection at which Escape closed it. */
  let dismissed: string | undefined;

  const show = (next: BubblePlace | undefined) => {
    if (next?.left === open?.left && next?.top === open?.top) return;
    open = next;
    for (const listener of listeners) listener();
  };
  const follow = () => {
    const { selection } = editor.state;
    if (`${selection.from} ${selection.to}` !== dismissed) dismissed = undefined;
    const isWanted = !isLeft && !isSelecting && dismissed === undefined && !matchMedia(byFinger).matches;
    show(isWanted && hasWords(editor) ? placeOf(editor) : undefined);
  };
  const begin = () => {
    isSelecting = true;
    follow();
  };
  const end = () => {
    isSelecting = false;
    follow();
  };
  const leave = () => {
    isLeft = true;
    follow();
  };
  editor.on("transaction", follow);
  editor.on("focus", () => {
    isLeft = false;
    follow();
  });
  editor.on("blur", ({ event }) => {
    if (!isInToolbar(event.relatedTarget)) leave();
  });
  dom.addEventListener("pointerdown", begin);
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
  dom.addEventListener("scroll", follow, { passive: true });
  editor.on("destroy", () => {
    document.removeEventListener("pointerup", end);
    document.removeEventListener("pointercancel", end);
  });

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    current: () => open,
    /** The focus has left the tools. */
    leave: (to: EventTarget | null) => {
      if (!isInToolbar(to) && !(to instanceof Node && dom.contains(to))) leave();
    },
    /** Escape closes it; false leaves the key to the text. */
    takeKey: ({ key }: KeyboardEvent): boolean => {
      if (!open || key !== "Escape") return false;
      const { from, to } = editor.state.selection;
      dismissed = `${from} ${to}`;
      show(undefined);
      return true;
    },
  };
}

const byFinger = "(pointer: coarse)";

const isInToolbar = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="toolbar"]') !== null;

function hasWords({ state: { selection, doc } }: Editor): boolean {
  if (!(selection instanceof TextSelection) || selection.empty || selection.$from.parent.type.spec.code)
    return false;
  return doc.textBetween(selection.from, selection.to, " ").trim() !== "";
}

/** Above the first selected word where there is room, else below the last; nowhere while neither is in sight. */
function placeOf({ view, state: { selection } }: Editor): BubblePlace | undefined {
  const first = view.coordsAtPos(selection.from);
  const last = view.coordsAtPos(selection.to, -1);
  const box = view.dom.getBoundingClientRect();
  const around = view.dom.parentElement?.getBoundingClientRect() ?? box;
  const isAbove = first.top - height >= box.top;
  if (isAbove ? first.top > box.bottom : last.bottom < box.top || last.bottom > box.bottom) return undefined;
  const at = isAbove ? first : last;
  return {
    left: Math.max(0, Math.min(at.left - around.left, around.width - width)),
    top: isAbove ? first.top - around.top - height : last.bottom - around.top + 4,
  };
}
