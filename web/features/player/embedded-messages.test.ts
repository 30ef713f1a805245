import { expect, test } from "vitest";
import { playerProtocols } from "./embedded-messages.ts";

const { youtube, vimeo } = playerProtocols;
const told = (event: string, info: unknown) => JSON.stringify({ event, id: "1", channel: "widget", info });

test("YouTube's player is asked to talk to this page, and to begin where its viewer left it", () => {
  const url = "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0";
  const address = `${url}&enablejsapi=1&origin=https%3A%2F%2Fstore.example`;
  expect(youtube.address(url, 0, "https://store.example")).toBe(address);
  expect(youtube.address(url, 31.9, "https://store.example")).toBe(`${address}&start=31`);
});

test("Vimeo's player begins where its viewer left it", () => {
  const url = "https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=8272103f6e";
  expect(vimeo.address(url, 0, "https://store.example")).toBe(url);
  expect(vimeo.address(url, 75.2, "https://store.example")).toBe(`${url}#t=75s`);
});

test.each([
  [told("onReady", null), {}],
  [
    told("initialDelivery", { currentTime: 0, duration: 0, playerState: -1 }),
    { seconds: 0, isPlaying: false, hasEnded: false },
  ],
  [
    told("infoDelivery", { playerState: 1, currentTime: 12.5, duration: 60 }),
    { seconds: 12.5, isPlaying: true, hasEnded: false },
  ],
  [told("infoDelivery", { currentTime: 12.75, playbackRate: 1 }), { seconds: 12.75 }],
  [told("infoDelivery", { playerState: 3 }), { isPlaying: false, hasEnded: false }],
  [
    told("infoDelivery", { playerState: 0, currentTime: 60 }),
    { seconds: 60, isPlaying: false, hasEnded: true },
  ],
  [told("infoDelivery", { muted: false, volume: 100 }), {}],
])("YouTube's message %s is understood", (message, news) => {
  expect(youtube.read(message)).toEqual(news);
});

test.each([
  [{ event: "ready" }, {}],
  [{ method: "ping" }, {}],
  ['{"event":"ready","player_id":"1"}', {}],
  [{ method: "getPaused", value: false }, { isPlaying: true }],
  [{ event: "timeupdate", data: { duration: 61.857, percent: 0.049, seconds: 3.034 } }, { seconds: 3.034 }],
  [
    { event: "playing", data: { duration: 61.857, percent: 0, seconds: 0 } },
    { seconds: 0, isPlaying: true, hasEnded: false },
  ],
  [
    { event: "pause", data: { seconds: 9 } },
    { seconds: 9, isPlaying: false, hasEnded: false },
  ],
  [
    { event: "ended", data: { seconds: 61.857 } },
    { seconds: 61.857, isPlaying: false, hasEnded: true },
  ],
])("Vimeo's message %j is understood", (message, news) => {
  expect(vimeo.read(message)).toEqual(news);
});

test.each([
  undefined,
  null,
  0,
  "",
  "{",
  "null",
  "[]",
  '"infoDelivery"',
  [],
  () => {},
  { event: null },
  { event: {} },
  { event: "constructor", data: {} },
  { event: "__proto__" },
  { method: "getPaused", value: "no" },
  { event: "apiInfoDelivery", info: {} },
])("%j is nobody's message", (message) => {
  expect(youtube.read(message)).toBeUndefined();
  expect(vimeo.read(message)).toBeUndefined();
});

test.each([Number.NaN, -1, -0.01, 86_400.1, 1e300, Infinity, "12", null, {}, []])(
  "%j is no second of a video",
  (seconds) => {
    expect(youtube.read({ event: "infoDelivery", info: { currentTime: seconds, playerState: 1 } })).toEqual({
      isPlaying: true,
      hasEnded: false,
    });
    expect(vimeo.read({ event: "timeupdate", data: { seconds } })).toEqual({});
  },
);

test.each([null, "text", 7, []])("%j carries nothing", (nothing) => {
  expect(youtube.read({ event: "infoDelivery", info: nothing })).toEqual({});
  expect(vimeo.read({ event: "timeupdate", data: nothing })).toEqual({});
});
