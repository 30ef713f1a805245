import { parentPort, workerData } from "node:worker_threads";
import h264 from "h264-mp4-encoder";
import { retimeMp4, withKeyFrames } from "./mp4-boxes.ts";

/** What `makeVideo` hands over: RGBA slides, how many frames each stays, and where the progress bar goes. */
export type VideoWork = {
  width: number;
  height: number;
  seconds: number;
  framesPerSlide: number;
  slides: Uint8Array[];
  bar: { left: number; top: number; width: number; height: number; color: readonly [number, number, number] };
};

// A thread of its own: the encoder blocks while it works, and its runtime installs handlers for uncaught
// exceptions that must not reach the server's process.
parentPort?.postMessage(await encode(workerData as VideoWork));

async function encode(work: VideoWork): Promise<Uint8Array> {
  const encoder = await h264.createH264MP4Encoder();
  const frameCount = work.framesPerSlide * work.slides.length;
  Object.assign(encoder, {
    width: work.width,
    height: work.height,
    frameRate: Math.max(1, Math.round(frameCount / work.seconds)),
    quantizationParameter: 24,
    groupOfPictures: work.framesPerSlide,
    speed: 10,
  });
  encoder.initialize();
  work.slides.forEach((slide, slideIndex) => {
    for (let frame = 0; frame < work.framesPerSlide; frame += 1) {
      const position = slideIndex * work.framesPerSlide + frame + 1;
      drawBar(slide, work, position / frameCount);
      encoder.addFrameRgba(slide);
    }
  });
  encoder.finalize();
  const mp4 = Buffer.from(encoder.FS.readFile(encoder.outputFilename));
  encoder.delete();
  retimeMp4(mp4, work.seconds);
  return withKeyFrames(mp4, work.framesPerSlide);
}

/** The bar only grows, so each frame is drawn on the one before it. */
function drawBar(pixels: Uint8Array, { bar, width }: VideoWork, share: number): void {
  const filled = Math.round(bar.width * share);
  for (let y = bar.top; y < bar.top + bar.height; y += 1) {
    for (let x = bar.left; x < bar.left + filled; x += 1) pixels.set(bar.color, (y * width + x) * 4);
  }
}
