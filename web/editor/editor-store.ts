import { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { RichDocument } from "#contract/document/document.ts";
import { documentIdentity } from "#contract/document/document-identity.ts";
import { type DocumentLimits, readDocument } from "#contract/document/read-document.ts";
import type { BlockNames } from "./block-names.ts";
import { type BlockKind, blockNodes, blockTitles } from "./block-nodes.ts";
import { type BubbleMenu, createBubbleMenu } from "./bubble-menu.ts";
import { editorNodes } from "./editor-nodes.ts";
import type { Insertion } from "./insertions.ts";
import { type MailTools, mailPlaceholderChips, placeholderInsertions } from "./mail-placeholder-chips.ts";
import { pastedHtml } from "./pasted-html.ts";
import { pictureNode } from "./picture-node.ts";
import type { MediaKind, MediaUploads } from "./media-uploads.ts";
import { videoFileNode } from "./video-file-node.ts";
import { createSlashMenu, type SlashMenu } from "./slash-menu.ts";

export type MountedEditor = { editor: Editor; menu: SlashMenu; bubble: BubbleMenu };

type Field = {
  value: RichDocument;
  limits: DocumentLimits;
  onChange: (value: RichDocument) => void;
  onBlur: () => void;
  /** Where files may be sent for the text. */
  media: MediaTools | undefined;
  blocks: BlockTools;
  /** Where the text is a mail. */
  mail: MailTools | undefined;
};

export type BlockTools = {
  names: BlockNames;
  /** Which of them the text may hold. */
  kinds: readonly Exclude<BlockKind, "videoFile">[];
  /** Asks what the block is that is selected, or that is to stand where the caret is. */
  onAsk: (kind: BlockKind) => void;
};

export type MediaTools = {
  uploads: MediaUploads;
  /** Which the text may hold. */
  kinds: readonly MediaKind[];
  /** Opens the picker of files. */
  onChoose: (kind: MediaKind) => void;
  /** Asks what the selected picture shows. */
  onDescribe: () => void;
};

const allBlocks: BlockTools["kinds"] = ["button", "video", "product", "attachment"];
const blockWords: Record<Exclude<BlockKind, "videoFile">, string> = {
  button: "link call action",
  video: "youtube vimeo film embed",
  product: "sell shop offer card",
  attachment: "attachment download pdf",
};

const mediaWords: Record<MediaKind, { label: string; words: string }> = {
  pictures: { label: "Picture", words: "image photo screenshot" },
  videos: { label: "Video file", words: "upload film movie mp4" },
};

const mediaInsertions = (media: MediaTools | undefined, kind: MediaKind): Insertion[] =>
  media?.kinds.includes(kind) ? [{ ...mediaWords[kind], run: () => media.onChoose(kind) }] : [];

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
    mount: (element: HTMLElement | null, field: Field) => {
      const { value, limits, onChange, onBlur, media, blocks, mail } = field;
      const pictures = media?.kinds.includes("pictures") ? media : undefined;
      known = documentIdentity(value);
      const editor = new Editor({
        element,
        extensions: [
          ...editorNodes(limits.only),
          ...(limits.only?.has("picture") === false
            ? []
            : [
                pictureNode.configure({
                  isOffered: pictures !== undefined,
                  onDescribe: () => media?.onDescribe(),
                }),
              ]),
          ...(limits.only?.has("videoFile") === false
            ? []
            : [videoFileNode.configure({ onEdit: () => blocks.onAsk("videoFile") })]),
          ...(media ? [media.uploads.extension] : []),
          pastedHtml.configure({ onPicture: pictures?.uploads.takeInText }),
          ...blockNodes(
            allBlocks.filter((kind) => limits.only?.has(kind) !== false),
            { names: blocks.names, onEdit: blocks.onAsk },
          ),
          ...(mail ? [mailPlaceholderChips.configure({ offered: mail.placeholders })] : []),
        ],
        content: value,
        // The content security policy refuses a style element; the few rules stand in editor.css.
        injectCSS: false,
        editorProps: {
          attributes: () => attributes,
          handleKeyDown: (_view, event) => {
            if (!menu.takeKey(event) && !bubble.takeKey(event)) return false;
            // Escape closes what is open, and not the dialog around it.
            event.stopImmediatePropagation();
            return true;
          },
        },
        onUpdate: ({ editor }) => {
          const document = documentOf(editor, limits);
          known = documentIdentity(document);
          onChange(document);
        },
        onBlur,
      });
      const menu = createSlashMenu(editor, [
        ...mediaInsertions(media, "pictures"),
        ...blocks.kinds.map((kind) => ({
          label: blockTitles[kind],
          words: blockWords[kind],
          node: kind,
          run: () => blocks.onAsk(kind),
        })),
        ...mediaInsertions(media, "videos"),
        ...placeholderInsertions(mail?.placeholders ?? []),
      ]);
      const bubble = createBubbleMenu(editor);
      set({ editor, menu, bubble });
      return () => {
        set(undefined);
        editor.destroy();
      };
    },
    /** Another value than the one that was told: begun anew, or put together with what was saved elsewhere. */
    take: (value: RichDocument) => {
      if (!mounted || documentIdentity(value) === known) return;
      known = documentIdentity(value);
      putInPlace(mounted.editor, value);
    },
    /** What its element says of itself to screen readers. */
    describe: (next: Record<string, string>) => {
      if (JSON.stringify(next) === JSON.stringify(attributes)) return;
      attributes = next;
      mounted?.editor.view.setProps({});
    },
  };
}

/** Changes only the blocks that differ, so that the caret stays where somebody writes; it is nothing that they could undo. */
function putInPlace({ state, view }: Editor, value: RichDocument): void {
  const before = state.doc.children;
  const after = [...state.schema.nodeFromJSON(value).children];
  // The empty line that the editor keeps at the end stays, too.
  const line = before.at(-1);
  if (line && isEmptyLine(line) && !after.at(-1)?.eq(line)) after.push(line);
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && sameAt(before, after, start, start)) start++;
  let end = 0;
  while (end < shorter - start && sameAt(before, after, before.length - 1 - end, after.length - 1 - end))
    end++;
  const from = sizeOf(before.slice(0, start));
  const to = from + sizeOf(before.slice(start, before.length - end));
  const tr = state.tr.replaceWith(from, to, after.slice(start, after.length - end));
  view.dispatch(tr.setMeta("preventUpdate", true).setMeta("addToHistory", false));
}

const isEmptyLine = (node: Node) => node.type.name === "paragraph" && node.childCount === 0;
const sizeOf = (nodes: readonly Node[]) => nodes.reduce((size, { nodeSize }) => size + nodeSize, 0);
const sameAt = (before: readonly Node[], after: readonly Node[], a: number, b: number) => {
  const [one, other] = [before[a], after[b]];
  return one !== undefined && other !== undefined && one.eq(other);
};

/** In the one form that the server keeps; what it would refuse is passed on as it is, to be refused with words. */
function documentOf(editor: Editor, limits: DocumentLimits): RichDocument {
  const json = editor.getJSON();
  const read = readDocument(json, limits);
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
