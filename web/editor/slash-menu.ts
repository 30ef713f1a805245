import type { Editor } from "@tiptap/core";
import { type Insertion, insertionsFor } from "./insertions.ts";

/** The menu while it is open: what it offers for what was typed from `from` to `to`, and where it stands in the editor. */
export type OpenSlashMenu = {
  items: readonly Insertion[];
  active: number;
  from: number;
  to: number;
  left: number;
  top: number;
};

export type SlashMenu = ReturnType<typeof createSlashMenu>;

/** The menu that a slash opens, as a store: the editor's own keys go through it, so the focus never leaves the text. */
export function createSlashMenu(editor: Editor, more: readonly Insertion[] = []) {
  const listeners = new Set<() => void>();
  let open: OpenSlashMenu | undefined;
  /** Where one was closed by Escape: it stays closed until its slash is gone. */
  let dismissedAt: number | undefined;

  const show = (next: OpenSlashMenu | undefined) => {
    if (next === open) return;
    open = next;
    for (const listener of listeners) listener();
  };
  const follow = () => {
    const typed = editor.isFocused ? typedSlash(editor) : undefined;
    if (!typed || typed.from !== dismissedAt) dismissedAt = undefined;
    const items = typed && dismissedAt === undefined ? insertionsFor(editor, typed.query, more) : [];
    if (!typed || items.length === 0) return show(undefined);
    const active = open?.from === typed.from ? Math.min(open.active, items.length - 1) : 0;
    show({ items, active, from: typed.from, to: typed.to, ...placeOf(editor, typed.from) });
  };
  editor.on("transaction", follow);
  editor.on("blur", () => show(undefined));

  const choose = (item: Insertion) => {
    if (!open) return;
    const { from, to } = open;
    editor.chain().focus().deleteRange({ from, to }).run();
    item.run(editor);
  };

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    current: () => open,
    choose,
    /** Takes the keys that are the menu's; false leaves the key to the text. */
    takeKey: (event: KeyboardEvent): boolean => {
      if (!open || event.isComposing) return false;
      const { items, active } = open;
      const move = (by: number) =>
        open && show({ ...open, active: (active + by + items.length) % items.length });
      const item = items[active];
      if (event.key === "ArrowDown") move(1);
      else if (event.key === "ArrowUp") move(-1);
      else if (event.key === "Enter" && item) choose(item);
      else if (event.key === "Escape") {
        dismissedAt = open.from;
        show(undefined);
      } else return false;
      return true;
    },
  };
}

/** A slash at the beginning of a line or behind a blank, and the letters behind it, up to the caret. */
function typedSlash({ state }: Editor) {
  const { empty, $from } = state.selection;
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return undefined;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, "\u{FFFC}");
  const [, query] = /(?:^|[\s\u{FFFC}])\/([\p{L}\p{N}]{0,20})$/u.exec(before) ?? [];
  if (query === undefined) return undefined;
  return { query, from: $from.pos - query.length - 1, to: $from.pos };
}

function placeOf({ view }: Editor, position: number) {
  const at = view.coordsAtPos(position);
  const around = view.dom.parentElement?.getBoundingClientRect() ?? view.dom.getBoundingClientRect();
  return {
    left: Math.max(0, Math.min(at.left - around.left, around.width - 240)),
    top: at.bottom - around.top + 4,
  };
}
