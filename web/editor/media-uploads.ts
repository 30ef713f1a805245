import { type Editor, Extension } from "@tiptap/core";
import { Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { isolated } from "#contract/isolated.ts";
import { acceptedImages } from "#contract/files/accepted-images.ts";
import { maxImageBytes } from "#contract/files/files.ts";
import { ApiError, isUnauthorized } from "#web/api.ts";
import { toast } from "#web/ui/toast.ts";
import { fileTooLarge, maxUploadBytes } from "#contract/files/accepted-files.ts";
import { videoTypeProblem } from "#contract/files/video-format.ts";
import { extensionOf } from "#contract/files/extension-of.ts";
import type { MediaTransfer, SentMedia } from "./media-transfer.ts";
import { roomFor } from "./put-block.ts";
import { sendPicture } from "./send-picture.ts";
import { sendVideo } from "./send-video.ts";

/** What the picker offers of each. */
export const acceptedMedia = {
  pictures: acceptedImages,
  videos: "video/mp4",
} as const;
export type MediaKind = keyof typeof acceptedMedia;

/** A picture or a video that is not in the text yet. */
export type MediaUpload = {
  id: number;
  file: File;
  sentBytes: number;
  /** The connection broke; it can be sent once more. */
  isBroken: boolean;
};

export type MediaUploads = ReturnType<typeof createMediaUploads>;

type Change = { add: number; at: number } | { remove: number };
/** Where in the text each is to stand: marked there, so that it moves with the words around it. */
const places = new PluginKey<DecorationSet>("media");

/**
 * What is on its way into one editor, of the kinds that it takes: chosen, pasted or dropped, each put where it was meant once
 * it has arrived.
 */
export function createMediaUploads(kinds: readonly MediaKind[], onBusyChange: (busy: boolean) => void) {
  const listeners = new Set<() => void>();
  const transfers = new Map<number, MediaTransfer>();
  let uploads: readonly MediaUpload[] = [];
  let lastId = 0;
  let mounted: EditorView | undefined;

  const set = (next: readonly MediaUpload[]) => {
    const wasBusy = uploads.length > 0;
    uploads = next;
    if (wasBusy !== next.length > 0) onBusyChange(next.length > 0);
    for (const listener of listeners) listener();
  };
  const patch = (id: number, change: Partial<MediaUpload>) =>
    set(uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));
  const mark = (change: Change) => mounted && mounted.dispatch(mounted.state.tr.setMeta(places, change));
  const end = (id: number) => {
    transfers.delete(id);
    set(uploads.filter((upload) => upload.id !== id));
    sendWaiting();
  };

  /** Videos go one after another: the server takes two files of a creator's at a time. */
  function sendWaiting() {
    for (const upload of uploads) {
      if (upload.isBroken || transfers.has(upload.id)) continue;
      if (!isVideo(upload.file) || !uploads.some(isVideoGoing)) send(upload);
    }
  }

  const isVideoGoing = ({ id, file, isBroken }: MediaUpload) =>
    isVideo(file) && !isBroken && transfers.has(id);

  function send({ id, file }: MediaUpload) {
    const onProgress = (sentBytes: number) => patch(id, { sentBytes });
    const transfer = isVideo(file) ? sendVideo(file, onProgress) : sendPicture(file, onProgress);
    transfers.set(id, transfer);
    transfer.done.then(
      (media) => {
        // It was cancelled while it was prepared.
        if (transfers.get(id) !== transfer) return;
        if (mounted) insertMedia(mounted, id, media);
        end(id);
      },
      (error: unknown) => {
        if (error instanceof DOMException || transfers.get(id) !== transfer) return;
        if (!(error instanceof ApiError) || error.status >= 500) {
          patch(id, { isBroken: true });
          sendWaiting();
          return;
        }
        toast({
          title: `“${isolated(file.name)}” was not added`,
          description: reasonOf(error),
          variant: "destructive",
        });
        mark({ remove: id });
        end(id);
      },
    );
  }

  function take(view: EditorView, files: readonly File[], at: number) {
    for (const given of files) {
      const file = typed(given);
      const problem = problemOf(file, kinds);
      if (problem) {
        toast({
          title: `“${isolated(file.name)}” was not added`,
          description: problem,
          variant: "destructive",
        });
        continue;
      }
      const upload = { id: ++lastId, file, sentBytes: 0, isBroken: false };
      view.dispatch(view.state.tr.setMeta(places, { add: upload.id, at } satisfies Change));
      set([...uploads, upload]);
    }
    sendWaiting();
  }

  const extension = Extension.create({
    name: "mediaUploads",
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
              for (const transfer of transfers.values()) transfer.pause();
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
    again: (upload: MediaUpload) => {
      transfers.delete(upload.id);
      patch(upload.id, { isBroken: false, sentBytes: 0 });
      sendWaiting();
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
function insertMedia(view: EditorView, id: number, { type, attrs }: SentMedia) {
  const { state } = view;
  const [place] = places.getState(state)?.find(undefined, undefined, (spec) => spec["id"] === id) ?? [];
  const node = state.schema.nodes[type]?.create(attrs);
  if (!node) return;
  const tr = state.tr.setMeta(places, { remove: id } satisfies Change);
  const [from, to] = roomFor(state, place?.from ?? state.doc.content.size, node);
  view.dispatch(tr.replaceWith(from, to, node));
}

function hasWords(html: string): boolean {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const style of body.querySelectorAll("style")) style.remove();
  return body.textContent.trim() !== "";
}

const isVideo = ({ type }: File) => type.startsWith("video/");

/** Browsers declare what their system knows of a file, which is nothing of many a video. */
function typed(file: File): File {
  if (file.type !== "" || extensionOf(file.name) !== "mp4") return file;
  return new File([file], file.name, { type: "video/mp4", lastModified: file.lastModified });
}

function problemOf(file: File, kinds: readonly MediaKind[]): string | undefined {
  const kind = isVideo(file) ? "videos" : "pictures";
  if (!kinds.includes(kind) || !acceptedMedia[kind].split(",").includes(file.type))
    return kind === "videos" && kinds.includes(kind)
      ? videoTypeProblem(file.type)
      : `Use ${kinds.map((each) => kindWords[each]).join(", or ")}.`;
  if (kind === "videos") return file.size > maxUploadBytes ? fileTooLarge : undefined;
  return file.size > maxImageBytes ? "Use a picture of at most 10 MB." : undefined;
}

const kindWords: Record<MediaKind, string> = {
  pictures: "a PNG, JPEG, WebP, GIF or AVIF picture",
  videos: "an MP4 video",
};

function reasonOf(error: ApiError): string {
  if (isUnauthorized(error))
    return "You are signed out. Sign in again in another tab, then add it once more.";
  return error.body.fields?.["file"] ?? error.body.message ?? "Please try again.";
}
