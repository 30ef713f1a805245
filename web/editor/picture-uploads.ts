import { type Editor, Extension } from "@tiptap/core";
import { Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { maxImageBytes } from "#contract/files/files.ts";
import { ApiError, isUnauthorized } from "#web/api.ts";
import { toast } from "#web/ui/toast.ts";
import { roomFor } from "./put-block.ts";
import { type PictureTransfer, sendPicture, type SentPicture } from "./send-picture.ts";

export const acceptedPictures = "image/png,image/jpeg,image/webp,image/gif,image/avif";

/** A picture that is not in the text yet. */
export type PictureUpload = {
  id: number;
  file: File;
  sentBytes: number;
  /** The connection broke; it can be sent once more. */
  isBroken: boolean;
};

export type PictureUploads = ReturnType<typeof createPictureUploads>;

type Change = { add: number; at: number } | { remove: number };
/** Where in the text each is to stand: marked there, so that it moves with the words around it. */
const places = new PluginKey<DecorationSet>("pictures");

/** The pictures on their way into one editor: chosen, pasted or dropped, each put where it was meant once it has arrived. */
export function createPictureUploads(onBusyChange: (busy: boolean) => void) {
  const listeners = new Set<() => void>();
  const transfers = new Map<number, PictureTransfer>();
  let uploads: readonly PictureUpload[] = [];
  let lastId = 0;
  let mounted: EditorView | undefined;

  const set = (next: readonly PictureUpload[]) => {
    const wasBusy = uploads.length > 0;
    uploads = next;
    if (wasBusy !== next.length > 0) onBusyChange(next.length > 0);
    for (const listener of listeners) listener();
  };
  const patch = (id: number, change: Partial<PictureUpload>) =>
    set(uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));
  const mark = (change: Change) => mounted && mounted.dispatch(mounted.state.tr.setMeta(places, change));
  const end = (id: number) => {
    transfers.delete(id);
    set(uploads.filter((upload) => upload.id !== id));
  };

  function send({ id, file }: PictureUpload) {
    const transfer = sendPicture(file, (sentBytes) => patch(id, { sentBytes }));
    transfers.set(id, transfer);
    transfer.done.then(
      (picture) => {
        if (mounted) insertPicture(mounted, id, picture);
        end(id);
      },
      (error: unknown) => {
        if (error instanceof DOMException) return;
        if (!(error instanceof ApiError) || error.status >= 500) return patch(id, { isBroken: true });
        toast({
          title: `“${file.name}” was not added`,
          description: reasonOf(error),
          variant: "destructive",
        });
        mark({ remove: id });
        end(id);
      },
    );
  }

  function take(view: EditorView, files: readonly File[], at: number) {
    for (const file of files) {
      const problem = problemOf(file);
      if (problem) {
        toast({ title: `“${file.name}” was not added`, description: problem, variant: "destructive" });
        continue;
      }
      const upload = { id: ++lastId, file, sentBytes: 0, isBroken: false };
      view.dispatch(view.state.tr.setMeta(places, { add: upload.id, at } satisfies Change));
      set([...uploads, upload]);
      send(upload);
    }
  }

  const extension = Extension.create({
    name: "pictureUploads",
    // Before the other handlers of pasting.
    priority: 1_000,
    addProseMirrorPlugins: () => [
      new Plugin({
        key: places,
        state: { init: () => DecorationSet.empty, apply: placesAfter },
        props: {
          decorations: (state) => places.getState(state),
          handlePaste: (view, { clipboardData }) => {
            const files = [...(clipboardData?.files ?? [])];
            // Programs of tables and texts put a picture of the words beside the words.
            if (files.length === 0 || hasWords(clipboardData?.getData("text/html") ?? "")) return false;
            take(view, files, view.state.selection.to);
            return true;
          },
          handleDrop: (view, event, _slice, isMoved) => {
            const files = [...(event.dataTransfer?.files ?? [])];
            if (isMoved || files.length === 0) return false;
            event.preventDefault();
            const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
            take(view, files, at ?? view.state.doc.content.size);
            return true;
          },
        },
        view: (view) => {
          mounted = view;
          return {
            destroy: () => {
              mounted = undefined;
              for (const transfer of transfers.values()) transfer.cancel();
              transfers.clear();
              set([]);
            },
          };
        },
      }),
    ],
  });

  return {
    extension,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    current: () => uploads,
    /** Takes files that were chosen, for where the caret is. */
    choose: ({ view, state }: Editor, files: readonly File[]) => take(view, files, state.selection.to),
    /** Takes one that stood in a text. */
    takeInText: (view: EditorView, file: File, at: number) => take(view, [file], at),
    again: (upload: PictureUpload) => {
      patch(upload.id, { isBroken: false, sentBytes: 0 });
      send(upload);
    },
    cancel: (id: number) => {
      transfers.get(id)?.cancel();
      mark({ remove: id });
      end(id);
    },
  };
}

function placesAfter(tr: Transaction, before: DecorationSet): DecorationSet {
  const moved = before.map(tr.mapping, tr.doc);
  const change = tr.getMeta(places) as Change | undefined;
  if (!change) return moved;
  if ("remove" in change)
    return moved.remove(moved.find(undefined, undefined, (spec) => spec["id"] === change.remove));
  const box = () => {
    const element = document.createElement("span");
    element.className = "picture-place";
    return element;
  };
  return moved.add(tr.doc, [Decoration.widget(change.at, box, { id: change.add, side: 1 })]);
}

/** Where nothing is left of the place that it was meant for, it comes at the end: it was sent to be kept. */
function insertPicture(view: EditorView, id: number, picture: SentPicture) {
  const { state } = view;
  const [place] = places.getState(state)?.find(undefined, undefined, (spec) => spec["id"] === id) ?? [];
  const node = state.schema.nodes["picture"]?.create(picture);
  if (!node) return;
  const tr = state.tr.setMeta(places, { remove: id } satisfies Change);
  const [from, to] = roomFor(state, place?.from ?? state.doc.content.size, node);
  view.dispatch(tr.replaceWith(from, to, node));
}

const hasWords = (html: string) => html.replaceAll(/<(style|head)[\s\S]*?<\/\1>|<[^>]*>/gi, "").trim() !== "";

function problemOf(file: File): string | undefined {
  if (!acceptedPictures.split(",").includes(file.type)) return "Use a PNG, JPEG, WebP, GIF or AVIF picture.";
  return file.size > maxImageBytes ? "Use a picture of at most 10 MB." : undefined;
}

function reasonOf(error: ApiError): string {
  if (isUnauthorized(error))
    return "You are signed out. Sign in again in another tab, then add it once more.";
  return error.body.fields?.["file"] ?? error.body.message ?? "Please try again.";
}
