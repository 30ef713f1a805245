import { uploadTextPicture } from "#contract/files/text-pictures.ts";
import type { Output } from "#web/api.ts";
import { sendForm } from "#web/layout/send-form.ts";

export type SentPicture = Output<typeof uploadTextPicture>;

/** A picture on its way. `done` fails with `ApiError` where the server refused it, with any other error where it broke off. */
export type PictureTransfer = { done: Promise<SentPicture>; cancel: () => void };

export function sendPicture(file: File, onProgress: (sentBytes: number) => void): PictureTransfer {
  const { done, stop } = sendForm<SentPicture>(uploadTextPicture, uploadTextPicture.url, file, onProgress);
  return { done, cancel: stop };
}
