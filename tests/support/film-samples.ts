type Bytes = Uint8Array<ArrayBuffer>;

/** A box of an MP4 or QuickTime file; `longLength` writes its length with 64 bits. Tests in browsers make films, too. */
export function mp4Box(type: string, body: Uint8Array, longLength = false): Bytes {
  const headBytes = longLength ? 16 : 8;
  const bytes = new Uint8Array(headBytes + body.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, longLength ? 1 : bytes.length);
  bytes.set(new TextEncoder().encode(type), 4);
  if (longLength) view.setBigUint64(8, BigInt(bytes.length));
  bytes.set(body, headBytes);
  return bytes;
}

type Options = { handler?: string; indexFirst?: boolean; longLength?: boolean };

/** An MP4 with one track of this format; by default its index stands behind the film, as phones write it. */
export function filmOf(format: string, options: Options = {}): Bytes {
  const { handler = "vide", indexFirst = false, longLength = false } = options;
  const text = (value: string) => new TextEncoder().encode(value);
  const kind = joined(new Uint8Array(8), text(handler), new Uint8Array(12));
  const count = new Uint8Array([0, 0, 0, 0, 0, 0, 0, 1]);
  const stsd = mp4Box("stsd", joined(count, mp4Box(format, new Uint8Array(78))));
  const minf = mp4Box("minf", joined(mp4Box("vmhd", new Uint8Array(12)), mp4Box("stbl", stsd)));
  const mdia = mp4Box("mdia", joined(mp4Box("mdhd", new Uint8Array(24)), mp4Box("hdlr", kind), minf));
  const trak = mp4Box("trak", joined(mp4Box("tkhd", new Uint8Array(84)), mdia));
  const moov = mp4Box("moov", joined(mp4Box("mvhd", new Uint8Array(100)), trak), longLength);
  const mdat = mp4Box("mdat", new Uint8Array(64), longLength);
  const ftyp = mp4Box("ftyp", text("isom\0\0\0\0isommp42"));
  return indexFirst ? joined(ftyp, moov, mdat) : joined(ftyp, mdat, moov);
}

function joined(...parts: Uint8Array[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
