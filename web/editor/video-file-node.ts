import { Node } from "@tiptap/core";
import { readTextVideo } from "#contract/files/text-media.ts";
import { nodeRules } from "#contract/document/node-rules.ts";
import { figureView } from "./figure-view.ts";
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
    return (props) => {
      const video = document.createElement("video");
      video.controls = true;
      video.playsInline = true;
      video.preload = "metadata";
      return figureView(props, {
        media: video,
        hasControls: true,
        onPress: this.options.onEdit,
        show({ uploadId, width, height, title }, caption, button) {
          const address = readTextVideo.url.replace(":uploadId", String(uploadId));
          if (video.getAttribute("src") !== address) video.src = address;
          video.width = Number(width);
          video.height = Number(height);
          video.setAttribute("aria-label", String(title) || "Video");
          caption.textContent = String(title);
          caption.hidden = title === "";
          button.textContent = title === "" ? "Name this video" : "Edit video";
        },
      });
    };
  },
});

const { uploadId } = Object.fromEntries(nodeRules.videoFile.attributes);
const hasOwnVideo = (element: HTMLElement) =>
  uploadId?.read(element.getAttribute("data-uploadid")) !== undefined;
