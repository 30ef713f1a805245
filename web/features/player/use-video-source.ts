import { type RefObject, useEffect } from "react";

const isHls = (url: string) => /\.m3u8$/i.test(URL.parse(url, location.href)?.pathname ?? "");

/**
 * Gives a video element its address, once the page listens to what the element tells: one whose video is at hand tells of
 * it before React has put it in its place. HLS goes to the browser first, which needs no leave of the other site, and then
 * to code of our own, which loads for that: some browsers play no HLS, and some only the simplest. `onError`: neither could.
 */
export function useVideoSource(
  video: RefObject<HTMLVideoElement | null>,
  url: string,
  onError: () => void,
): void {
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    let hasOtherWay = isHls(url);
    function fail() {
      if (!hasOtherWay || !element) return onError();
      hasOtherWay = false;
      void playByHls(element, url, signal, onError);
    }
    element.addEventListener("error", fail, { signal });
    if (hasOtherWay && element.canPlayType("application/vnd.apple.mpegurl") === "") fail();
    else element.src = url;
    return () => leaving.abort();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [url]);
}

async function playByHls(element: HTMLVideoElement, url: string, signal: AbortSignal, onError: () => void) {
  const loaded = await import("hls.js/light").catch(() => undefined);
  if (signal.aborted) return;
  if (!loaded?.default.isSupported()) return onError();
  const { default: Hls } = loaded;
  // Our content security policy allows no worker made of text.
  const hls = new Hls({ enableWorker: false });
  signal.addEventListener("abort", () => hls.destroy());
  hls.on(Hls.Events.ERROR, (_event, { fatal }) => fatal && onError());
  hls.loadSource(url);
  hls.attachMedia(element);
}
