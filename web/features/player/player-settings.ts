import { type RefObject, useCallback, useEffect, useState } from "react";

/** How this browser's viewer likes to watch; kept for every course. */
export type PlayerSettings = {
  speed: number;
  captions: boolean;
  captionSize: (typeof captionSizes)[number];
  /** What stands behind the letters. */
  captionBack: (typeof captionBacks)[number];
  captionPlace: (typeof captionPlaces)[number];
  autoNext: boolean;
  /** Single keys steer the player. */
  keys: boolean;
};

export const speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];
export const captionSizes = ["normal", "large", "largest"] as const;
export const captionBacks = ["dark", "black", "none"] as const;
export const captionPlaces = ["bottom", "top"] as const;

const key = "openstall:player";
const defaults: PlayerSettings = {
  speed: 1,
  captions: false,
  captionSize: "normal",
  captionBack: "dark",
  captionPlace: "bottom",
  autoNext: true,
  keys: true,
};

/** What was chosen before; the defaults where nothing was, or where the browser keeps nothing. */
export function readPlayerSettings(): PlayerSettings {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<PlayerSettings>;
    return {
      speed: oneOf(speeds, kept.speed, defaults.speed),
      captions: kept.captions ?? defaults.captions,
      captionSize: oneOf(captionSizes, kept.captionSize, defaults.captionSize),
      captionBack: oneOf(captionBacks, kept.captionBack, defaults.captionBack),
      captionPlace: oneOf(captionPlaces, kept.captionPlace, defaults.captionPlace),
      autoNext: kept.autoNext ?? defaults.autoNext,
      keys: kept.keys ?? defaults.keys,
    };
  } catch {
    return defaults;
  }
}

const oneOf = <T>(known: readonly T[], value: unknown, otherwise: T): T =>
  known.find((one) => one === value) ?? otherwise;

export function savePlayerSettings(settings: PlayerSettings): void {
  try {
    localStorage.setItem(key, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** The viewer's settings, in force at the video and its captions: what its buttons and keys change is kept as well. */
export function usePlayerSettings(video: RefObject<HTMLVideoElement | null>, language: string | undefined) {
  const [settings, setSettings] = useState(readPlayerSettings);
  const change = useCallback(
    (changed: Partial<PlayerSettings>) => setSettings((shown) => ({ ...shown, ...changed })),
    [],
  );
  useEffect(() => {
    savePlayerSettings(settings);
    if (video.current) applySettings(video.current, settings, language);
  }, [video, settings, language]);
  useEffect(() => (video.current ? subscribeToVideo(video.current, change) : undefined), [video, change]);
  return { settings, change };
}

function applySettings(
  video: HTMLVideoElement,
  { speed, captions }: PlayerSettings,
  language: string | undefined,
) {
  // What a new link of the same video begins with.
  video.defaultPlaybackRate = speed;
  video.playbackRate = speed;
  for (const track of video.textTracks)
    track.mode = captions && track.language === language ? "showing" : "disabled";
}

/** Tells of what was changed at the video itself; answers how to stop. */
function subscribeToVideo(video: HTMLVideoElement, onChange: (changed: Partial<PlayerSettings>) => void) {
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
