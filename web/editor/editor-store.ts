import { Editor } from "@tiptap/core";
import type { RichDocument } from "#contract/document/document.ts";
import { readDocument } from "#contract/document/read-document.ts";
import { editorNodes } from "./editor-nodes.ts";
import { createSlashMenu, type SlashMenu } from "./slash-menu.ts";

export type MountedEditor = { editor: Editor; menu: SlashMenu };

type Field = {
  value: RichDocument;
  onChange: (value: RichDocument) => void;
  onBlur: () => void;
};

/** ProseMirror, which lives outside of React: mounted on an element while that is on the page. */
export function createEditorStore() {
  const listeners = new Set<() => void>();
  let mounted: MountedEditor | undefined;
  /** The text in the editor, as it was last told or taken. */
  let known = "";
  let attributes: Record<string, string> = {};

  const set = (next: MountedEditor | undefined) => {
    mounted = next;
    for (const listener of listeners) listener();
  };

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    current: () => mounted,
    /** Answers how to take it off again. */
    mount: (element: HTMLElement | null, { value, onChange, onBlur }: Field) => {
      known = JSON.stringify(value);
      const editor = new Editor({
        element,
        extensions: [...editorNodes],
        content: value,
        // The content security policy refuses a style element; the few rules stand in editor.css.
        injectCSS: false,
        editorProps: {
          attributes: () => attributes,
          handleKeyDown: (_view, event) => {
            if (!menu.takeKey(event)) return false;
            // Escape closes the menu, and not the dialog around it.
            event.stopImmediatePropagation();
            return true;
          },
        },
        onUpdate: ({ editor }) => {
          const document = documentOf(editor);
          known = JSON.stringify(document);
          onChange(document);
        },
        onBlur,
      });
      const menu = createSlashMenu(editor);
      set({ editor, menu });
      return () => {
        set(undefined);
        editor.destroy();
      };
    },
    /** Another value than the one that was told: begun anew, or put together with what was saved elsewhere. */
    take: (value: RichDocument) => {
      if (!mounted || JSON.stringify(value) === known) return;
      known = JSON.stringify(value);
      mounted.editor.commands.setContent(value, { emitUpdate: false });
    },
    /** What its element says of itself to screen readers. */
    describe: (next: Record<string, string>) => {
      if (JSON.stringify(next) === JSON.stringify(attributes)) return;
      attributes = next;
      mounted?.editor.view.setProps({});
    },
  };
}

/** In the one form that the server keeps; what it would refuse is passed on as it is, to be refused with words. */
function documentOf(editor: Editor): RichDocument {
  const json = editor.getJSON();
  const read = readDocument(json);
  return "document" in read ? withoutLastLine(read.document) : (json as RichDocument);
}

/** The empty line that the editor keeps at the end is no part of the text. */
function withoutLastLine(document: RichDocument): RichDocument {
  const last = document.content.at(-1);
  const isEmpty = last?.type === "paragraph" && last.content.length === 0;
  return isEmpty && document.content.length > 1
    ? { ...document, content: document.content.slice(0, -1) }
    : document;
}
