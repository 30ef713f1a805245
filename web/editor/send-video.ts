import { uploadImage } from "#contract/files/files.ts";
import type { Output } from "#web/api.ts";
import { readVideo } from "#web/layout/read-video.ts";
import { sendFile } from "#web/layout/send-file.ts";
import { sendForm } from "#web/layout/send-form.ts";
import type { MediaTransfer } from "./media-transfer.ts";

/** Sends a video for a text, and a picture of its beginning, where this browser can show it. */
export function sendVideo(file: File, onProgress: (sentBytes: number) => void): MediaTransfer {
  const facts = readVideo(file);
  const { done, cancel, pause } = sendFile(file, onProgress, "video");
  return {
    done: done.then(async ({ storagePath }) => {
      const { frame, size } = await facts;
      const posterId = frame ? await sendPoster(frame) : null;
      return { type: "videoFile", attrs: { uploadId: storagePath, posterId, ...size, title: "" } };
    }),
    cancel,
    pause,
  };
}

/** A video plays without one, too. */
const sendPoster = (frame: Blob): Promise<string | null> =>
  sendForm<Output<typeof uploadImage>>(
    uploadImage,
    `${uploadImage.url}?kind=poster`,
    new File([frame], "poster.jpg", { type: frame.type }),
    () => undefined,
  ).done.then(
    ({ id }) => id,
    () => null,
  );
