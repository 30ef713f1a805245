/** What the browser can tell of a video file: its length, its size, and a picture of its beginning. */
export type VideoFacts = {
  durationSeconds: number | undefined;
  /** Of its picture. */
  size: { width: number; height: number } | undefined;
  frame: Blob | undefined;
};

const timeoutMs = 15_000;
const widestFrame = 1_280;

/** Reads a video file without sending it. What this browser cannot decode has no facts. */
export async function readVideo(file: Blob): Promise<VideoFacts> {
  const url = URL.createObjectURL(file);
  const video = document.createElement("video");
  video.muted = true;
  video.playsInline = true;
  video.preload = "auto";
  try {
    const loaded = arrival(video, "loadeddata");
    video.src = url;
    if (!(await loaded)) return { durationSeconds: undefined, size: undefined, frame: undefined };
    // The very first frame is often black.
    const sought = arrival(video, "seeked");
    video.currentTime = Math.min(1, video.duration / 2 || 0);
    const frame = (await sought) ? await frameOf(video) : undefined;
    const { videoWidth: width, videoHeight: height } = video;
    const size = width > 0 && height > 0 ? { width, height } : undefined;
    return { durationSeconds: secondsOf(video), size, frame };
  } finally {
    video.removeAttribute("src");
    video.load();
    URL.revokeObjectURL(url);
  }
}

/** Whole seconds; undefined for what has no known end. */
export const secondsOf = ({ duration }: HTMLVideoElement): number | undefined =>
  Number.isFinite(duration) && duration > 0 ? Math.max(1, Math.round(duration)) : undefined;

/** The picture on screen as a JPEG; undefined where the browser does not give it out. */
export async function frameOf(video: HTMLVideoElement): Promise<Blob | undefined> {
  const { videoWidth, videoHeight } = video;
  if (!videoWidth || !videoHeight) return undefined;
  const scale = Math.min(1, widestFrame / videoWidth);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  try {
    canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.85));
    return blob ?? undefined;
  } catch {
    return undefined;
  }
}

/** Whether something happens to a video before it fails or takes too long. */
function arrival(video: HTMLVideoElement, event: "loadeddata" | "seeked"): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), timeoutMs);
    const end = (happened: boolean) => () => {
      clearTimeout(timer);
      resolve(happened);
    };
    video.addEventListener(event, end(true), { once: true });
    video.addEventListener("error", end(false), { once: true });
  });
}
