/** Boxes that hold other boxes, on the way to the headers of a video track. */
const CONTAINERS = ["moov", "trak", "mdia", "minf", "stbl"];

/** Finds a box by type and returns the offset of its content, behind size and type; undefined if absent. */
export function findMp4Box(mp4: Buffer, wanted: string, start = 0, end = mp4.length): number | undefined {
  for (let offset = start; offset + 8 <= end;) {
    const size = mp4.readUInt32BE(offset);
    const type = mp4.toString("latin1", offset + 4, offset + 8);
    if (type === wanted) return offset + 8;
    if (size < 8) return undefined;
    if (CONTAINERS.includes(type)) {
      const inside = findMp4Box(mp4, wanted, offset + 8, offset + size);
      if (inside !== undefined) return inside;
    }
    offset += size;
  }
  return undefined;
}

/** Seconds that a movie says it lasts. Throws a RangeError when there is no movie header of version 0. */
export function readMp4Duration(mp4: Buffer): number {
  const header = headerOf(mp4, "mvhd");
  return mp4.readUInt32BE(header + 16) / mp4.readUInt32BE(header + 12);
}

/**
 * Spreads the frames of a one-track movie evenly over `seconds` and clears the dates of its headers, in
 * place: the encoder knows no less than one frame a second, and writes the time of day into each file.
 */
export function retimeMp4(mp4: Buffer, seconds: number): void {
  const movie = headerOf(mp4, "mvhd");
  const track = headerOf(mp4, "tkhd");
  const media = headerOf(mp4, "mdhd");
  const times = headerOf(mp4, "stts");
  for (const header of [movie, track, media]) mp4.fill(0, header + 4, header + 12);
  const timescale = mp4.readUInt32BE(media + 12);
  const frameCount = mp4.readUInt32BE(times + 8);
  const ticksPerFrame = Math.round((seconds * timescale) / frameCount);
  mp4.writeUInt32BE(ticksPerFrame, times + 12);
  mp4.writeUInt32BE(ticksPerFrame * frameCount, media + 16);
  const movieTicks = Math.round((ticksPerFrame * frameCount * mp4.readUInt32BE(movie + 12)) / timescale);
  mp4.writeUInt32BE(movieTicks, movie + 16);
  mp4.writeUInt32BE(movieTicks, track + 20);
}

/**
 * Returns the movie with a table that names every `interval`th frame a key frame. The encoder leaves the table
 * out, which says that every frame is one, and then seeking shows the wrong picture. The index must stand
 * behind the frames, so that no frame moves.
 */
export function withKeyFrames(mp4: Buffer, interval: number): Buffer {
  const containers = CONTAINERS.map((type) => findMp4Box(mp4, type));
  const [movie, , , , tables] = containers;
  const frames = findMp4Box(mp4, "mdat");
  if (movie === undefined || tables === undefined || frames === undefined || frames > movie) {
    throw new RangeError("not a movie with its index behind its frames");
  }
  const frameCount = mp4.readUInt32BE(headerOf(mp4, "stts") + 8);
  const keyFrames = Array.from(
    { length: Math.ceil(frameCount / interval) },
    (_, index) => index * interval + 1,
  );
  const table = Buffer.alloc(16 + 4 * keyFrames.length);
  table.writeUInt32BE(table.length, 0);
  table.write("stss", 4, "latin1");
  table.writeUInt32BE(keyFrames.length, 12);
  keyFrames.forEach((frame, index) => table.writeUInt32BE(frame, 16 + 4 * index));
  const longer = Buffer.concat([mp4.subarray(0, tables), table, mp4.subarray(tables)]);
  for (const content of containers) {
    if (content !== undefined)
      longer.writeUInt32BE(mp4.readUInt32BE(content - 8) + table.length, content - 8);
  }
  return longer;
}

function headerOf(mp4: Buffer, type: string): number {
  const content = findMp4Box(mp4, type);
  if (content === undefined || mp4[content] !== 0) throw new RangeError(`no ${type} box of version 0`);
  if (type === "stts" && mp4.readUInt32BE(content + 4) !== 1) throw new RangeError("frames differ in length");
  return content;
}
