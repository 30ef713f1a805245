import { type RefObject, useEffect } from "react";

const isHls = (url: string) => /\.m3u8$/i.test(URL.parse(url, location.href)?.pathname ?? "");

/** Whether a video element can be given this address as it is. */
export function playsByItself(url: string): boolean {
  return !isHls(url) || document.createElement("video").canPlayType("application/vnd.apple.mpegurl") !== "";
}

/** Plays an HLS link where the browser cannot. Its code loads for such a link alone. */
export function useHls(video: RefObject<HTMLVideoElement | null>, url: string, onError: () => void): void {
  useEffect(() => {
    if (playsByItself(url)) return;
    let stop = () => {};
    let isLeft = false;
    void import("hls.js/light").then(({ default: Hls }) => {
      if (isLeft || !video.current) return;
      if (!Hls.isSupported()) return onError();
      // Our content security policy allows no worker made of text.
      const hls = new Hls({ enableWorker: false });
      stop = () => hls.destroy();
      hls.on(Hls.Events.ERROR, (_event, { fatal }) => fatal && onError());
      hls.loadSource(url);
      hls.attachMedia(video.current);
    }, onError);
    return () => {
      isLeft = true;
      stop();
    };
    // oxlint-disable-next-line react/exhaustive-deps
  }, [url]);
}
