/** Reads part of a file; fewer bytes where it ends. */
export type ReadBytes = (start: number, length: number) => Promise<Uint8Array>;

/** What the first video track of an MP4 or QuickTime file may be for every current browser to play it: H.264 and VP9. */
const playable = new Set(["avc1", "avc3", "vp09"]);
/** HEVC, also as Dolby Vision carries it. */
const hevc = new Set(["hvc1", "hev1", "dvh1", "dvhe"]);

/** Boxes that are looked at in one file. Real files need a few dozen, hostile ones may hold millions. */
const mostBoxes = 2_000;

type Box = { type: string; start: number; end: number };

/**
 * Returns the four-character code of the first video track of an MP4 or QuickTime file ("avc1", "hvc1", "ap4h"), wherever its
 * index stands; undefined where none is found. Reads 16 bytes a box, never the film itself.
 */
export async function firstVideoFormat(read: ReadBytes, size: number): Promise<string | undefined> {
  let left = mostBoxes;

  async function* boxesIn({ start, end }: Pick<Box, "start" | "end">): AsyncGenerator<Box> {
    let at = start;
    while (at + 8 <= end && left-- > 0) {
      const head = viewOf(await read(at, 16));
      if (head.byteLength < 8) return;
      const [headBytes, length] = lengthsOf(head, end - at);
      if (length < headBytes) return;
      yield { type: textAt(head, 4), start: at + headBytes, end: Math.min(end, at + length) };
      at += length;
    }
  }

  async function find(parent: Box, ...path: string[]): Promise<Box | undefined> {
    let found: Box | undefined = parent;
    for (const type of path) {
      if (!found) return undefined;
      found = await firstOf(boxesIn(found), type);
    }
    return found;
  }

  const moov = await firstOf(boxesIn({ start: 0, end: size }), "moov");
  if (!moov) return undefined;
  for await (const trak of boxesIn(moov)) {
    if (trak.type !== "trak") continue;
    const handler = await find(trak, "mdia", "hdlr");
    if (!handler || textAt(viewOf(await read(handler.start, 12)), 8) !== "vide") continue;
    const description = await find(trak, "mdia", "minf", "stbl", "stsd");
    return description && (textAt(viewOf(await read(description.start, 16)), 12) || undefined);
  }
  return undefined;
}

async function firstOf(boxes: AsyncIterable<Box>, type: string): Promise<Box | undefined> {
  for await (const box of boxes) if (box.type === type) return box;
  return undefined;
}

/** Of the head and of all of a box: a length of 1 is followed by one of 64 bits, one of 0 reaches to the end. */
function lengthsOf(head: DataView, rest: number): [headBytes: number, length: number] {
  const length = head.getUint32(0);
  if (length === 0) return [8, rest];
  if (length !== 1) return [8, length];
  return head.byteLength < 16 ? [16, 0] : [16, Number(head.getBigUint64(8))];
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);

const textAt = (view: DataView, at: number): string =>
  view.byteLength < at + 4
    ? ""
    : String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));

/** Why a video of this format cannot be shown to every buyer, and what to do; undefined where it can, or nothing is known. */
export function formatProblem(format: string | undefined): string | undefined {
  if (format === undefined || playable.has(format)) return undefined;
  if (hevc.has(format))
    return "This video is HEVC (H.265), which many browsers can't play. Export it as H.264 and upload it again. To record in H.264 on an iPhone, choose Settings › Camera › Formats › Most Compatible.";
  return "This video's format doesn't play in every browser. Export it as an MP4 with H.264 and upload it again.";
}

const mp4 = "video/mp4";

/** The MIME type of an MP4, which names the format of a video that browsers do not all play: `video/mp4; codecs="hvc1"`. */
export const mp4TypeOf = (format: string | undefined): string =>
  format !== undefined && formatProblem(format)
    ? `${mp4}; codecs="${format.replaceAll(/[^A-Za-z0-9]/g, "_")}"`
    : mp4;

/** What is wrong with an upload of this MIME type as a video on a page; undefined where every browser plays it. */
export function videoTypeProblem(mimeType: string): string | undefined {
  if (mimeType === mp4) return undefined;
  const format = /^video\/mp4; codecs="(\w{4})"$/.exec(mimeType)?.[1];
  return formatProblem(format) ?? "Use an MP4 video: other kinds do not play in every browser.";
}
