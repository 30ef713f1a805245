import { Node } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import { readTextPicture } from "#contract/files/text-media.ts";
import { nodeRules } from "#contract/document/node-rules.ts";
import { attributesOf } from "./node-attributes.ts";

type Options = {
  /** Whether the text may hold pictures; elsewhere one that is pasted is not taken. */
  isOffered: boolean;
  /** Asks what the selected picture shows. */
  onDescribe: () => void;
};

/** A picture of the creator's own. It shows what the text has: its caption, and a button while nobody has described it. */
export const pictureNode = Node.create<Options>({
  name: "picture",
  group: "block",
  atom: true,
  draggable: true,
  addOptions: () => ({ isOffered: false, onDescribe: () => undefined }),
  addAttributes: () => attributesOf("picture"),
  parseHTML() {
    return this.options.isOffered
      ? [{ tag: "figure[data-imageid]", getAttrs: (element) => (hasOwnPicture(element) ? null : false) }]
      : [];
  },
  renderHTML: ({ HTMLAttributes }) => ["figure", HTMLAttributes],
  addNodeView() {
    return ({ node, editor, getPos }) => {
      let shown = node;
      const figure = document.createElement("figure");
      const image = document.createElement("img");
      image.loading = "lazy";
      image.draggable = false;
      const caption = document.createElement("figcaption");
      const ask = document.createElement("button");
      ask.type = "button";
      ask.className = "picture-ask";
      ask.textContent = "Describe this picture";
      ask.addEventListener("click", () => {
        const position = getPos();
        if (position === undefined) return;
        const { tr } = editor.state;
        editor.view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, position)));
        this.options.onDescribe();
      });
      figure.append(image, caption, ask);
      const show = () => {
        const { imageId, width, height, alt, caption: words } = shown.attrs;
        const address = readTextPicture.url.replace(":imageId", String(imageId));
        if (image.getAttribute("src") !== address) image.src = address;
        image.width = Number(width);
        image.height = Number(height);
        image.alt = String(alt ?? "");
        caption.textContent = String(words);
        caption.hidden = words === "";
        ask.hidden = alt !== null;
      };
      show();
      return {
        dom: figure,
        update: (next) => {
          if (next.type !== shown.type) return false;
          shown = next;
          show();
          return true;
        },
        stopEvent: (event) => event.target === ask,
        ignoreMutation: () => true,
      };
    };
  },
});

const { imageId } = Object.fromEntries(nodeRules.picture.attributes);
const hasOwnPicture = (element: HTMLElement) =>
  imageId?.read(element.getAttribute("data-imageid")) !== undefined;
