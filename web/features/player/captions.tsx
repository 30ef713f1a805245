import { type RefObject, useEffect, useState } from "react";
import type { PlayerSettings } from "./player-settings.ts";

type Props = {
  video: RefObject<HTMLVideoElement | null>;
  settings: PlayerSettings;
  language: string | undefined;
};
/** Safari's word on where it shows a video: "inline", "fullscreen" or "picture-in-picture". */
type SafariVideo = HTMLVideoElement & { webkitPresentationMode?: string };

/**
 * What is said, over the picture. Browsers draw captions at its bottom, which is under the controls, and agree on no way to
 * be told otherwise. So theirs are invisible (player.css), and ours stand in the column that ends with the controls.
 */
export function Captions({ video, settings, language }: Props) {
  const captions = useActiveCaptions(video);
  useOutside(video);
  return (
    // The player hides what it does not know once nobody moves.
    <div
      className="player-captions"
      slot={settings.captionPlace === "top" ? "top-chrome" : undefined}
      data-size={settings.captionSize}
      data-back={settings.captionBack}
      {...{ noautohide: "" }}
    >
      {captions.map((text) => (
        <p key={text} dir="auto" lang={language}>
          {text}
        </p>
      ))}
    </div>
  );
}

function useActiveCaptions(video: RefObject<HTMLVideoElement | null>): string[] {
  const [captions, setCaptions] = useState<string[]>([]);
  useEffect(() => {
    if (!video.current) return;
    const { textTracks } = video.current;
    const leaving = new AbortController();
    const { signal } = leaving;
    const read = () => setCaptions([...new Set(Array.from(textTracks).flatMap(activeTexts))]);
    function listen() {
      for (const track of textTracks) track.addEventListener("cuechange", read, { signal });
      read();
    }
    textTracks.addEventListener("addtrack", listen, { signal });
    textTracks.addEventListener("change", read, { signal });
    listen();
    return () => leaving.abort();
  }, [video]);
  return captions;
}

function activeTexts({ mode, activeCues }: TextTrack): string[] {
  if (mode !== "showing") return [];
  const cues = Array.from(activeCues ?? []).filter((cue) => cue instanceof VTTCue);
  return cues.map((cue) => cue.getCueAsHTML().textContent);
}

/** Marks a video that Safari shows where nothing of ours can stand, as in an iPhone's full screen: its own are seen there. */
function useOutside(video: RefObject<HTMLVideoElement | null>) {
  useEffect(() => {
    const element: SafariVideo | null = video.current;
    if (!element) return;
    const mark = () => element.toggleAttribute("data-outside", element.webkitPresentationMode !== "inline");
    element.addEventListener("webkitpresentationmodechanged", mark);
    return () => element.removeEventListener("webkitpresentationmodechanged", mark);
  }, [video]);
}
