import { type RefObject, useEffect, useRef, useState } from "react";
import { type FramedVideo, type PlayerNews, playerProtocols } from "./embedded-messages.ts";
import { useFocusOnStart } from "./use-focus-on-start.ts";

type Props = {
  video: FramedVideo;
  title: string;
  startSeconds: number;
  onNews: (news: PlayerNews) => void;
};

/** The player of another site, which begins at once and tells what it plays. */
export function EmbeddedFrame({ video, title, startSeconds, onNews }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [address] = useState(() =>
    playerProtocols[video.provider].address(video.url, startSeconds, window.location.origin),
  );
  usePlayerNews(frame, video.provider, onNews);
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

const greetEveryMs = 250;
/** A frame that has not answered by then shows no player. */
const greetings = 120;

/** Believes messages of this very frame while it shows its player, and of nobody else. */
function usePlayerNews(
  frame: RefObject<HTMLIFrameElement | null>,
  provider: FramedVideo["provider"],
  onNews: (news: PlayerNews) => void,
) {
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const { greeting, requests, read } = playerProtocols[provider];
    const { origin } = new URL(element.src);
    let hasAnswered = false;
    let timer: ReturnType<typeof setInterval> | undefined;
    const post = (message: unknown) => element.contentWindow?.postMessage(message, origin);

    function greet() {
      let left = greetings;
      hasAnswered = false;
      clearInterval(timer);
      timer = setInterval(() => (left-- > 0 ? post(greeting) : clearInterval(timer)), greetEveryMs);
    }
    function hear({ source, origin: from, data }: MessageEvent<unknown>) {
      if (source === null || source !== element?.contentWindow || from !== origin) return;
      const news = read(data);
      if (!news) return;
      if (!hasAnswered) {
        hasAnswered = true;
        clearInterval(timer);
        for (const request of requests) post(request);
      }
      onNews(news);
    }
    // Before it has loaded there is nobody of that origin to post to.
    element.addEventListener("load", greet);
    window.addEventListener("message", hear);
    return () => {
      clearInterval(timer);
      element.removeEventListener("load", greet);
      window.removeEventListener("message", hear);
    };
  }, [frame, provider, onNews]);
}
