import type { Video } from "./course-outline.ts";

export type FramedVideo = Extract<Video, { kind: "EMBED" }>;

/** What a framed player tells in one message. What the message does not speak of is absent. */
export type PlayerEvent = { seconds?: number; isPlaying?: boolean; hasEnded?: boolean };

/**
 * How the page and a framed player talk: by `window.postMessage`, as the libraries of both sites do, so that no script of
 * theirs runs in our page.
 */
export type PlayerProtocol = {
  /** The frame's address, with where it goes on and, where the player asks for it, who may talk to it. */
  address: (url: string, startSeconds: number, pageOrigin: string) => string;
  /** Posted again and again until the player answers: one that still loads does not hear. */
  handshake: unknown;
  /** Posted once it has answered. */
  requests: readonly unknown[];
  /** Goes to a second, and plays from there. */
  seek: (seconds: number) => readonly unknown[];
  /** The news in a message, whatever it is; undefined for what is no message of this protocol. */
  read: (data: unknown) => PlayerEvent | undefined;
};

/**
 * YouTube documents `enablejsapi`, `origin`, `start` and the player's states, of which 1 plays and 0 has ended
 * (developers.google.com/youtube/player_parameters and /iframe_api_reference), but not its messages. Those are as its own
 * player's script has them, and as `amp-youtube` of ampproject/amphtml and the YouTube provider of vidstack/player speak
 * them: texts of JSON only; the first `listening` after the player is ready is answered by `initialDelivery`; then come
 * `infoDelivery`, with a state when that changes and with a time alone as it plays.
 */
const youtube: PlayerProtocol = {
  address(url, startSeconds, pageOrigin) {
    const address = new URL(url);
    address.searchParams.set("enablejsapi", "1");
    // It listens to this origin only.
    address.searchParams.set("origin", pageOrigin);
    if (startSeconds >= 1) address.searchParams.set("start", `${Math.floor(startSeconds)}`);
    return address.href;
  },
  handshake: JSON.stringify({ event: "listening", id: "lesson-video", channel: "widget" }),
  requests: [],
  seek: (seconds) => [command("seekTo", [seconds, true]), command("playVideo", [])],
  read(data) {
    const { event, info } = fieldsOf(data);
    if (event === "onReady") return {};
    if (event !== "initialDelivery" && event !== "infoDelivery") return undefined;
    const { currentTime, playerState } = fieldsOf(info);
    return {
      ...secondsIn(currentTime),
      ...(typeof playerState === "number" && { isPlaying: playerState === 1, hasEnded: playerState === 0 }),
    };
  },
};

const command = (func: string, args: unknown[]) =>
  JSON.stringify({ event: "command", func, args, id: "lesson-video", channel: "widget" });

const vimeoEvents = new Map<unknown, PlayerEvent>([
  ["timeupdate", {}],
  ["seeked", {}],
  ["play", { isPlaying: true, hasEnded: false }],
  ["playing", { isPlaying: true, hasEnded: false }],
  ["pause", { isPlaying: false, hasEnded: false }],
  ["ended", { isPlaying: false, hasEnded: true }],
]);

/**
 * Vimeo's messages are those of its library, vimeo/player.js (src/player.js, src/lib/postmessage.js; its README lists the
 * events and what they carry): `{ method, value }` there, `{ event, data }` and answers of `{ method, value }` back. The
 * player says `ready` by itself, and answers `ping` where that was missed. `#t=` is the start time of its embed codes.
 */
const vimeo: PlayerProtocol = {
  address(url, startSeconds) {
    const address = new URL(url);
    if (startSeconds >= 1) address.hash = `t=${Math.floor(startSeconds)}s`;
    return address.href;
  },
  handshake: { method: "ping" },
  requests: [
    ...[...vimeoEvents.keys()].map((value) => ({ method: "addEventListener", value })),
    // It may have begun before it was listened to.
    { method: "getPaused" },
  ],
  seek: (seconds) => [{ method: "setCurrentTime", value: seconds }, { method: "play" }],
  read(message) {
    const { event, data, method, value } = fieldsOf(message);
    if (event === "ready" || method === "ping") return {};
    if (method === "getPaused" && typeof value === "boolean") return { isPlaying: !value };
    const news = vimeoEvents.get(event);
    return news && { ...news, ...secondsIn(fieldsOf(data)["seconds"]) };
  },
};

export const playerProtocols = { youtube, vimeo } satisfies Record<FramedVideo["provider"], PlayerProtocol>;

/** No lesson is longer, for the server neither. */
const mostSeconds = 86_400;

const secondsIn = (value: unknown): PlayerEvent =>
  typeof value === "number" && value >= 0 && value <= mostSeconds ? { seconds: value } : {};

/** The fields of an object, or of one that is written as JSON; none of anything else. */
function fieldsOf(data: unknown): Record<string, unknown> {
  try {
    const value: unknown = typeof data === "string" ? JSON.parse(data) : data;
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
