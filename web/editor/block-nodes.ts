import { Node } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import { nodeRules, type NodeRule } from "#contract/document/node-rules.ts";
import { videoProviders } from "#contract/document/video-address.ts";
import type { BlockNames } from "./block-names.ts";
import { attributesOf } from "./node-attributes.ts";

/** A block that is written in a field of its own and stands in the text as a whole; an uploaded video has a node of its own. */
export type BlockKind = "button" | "video" | "videoFile" | "product" | "attachment";

export const blockTitles: Record<BlockKind, string> = {
  button: "Button",
  video: "Video",
  videoFile: "Uploaded video",
  product: "Product",
  attachment: "File",
};

type Options = { names: BlockNames; onEdit: (kind: BlockKind) => void };

/** The nodes of these blocks: what they show in the editor, and how they are opened by press and by Enter. */
export const blockNodes = (kinds: readonly BlockKind[], options: Options): Node[] =>
  kinds.map((kind) => blockNode(kind, options));

function blockNode(kind: BlockKind, { names, onEdit }: Options): Node {
  return Node.create({
    name: kind,
    group: "block",
    atom: true,
    draggable: true,
    addAttributes: () => attributesOf(kind),
    parseHTML: () => [
      { tag: `div[data-block="${kind}"]`, getAttrs: (element) => (isWhole(kind, element) ? null : false) },
    ],
    renderHTML: ({ HTMLAttributes }) => ["div", { "data-block": kind, ...HTMLAttributes }],
    addKeyboardShortcuts() {
      return {
        Enter: ({ editor }) => {
          const { selection } = editor.state;
          if (!(selection instanceof NodeSelection) || selection.node.type.name !== kind) return false;
          onEdit(kind);
          return true;
        },
      };
    },
    addNodeView() {
      return ({ node, editor, getPos }) => {
        let shown = node;
        const box = document.createElement("div");
        box.className = "block-box";
        box.setAttribute("role", "group");
        const words = document.createElement("span");
        const edit = document.createElement("button");
        edit.type = "button";
        edit.className = "picture-ask";
        edit.textContent = "Edit";
        edit.setAttribute("aria-label", `Edit ${blockTitles[kind].toLowerCase()}`);
        edit.addEventListener("click", () => {
          const position = getPos();
          if (position === undefined) return;
          const { tr } = editor.state;
          editor.view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, position)));
          onEdit(kind);
        });
        box.append(words, edit);
        const show = () => {
          words.textContent = saidOf(kind, shown.attrs, names);
          box.setAttribute("aria-label", `${blockTitles[kind]}: ${words.textContent}`);
        };
        const unsubscribe = names.subscribe(show);
        show();
        return {
          dom: box,
          update: (next) => {
            if (next.type !== shown.type) return false;
            shown = next;
            show();
            return true;
          },
          stopEvent: (event) => event.target === edit,
          ignoreMutation: () => true,
          destroy: unsubscribe,
        };
      };
    },
  });
}

/** An attribute of a block; all of them are texts. */
export function textOf(attrs: Readonly<Record<string, unknown>>, name: string): string {
  const value = attrs[name];
  return typeof value === "string" ? value : "";
}

/** What a block says in the editor. */
function saidOf(kind: BlockKind, attrs: Readonly<Record<string, unknown>>, names: BlockNames): string {
  const text = (name: string) => textOf(attrs, name);
  if (kind === "button") return text("label");
  if (kind === "video") {
    const provider = videoProviders[text("provider") === "vimeo" ? "vimeo" : "youtube"];
    return `${text("title") || "Video"} (${provider})`;
  }
  const [list, id, gone] =
    kind === "product"
      ? [names.products(), text("productId"), "A product that was deleted"]
      : [names.files(), text("fileId"), "A file that is no longer beside this text"];
  if (!list) return "…";
  return list.find((each) => each.id === id)?.name ?? gone;
}

/** Whether what is pasted has all that the block needs: one that lacks something would be refused with its whole text. */
function isWhole(kind: BlockKind, element: HTMLElement): boolean {
  const { attributes }: NodeRule = nodeRules[kind];
  return [...attributes].every(
    ([name, { required, read }]) => !required || read(element.getAttribute(`data-${name}`)) !== undefined,
  );
}
