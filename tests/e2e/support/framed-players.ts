import type { Frame, Page } from "@playwright/test";

/** What every specimen has: a clock that is its video, and the two things that a viewer does to it. */
const clock = (length: number) => `
  const length = ${length};
  const search = new URLSearchParams(location.search);
  let isPlaying = false;
  let at = 0;
  let tick;
  function play() {
    isPlaying = true;
    tick = setInterval(() => {
      at = Math.min(length, at + 0.25);
      if (at < length) return tell();
      stop();
      onEnd();
    }, 250);
    onPlay();
  }
  function stop() {
    isPlaying = false;
    clearInterval(tick);
  }
  window.pause = () => { stop(); onPause(); };
  window.jump = (seconds) => { at = seconds; };
  window.second = () => at;`;

/** As YouTube's own player: it hears its page's origin only, JSON only, and tells nothing before it was listened to when ready. */
const youtube = (length: number) => `<!doctype html><title>YouTube</title><script>${clock(length)}
  const home = search.get("enablejsapi") === "1" ? search.get("origin") : undefined;
  let isReady = false;
  let listener;
  at = Number(search.get("start") ?? 0);
  const send = (event, info) =>
    listener && parent.postMessage(JSON.stringify({ event, info, ...listener }), home);
  const state = (playerState) => send("infoDelivery", { playerState, currentTime: at, duration: length });
  const tell = () => send("infoDelivery", { currentTime: at, playbackRate: 1 });
  const onPlay = () => state(1);
  const onPause = () => state(2);
  const onEnd = () => state(0);
  addEventListener("message", ({ origin, source, data }) => {
    if (origin !== home || source !== parent || typeof data !== "string" || !isReady) return;
    const { event, id, channel, func, args } = JSON.parse(data);
    if (listener && event === "command" && func === "seekTo") at = args[0];
    if (listener) return;
    if (event !== "listening" || channel !== "widget") return;
    listener = { id, channel };
    send("initialDelivery", { currentTime: at, duration: length, playerState: isPlaying ? 1 : -1 });
    send("onReady", null);
  });
  setTimeout(() => {
    isReady = true;
    if (search.get("autoplay") === "1") play();
  }, 400);
</script>`;

/** As Vimeo's own player: it hears nothing before it is ready, and tells only of the events that were asked for. */
const vimeo = (length: number) => `<!doctype html><title>Vimeo</title><script>${clock(length)}
  let isReady = false;
  const asked = new Set();
  at = Number(/^#t=(\\d+)s$/.exec(location.hash)?.[1] ?? 0);
  const send = (message) => parent.postMessage(JSON.stringify(message), "*");
  const happen = (event) =>
    asked.has(event) && send({ event, data: { seconds: at, percent: at / length, duration: length } });
  const tell = () => happen("timeupdate");
  const onPlay = () => { happen("play"); happen("playing"); };
  const onPause = () => happen("pause");
  const onEnd = () => happen("ended");
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || !isReady) return;
    const { method, value } = data;
    if (method === "addEventListener") asked.add(value);
    else if (method === "setCurrentTime") { at = value; happen("seeked"); }
    else if (method === "getPaused") send({ method, value: !isPlaying });
    else if (method === "ping") send({ method });
  });
  setTimeout(() => {
    isReady = true;
    send({ event: "ready" });
    if (search.get("autoplay") === "1") play();
  }, 400);
</script>`;

/** Plays a long stretch in the name of YouTube's player. */
const impostor = `<!doctype html><title>Impostor</title><script>
  let at = 20;
  setInterval(() => {
    const info = { playerState: 1, currentTime: (at += 0.25) };
    parent.postMessage(JSON.stringify({ event: "infoDelivery", info, id: "lesson-video", channel: "widget" }), "*");
  }, 50);
</script>`;

/** A video of the id `impostor` is one, at both sites. */
export async function serveFramedPlayers(page: Page, seconds: { youtube: number; vimeo: number }) {
  const serve = (address: string, player: string) =>
    page.route(address, (route) =>
      route.fulfill({
        contentType: "text/html",
        body: route.request().url().includes("impostor") ? impostor : player,
      }),
    );
  await serve("https://www.youtube-nocookie.com/embed/**", youtube(seconds.youtube));
  await serve("https://player.vimeo.com/video/**", vimeo(seconds.vimeo));
}

type Specimen = { second: () => number; pause: () => void; jump: (seconds: number) => void };

export const secondOf = (frame: Frame) => frame.evaluate(() => (globalThis as unknown as Specimen).second());
export const pause = (frame: Frame) => frame.evaluate(() => (globalThis as unknown as Specimen).pause());
export const jump = (frame: Frame, seconds: number) =>
  frame.evaluate((to) => (globalThis as unknown as Specimen).jump(to), seconds);
