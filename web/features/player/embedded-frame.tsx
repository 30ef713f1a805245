import { type RefObject, useEffect, useRef, useState } from "react";
import { type FramedVideo, type PlayerEvent, playerProtocols } from "./embedded-messages.ts";
import type { Playhead } from "./playhead.ts";
import { useFocusOnStart } from "./use-focus-on-start.ts";

type Props = {
  video: FramedVideo;
  title: string;
  startSeconds: number;
  playhead: Playhead;
  onPlayerEvent: (event: PlayerEvent) => void;
};

/** The player of another site, which begins at once and tells what it plays. */
export function EmbeddedFrame({ video, title, startSeconds, playhead, onPlayerEvent }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [address] = useState(() =>
    playerProtocols[video.provider].address(video.url, startSeconds, window.location.origin),
  );
  usePlayerEvents(frame, video.provider, onPlayerEvent);
  useEffect(
    () =>
      playhead.steerBy((seconds) => {
        playhead.takeWanted();
        const { seek } = playerProtocols[video.provider];
        const { contentWindow, src } = frame.current ?? {};
        if (src)
          for (const message of seek(seconds)) contentWindow?.postMessage(message, new URL(src).origin);
      }),
    [playhead, video.provider],
  );
  useFocusOnStart(frame);
  return (
    <iframe
      ref={frame}
      src={address}
      title={title}
      allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
      // Both players refuse pages that do not say where they are.
      referrerPolicy="strict-origin-when-cross-origin"
      // It is of another origin: keeping that origin gives it nothing of ours.
      // oxlint-disable-next-line react/iframe-missing-sandbox
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      className="lesson-video border-0"
    />
  );
}

const handshakeEveryMs = 250;
/** A frame that has not answered by then shows no player. */
const handshakeTries = 120;

/** Believes messages of this very frame while it shows its player, and of nobody else. */
function usePlayerEvents(
  frame: RefObject<HTMLIFrameElement | null>,
  provider: FramedVideo["provider"],
  onPlayerEvent: (event: PlayerEvent) => void,
) {
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const { handshake, requests, read } = playerProtocols[provider];
    const { origin } = new URL(element.src);
    let hasAnswered = false;
    let timer: ReturnType<typeof setInterval> | undefined;
    const post = (message: unknown) => element.contentWindow?.postMessage(message, origin);

    function startHandshake() {
      let left = handshakeTries;
      hasAnswered = false;
      clearInterval(timer);
      timer = setInterval(() => (left-- > 0 ? post(handshake) : clearInterval(timer)), handshakeEveryMs);
    }
    function onMessage({ source, origin: from, data }: MessageEvent<unknown>) {
      if (source === null || source !== element?.contentWindow || from !== origin) return;
      const event = read(data);
      if (!event) return;
      if (!hasAnswered) {
        hasAnswered = true;
        clearInterval(timer);
        for (const request of requests) post(request);
      }
      onPlayerEvent(event);
    }
    // Before it has loaded there is nobody of that origin to post to.
    element.addEventListener("load", startHandshake);
    window.addEventListener("message", onMessage);
    return () => {
      clearInterval(timer);
      element.removeEventListener("load", startHandshake);
      window.removeEventListener("message", onMessage);
    };
  }, [frame, provider, onPlayerEvent]);
}
