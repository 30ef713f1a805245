import type { KeyboardEvent, RefObject } from "react";
import { toggleTheatre } from "./theatre.ts";

type Acts = {
  openNext: () => void;
  openPrevious: () => void;
  showKeys: () => void;
  togglePictureInPicture: () => void;
};

/** Of a video whose frame rate nobody tells. */
const frameSeconds = 1 / 25;

/**
 * The keys that the player's own parts do not know: N, P, I, T, ?, digits for tenths of the video, and comma and period for
 * single frames while it rests. Like theirs, they count while the player has the focus, and can be turned off.
 */
export function usePlayerKeys(video: RefObject<HTMLVideoElement | null>, isOn: boolean, acts: Acts) {
  return ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (!isOn || ctrlKey || metaKey || altKey) return;
    if (key === "n") acts.openNext();
    if (key === "p") acts.openPrevious();
    if (key === "?") acts.showKeys();
    if (key === "i") acts.togglePictureInPicture();
    if (key === "t") toggleTheatre();
    if (!video.current) return;
    const { duration, paused, currentTime } = video.current;
    if (/^\d$/.test(key) && Number.isFinite(duration))
      video.current.currentTime = (duration * Number(key)) / 10;
    if (paused && key === ",") video.current.currentTime = Math.max(0, currentTime - frameSeconds);
    if (paused && key === ".") video.current.currentTime = currentTime + frameSeconds;
  };
}
