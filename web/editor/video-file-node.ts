import { Node } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import { readTextVideo } from "#contract/files/text-media.ts";
import { nodeRules } from "#contract/document/node-rules.ts";
import { attributesOf } from "./node-attributes.ts";

type Options = {
  /** Asks what the selected video is called. */
  onEdit: () => void;
};

/** A video that the creator uploaded: it plays in the editor as it will for readers. */
export const videoFileNode = Node.create<Options>({
  name: "videoFile",
  group: "block",
  atom: true,
  draggable: true,
  addOptions: () => ({ onEdit: () => undefined }),
  addAttributes: () => attributesOf("videoFile"),
  parseHTML: () => [
    { tag: "figure[data-uploadid]", getAttrs: (element) => (hasOwnVideo(element) ? null : false) },
  ],
  renderHTML: ({ HTMLAttributes }) => ["figure", HTMLAttributes],
  addNodeView() {
    return ({ node, editor, getPos }) => {
      let shown = node;
      const figure = document.createElement("figure");
      const video = document.createElement("video");
      video.controls = true;
      video.playsInline = true;
      video.preload = "metadata";
      const caption = document.createElement("figcaption");
      const edit = document.createElement("button");
      edit.type = "button";
      edit.className = "picture-ask";
      edit.addEventListener("click", () => {
        const position = getPos();
        if (position === undefined) return;
        const { tr } = editor.state;
        editor.view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, position)));
        this.options.onEdit();
      });
      figure.append(video, caption, edit);
      const show = () => {
        const { uploadId, width, height, title } = shown.attrs;
        const address = readTextVideo.url.replace(":uploadId", String(uploadId));
        if (video.getAttribute("src") !== address) video.src = address;
        video.width = Number(width);
        video.height = Number(height);
        video.setAttribute("aria-label", String(title) || "Video");
        caption.textContent = String(title);
        caption.hidden = title === "";
        edit.textContent = title === "" ? "Name this video" : "Edit video";
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
        stopEvent: (event) => event.target === edit || event.target === video,
        ignoreMutation: () => true,
      };
    };
  },
});

const { uploadId } = Object.fromEntries(nodeRules.videoFile.attributes);
const hasOwnVideo = (element: HTMLElement) =>
  uploadId?.read(element.getAttribute("data-uploadid")) !== undefined;
