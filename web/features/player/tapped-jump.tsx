import { type PointerEvent, type RefObject, useEffect, useState } from "react";
import { readTaps } from "./double-tap.ts";

/** How long it says how far it jumped. */
const shownMs = 800;

/** Lets a finger jump by double taps; answers what is to be said of that for a moment. */
export function useTappedJump(video: RefObject<HTMLVideoElement | null>) {
  const [jumped, setJumped] = useState<{ seconds: number }>();
  const [tap] = useState(() =>
    readTaps((seconds) => {
      if (!video.current) return;
      const { currentTime, duration } = video.current;
      video.current.currentTime = Math.min(Math.max(0, currentTime + seconds), duration || Infinity);
    }),
  );
  useEffect(() => {
    if (!jumped) return;
    const timer = setTimeout(() => setJumped(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [jumped]);

  function onPointerUp({ pointerType, clientX, currentTarget, nativeEvent, timeStamp }: PointerEvent) {
    const [target] = nativeEvent.composedPath();
    // On the picture, and on nothing that stands over it.
    const isPicture = target === video.current || target === currentTarget;
    if (pointerType !== "touch" || !isPicture) return;
    const { left, width } = currentTarget.getBoundingClientRect();
    const seconds = tap(clientX - left, width, timeStamp);
    if (seconds !== undefined) setJumped({ seconds });
  }
  return { jumped: jumped?.seconds, onPointerUp };
}

/** On the side to which it jumped. */
export function TappedJump({ seconds }: { seconds: number | undefined }) {
  return (
    <p slot="dialog" role="status" className="player-jumped" data-to={Math.sign(seconds ?? 0)}>
      {seconds !== undefined && `${seconds > 0 ? "+" : "−"}${Math.abs(seconds)} s`}
    </p>
  );
}
