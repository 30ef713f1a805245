import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { uploadImage } from "#contract/files/files.ts";
import type { Output } from "#web/api.ts";
import { sendForm } from "./send-form.ts";

export type SentImage = Output<typeof uploadImage>;

/** Sends a picture of a kind. `percent` says how much of it is away; at 100 the server is at work on it. */
export function useImageUpload(kind: "avatar" | "cover" | "post" | "poster") {
  const [percent, setPercent] = useState(0);
  const upload = useMutation({
    mutationFn: (file: File) =>
      sendForm<SentImage>(uploadImage, `${uploadImage.url}?kind=${kind}`, file, (bytes) =>
        setPercent(Math.floor((bytes / file.size) * 100)),
      ).done,
    onMutate: () => setPercent(0),
  });
  return { ...upload, percent };
}

/** What is said of it while it is under way. */
export const uploadText = (percent: number): string =>
  percent < 100 ? `Uploading… ${percent} %` : "Preparing the picture…";
