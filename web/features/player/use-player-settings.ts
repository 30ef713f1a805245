import { type RefObject, useCallback, useEffect, useState } from "react";
import { keepPlayerSettings, type PlayerSettings, readPlayerSettings } from "./player-settings.ts";

/** The viewer's settings, in force at the video: what its buttons and keys change is kept as well. */
export function usePlayerSettings(video: RefObject<HTMLVideoElement | null>) {
  const [settings, setSettings] = useState(readPlayerSettings);
  const change = useCallback(
    (changed: Partial<PlayerSettings>) => setSettings((shown) => ({ ...shown, ...changed })),
    [],
  );
  useEffect(() => {
    keepPlayerSettings(settings);
    if (video.current) enforce(video.current, settings);
  }, [video, settings]);
  useEffect(() => (video.current ? follow(video.current, change) : undefined), [video, change]);
  return { settings, change };
}

function enforce(video: HTMLVideoElement, { speed, captions }: PlayerSettings) {
  // What a new link of the same video begins with.
  video.defaultPlaybackRate = speed;
  video.playbackRate = speed;
  for (const track of video.textTracks) track.mode = captions ? "showing" : "disabled";
}

/** Tells of what was changed at the video itself; answers how to stop. */
function follow(video: HTMLVideoElement, onChange: (changed: Partial<PlayerSettings>) => void) {
  const { textTracks } = video;
  const onSpeed = () => onChange({ speed: video.playbackRate });
  const onCaptions = () => {
    if (textTracks.length > 0)
      onChange({ captions: Array.from(textTracks).some(({ mode }) => mode === "showing") });
  };
  video.addEventListener("ratechange", onSpeed);
  textTracks.addEventListener("change", onCaptions);
  return () => {
    video.removeEventListener("ratechange", onSpeed);
    textTracks.removeEventListener("change", onCaptions);
  };
}
