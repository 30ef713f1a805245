import type { KeyboardEvent, RefObject } from "react";
import { togglePictureInPicture } from "./picture-in-picture.ts";

type Acts = { openNext: () => void; openPrevious: () => void; showKeys: () => void };

/** The keys that the player's own parts do not know: N, P, I and ?. Like theirs, they count while the player has the focus. */
export function usePlayerKeys(video: RefObject<HTMLVideoElement | null>, acts: Acts) {
  return ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (ctrlKey || metaKey || altKey) return;
    if (key === "n") acts.openNext();
    if (key === "p") acts.openPrevious();
    if (key === "?") acts.showKeys();
    if (key === "i") void togglePictureInPicture(video.current);
  };
}
