import { useEffect, useState } from "react";

/** The first frame of a video, as its picture. It loads when the page has nothing better to do. */
export function FirstFrame({ url }: { url: string }) {
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
      className="size-full object-contain"
    />
  );
}
