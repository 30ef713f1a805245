import { type RefObject, useEffect } from "react";

const isHls = (url: string) => /\.m3u8$/i.test(URL.parse(url, location.href)?.pathname ?? "");

/** Whether a video element can be given this address as it is. */
const playsByItself = (video: HTMLVideoElement, url: string) =>
  !isHls(url) || video.canPlayType("application/vnd.apple.mpegurl") !== "";

/**
 * Gives a video element its address, once the page listens to what the element tells: one whose video is at hand tells of
 * it before React has put it in its place. HLS that the browser cannot play takes code of its own, which loads for that.
 */
export function useVideoSource(
  video: RefObject<HTMLVideoElement | null>,
  url: string,
  onError: () => void,
): void {
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    if (playsByItself(element, url)) {
      element.src = url;
      return;
    }
    let stop = () => {};
    let isLeft = false;
    void import("hls.js/light").then(({ default: Hls }) => {
      if (isLeft) return;
      if (!Hls.isSupported()) return onError();
      // Our content security policy allows no worker made of text.
      const hls = new Hls({ enableWorker: false });
      stop = () => hls.destroy();
      hls.on(Hls.Events.ERROR, (_event, { fatal }) => fatal && onError());
      hls.loadSource(url);
      hls.attachMedia(element);
    }, onError);
    return () => {
      isLeft = true;
      stop();
    };
    // oxlint-disable-next-line react/exhaustive-deps
  }, [url]);
}
