import { useEffect, useState } from "react";
import type { Video } from "./course-outline.ts";

type FileVideo = Extract<Video, { kind: "FILE" }>;

/** What stands still before a video plays: its poster, else its first frame. */
export function FirstFrame({ video: { poster, url } }: { video: FileVideo }) {
  if (poster) {
    return (
      <picture className="contents">
        <source type="image/avif" srcSet={poster.avif} sizes="(min-width: 64rem) 56rem, 100vw" />
        <source type="image/webp" srcSet={poster.webp} sizes="(min-width: 64rem) 56rem, 100vw" />
        <img src={poster.src} alt="" width={poster.width} height={poster.height} className={look} />
      </picture>
    );
  }
  // A playlist has no frame of its own, and may be another site's: it loads when its viewer asks for it.
  if (/\.m3u8(\?|#|$)/i.test(url)) return null;
  return <IdleFrame url={url} />;
}

const look = "size-full object-contain";

/** It loads when the page has nothing better to do. */
function IdleFrame({ url }: { url: string }) {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    // Safari knows no idle callbacks.
    if (typeof requestIdleCallback !== "function") {
      const timer = setTimeout(() => setIdle(true), 300);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(() => setIdle(true), { timeout: 3_000 });
    return () => cancelIdleCallback(handle);
  }, []);
  if (!idle) return null;
  return (
    <video
      // Without a time some browsers show no picture before the video plays.
      src={`${url}#t=0.1`}
      preload="metadata"
      muted
      playsInline
      aria-hidden="true"
      tabIndex={-1}
      className={look}
    />
  );
}
