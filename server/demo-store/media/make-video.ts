import { once } from "node:events";
import { Worker } from "node:worker_threads";
import sharp from "sharp";
import { box, drawableText, FONT_FAMILY, renderLayout } from "#server/images/svg-layout.ts";
import { COVER_PALETTES, type CoverPaletteName } from "./cover-palettes.ts";
import { seededRandom } from "./seeded-random.ts";
import { circle, rect, ring } from "./svg-shapes.ts";
import type { VideoWork } from "./video-worker.ts";

const WIDTH = 640;
const HEIGHT = 360;
const MARGIN = 48;
const TRACK = { left: MARGIN, top: 320, width: WIDTH - 2 * MARGIN, height: 6 };

/** Dark grounds only: a player's controls are white. */
const PALETTES = ["night", "forest", "berry", "cobalt"] as const satisfies CoverPaletteName[];

/**
 * A silent H.264 MP4 of 640 × 360 that lasts `seconds`: a title card, then the key points one by one, with a
 * bar that shows how far the video is. About 24 frames whatever its length: each costs a
 * first start time, and a long video stays small.
 */
export async function makeVideo(video: {
  title: string;
  seconds: number;
  seed: string;
  keyPoints?: string[];
}): Promise<Buffer> {
  const palette = COVER_PALETTES[seededRandom(video.seed).pick(PALETTES)];
  const points = video.keyPoints ?? [];
  const slides = await Promise.all(
    [0, ...points.map((_, index) => index + 1)].map(async (shown) => {
      const text = await renderLayout(
        slideLayout(video.title, points.slice(0, shown), palette),
        WIDTH,
        HEIGHT,
      );
      const svg = backdrop(palette, text);
      return new Uint8Array(await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer());
    }),
  );
  const work: VideoWork = {
    width: WIDTH,
    height: HEIGHT,
    seconds: video.seconds,
    framesPerSlide: Math.max(4, Math.round(24 / slides.length)),
    slides,
    bar: { ...TRACK, color: rgb(palette.accent) },
  };
  const worker = new Worker(new URL("./video-worker.ts", import.meta.url), {
    workerData: work,
    execArgv: [],
    // It needs nothing of ours; and under `node --watch` an empty one keeps Node's own messages from being taken for its answer.
    env: {},
    transferList: slides.map((slide) => slide.buffer),
  });
  const [mp4] = (await once(worker, "message")) as [Uint8Array];
  return Buffer.from(mp4.buffer, mp4.byteOffset, mp4.byteLength);
}

type Palette = (typeof COVER_PALETTES)[CoverPaletteName];

function backdrop(palette: Palette, text: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <defs><linearGradient id="back" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="${palette.from}"/><stop offset="1" stop-color="${palette.to}"/>
    </linearGradient></defs>
    ${rect(0, 0, WIDTH, HEIGHT, "url(#back)")}
    ${ring(610, 10, 96, palette.accent, 18)}${circle(610, 10, 50, palette.second)}
    ${rect(TRACK.left, TRACK.top, TRACK.width, TRACK.height, mix(palette))}
    ${text}
  </svg>`;
}

function slideLayout(title: string, points: string[], palette: Palette) {
  const opening = points.length === 0;
  return box(
    {
      width: WIDTH,
      height: HEIGHT - 44,
      padding: `${MARGIN - 8}px ${MARGIN}px`,
      flexDirection: "column",
      justifyContent: opening ? "center" : "flex-start",
      fontFamily: FONT_FAMILY,
      color: palette.text,
    },
    box(
      {
        width: opening ? 420 : 440,
        fontSize: opening ? 44 : 28,
        fontWeight: 800,
        lineHeight: 1.1,
        letterSpacing: "-0.02em",
      },
      drawableText(title, 60),
    ),
    ...points.map((point, index) =>
      box(
        {
          marginTop: index === 0 ? 24 : 14,
          alignItems: "center",
          opacity: index === points.length - 1 ? 1 : 0.6,
        },
        box({
          width: 10,
          height: 10,
          borderRadius: 5,
          backgroundColor: palette.second,
          marginRight: 16,
          flexShrink: 0,
        }),
        box({ width: 480, fontSize: 20, fontWeight: 500, lineHeight: 1.3 }, drawableText(point, 90)),
      ),
    ),
  );
}

/** The colour of the empty bar: the ground, lifted a little. */
function mix(palette: Palette): string {
  const [from, text] = [rgb(palette.from), rgb(palette.text)];
  return `rgb(${from.map((value, index) => Math.round(value * 0.7 + (text[index] ?? 0) * 0.3)).join(",")})`;
}

function rgb(color: string): [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
