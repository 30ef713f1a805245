import { Extension } from "@tiptap/core";
import { type EditorState, Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { toast } from "#web/ui/toast.ts";
import type { cleanPastedHtml } from "./clean-pasted-html.ts";
import { pictureMark } from "./picture-mark.ts";

type Options = {
  /** Sends pictures for a place in the text, where it may hold any. */
  onPicture: ((view: EditorView, picture: File, at: number) => void) | undefined;
};

/** Loaded once somebody writes: most visits to a page with an editor paste nothing. */
let clean: typeof cleanPastedHtml | undefined;

async function loadCleaner(): Promise<void> {
  try {
    clean = (await import("./clean-pasted-html.ts")).cleanPastedHtml;
  } catch {
    // Without a network the words are pasted as the editor's nodes read them.
  }
}

const loadEarly = () => {
  void loadCleaner();
  return false;
};

/** What comes as HTML from a clipboard or another window; a picture in it is sent, and stands where it was meant. */
export const pastedHtml = Extension.create<Options>({
  name: "pastedHtml",
  addOptions: () => ({ onPicture: undefined }),
  addProseMirrorPlugins() {
    const { onPicture } = this.options;
    let waiting: File[] = [];
    return [
      new Plugin({
        props: {
          handleDOMEvents: {
            focus: loadEarly,
            dragenter: loadEarly,
            paste: (view, event) => {
              const html = event.clipboardData?.getData("text/html") ?? "";
              if (clean || html === "" || event.clipboardData?.files.length !== 0) return false;
              event.preventDefault();
              void loadCleaner().then(() => {
                if (!view.isDestroyed) view.pasteHTML(html, new ClipboardEvent("paste"));
              });
              return true;
            },
          },
          transformPastedHTML: (given) => {
            if (!clean) return given;
            const { html, pictures, leftOut } = clean(given, onPicture !== undefined);
            waiting = pictures;
            if (leftOut > 0) tellLeftOut(leftOut, onPicture !== undefined);
            return html;
          },
        },
        view: () => ({
          update: (view) => {
            if (waiting.length === 0) return;
            const places = marksIn(view.state);
            if (places.length === 0) return;
            const pictures = waiting;
            waiting = [];
            const { tr } = view.state;
            for (const place of places.toReversed()) tr.delete(place, place + pictureMark.length);
            view.dispatch(tr);
            for (const [index, place] of places.entries()) {
              const picture = pictures[index];
              if (picture) onPicture?.(view, picture, place - index * pictureMark.length);
            }
          },
        }),
      }),
    ];
  },
});

function marksIn({ doc }: EditorState): number[] {
  const places: number[] = [];
  doc.descendants(({ text }, at) => {
    for (const { index } of (text ?? "").matchAll(new RegExp(pictureMark, "gu"))) places.push(at + index);
  });
  return places;
}

const tellLeftOut = (count: number, takesPictures: boolean) =>
  toast({
    title: count === 1 ? "A picture was left out" : `${count} pictures were left out`,
    description: takesPictures
      ? "They are kept elsewhere. Save them on your computer and add them here."
      : "This text holds no pictures. Everything else was pasted.",
  });
