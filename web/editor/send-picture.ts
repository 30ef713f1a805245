import { uploadTextPicture } from "#contract/files/text-media.ts";
import type { Output } from "#web/api.ts";
import { sendForm } from "#web/layout/send-form.ts";
import type { MediaTransfer } from "./media-transfer.ts";

/** Sends a picture for a text. */
export function sendPicture(file: File, onProgress: (sentBytes: number) => void): MediaTransfer {
  const { done, stop } = sendForm<Output<typeof uploadTextPicture>>(
    uploadTextPicture,
    uploadTextPicture.url,
    file,
    onProgress,
  );
  return { done: done.then((attrs) => ({ type: "picture", attrs })), cancel: stop, pause: stop };
}
