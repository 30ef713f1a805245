import { Extension } from "@tiptap/core";
import { type EditorState, Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { toast } from "#web/ui/toast.ts";
import { cleanPastedHtml, pictureMark } from "./clean-pasted-html.ts";

type Options = {
  /** Sends pictures for a place in the text, where it may hold any. */
  onPicture: ((view: EditorView, picture: File, at: number) => void) | undefined;
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
          transformPastedHTML: (given) => {
            const { html, pictures, leftOut } = cleanPastedHtml(given, onPicture !== undefined);
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
