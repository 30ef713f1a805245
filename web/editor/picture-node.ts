import { Node } from "@tiptap/core";
import { readTextPicture } from "#contract/files/text-media.ts";
import { nodeRules } from "#contract/document/node-rules.ts";
import { figureView } from "./figure-view.ts";
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
    return (props) => {
      const image = document.createElement("img");
      image.loading = "lazy";
      image.draggable = false;
      return figureView(props, {
        media: image,
        onPress: this.options.onDescribe,
        show({ imageId, width, height, alt, caption: words }, caption, button) {
          const address = readTextPicture.url.replace(":imageId", String(imageId));
          if (image.getAttribute("src") !== address) image.src = address;
          image.width = Number(width);
          image.height = Number(height);
          image.alt = typeof alt === "string" ? alt : "";
          caption.textContent = String(words);
          caption.hidden = words === "";
          button.textContent = "Describe this picture";
          button.hidden = alt !== null;
        },
      });
    };
  },
});

const { imageId } = Object.fromEntries(nodeRules.picture.attributes);
const hasOwnPicture = (element: HTMLElement) =>
  imageId?.read(element.getAttribute("data-imageid")) !== undefined;
