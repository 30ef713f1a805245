import { crc32, deflateRawSync } from "node:zlib";
import sharp from "sharp";

export type ZipEntry = { name: string; data?: Buffer; attributes?: number; claimedBytes?: number };

/** An archive, entry by entry, with whatever a hostile sender might claim about each. */
export function zipOf(entries: ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, data = Buffer.from("x"), attributes = 0, claimedBytes } of entries) {
    const packed = deflateRawSync(data);
    const nameBytes = Buffer.from(name);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(0x0800, 2);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(data), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(claimedBytes ?? data.length, 18);
    shared.writeUInt16LE(nameBytes.length, 22);
    locals.push(Buffer.from("PK\u0003\u0004", "latin1"), shared, nameBytes, packed);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(attributes >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    central.push(Buffer.from("PK\u0001\u0002\u0014\u0003", "latin1"), shared, tail, nameBytes);
    offset += 30 + nameBytes.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", 0, "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** A compound file (as .doc, .xls and .msi are) whose directory names these streams: at most three. */
export function compoundFileOf(names: string[]): Buffer {
  const file = Buffer.alloc(512 * 4);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(file);
  file.writeUInt16LE(0x3e, 24);
  file.writeUInt16LE(3, 26);
  file.writeUInt16LE(0xfffe, 28);
  file.writeUInt16LE(9, 30);
  file.writeUInt16LE(6, 32);
  file.writeUInt32LE(1, 44);
  file.writeUInt32LE(1, 48);
  file.writeUInt32LE(4096, 56);
  file.fill(0xff, 76, 512);
  file.writeUInt32LE(0, 76);
  // Sector 0 is the allocation table, sector 1 the directory.
  file.fill(0xff, 512, 1024);
  file.writeUInt32LE(0xfffffffd, 512);
  file.writeUInt32LE(0xfffffffe, 516);
  for (const [index, name] of ["Root Entry", ...names].entries()) {
    const at = 1024 + index * 128;
    file.write(`${name}\0`, at, "utf16le");
    file.writeUInt16LE((name.length + 1) * 2, at + 64);
    file[at + 66] = index === 0 ? 5 : 2;
  }
  return file;
}

const box = (type: string, body: Buffer) => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
};
const ftyp = (brand: string) =>
  box("ftyp", Buffer.concat([Buffer.from(brand), Buffer.alloc(4), Buffer.from(brand)]));

/** One small file of every kind that may be uploaded: name, declared type, content. */
export async function goodFiles(): Promise<{ name: string; type: string; data: Buffer }[]> {
  const image = (format: "png" | "jpeg" | "gif") =>
    sharp({ create: { width: 8, height: 8, channels: 3, background: "#4060ff" } })
      .toFormat(format)
      .toBuffer();
  const wav = Buffer.concat([
    Buffer.from("RIFF"),
    Buffer.from([36, 0, 0, 0]),
    Buffer.from("WAVEfmt "),
    Buffer.alloc(28),
  ]);
  const mp3Frame = Buffer.concat([Buffer.from("fffb9064", "hex"), Buffer.alloc(413)]);
  const office = "application/vnd.openxmlformats-officedocument";
  return [
    {
      name: "guide.pdf",
      type: "application/pdf",
      data: Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n"),
    },
    {
      name: "pack.zip",
      type: "application/zip",
      data: zipOf([{ name: "a/b.txt" }, { name: "naïve ✓.txt" }]),
    },
    { name: "windows.ZIP", type: "application/x-zip-compressed", data: zipOf([{ name: "a.txt" }]) },
    {
      name: "letter.docx",
      type: `${office}.wordprocessingml.document`,
      data: zipOf([{ name: "[Content_Types].xml" }, { name: "word/document.xml" }]),
    },
    {
      name: "sums.xlsx",
      type: `${office}.spreadsheetml.sheet`,
      data: zipOf([{ name: "[Content_Types].xml" }, { name: "xl/workbook.xml" }]),
    },
    { name: "old.doc", type: "application/msword", data: compoundFileOf(["WordDocument"]) },
    { name: "old.xls", type: "application/vnd.ms-excel", data: compoundFileOf(["Workbook"]) },
    { name: "photo.jpg", type: "image/jpeg", data: await image("jpeg") },
    { name: "photo.jpeg", type: "image/jpeg", data: await image("jpeg") },
    { name: "drawing.png", type: "image/png", data: await image("png") },
    { name: "moving.gif", type: "image/gif", data: await image("gif") },
    {
      name: "film.mp4",
      type: "video/mp4",
      data: Buffer.concat([ftyp("isom"), box("mdat", Buffer.alloc(64))]),
    },
    {
      name: "film.mov",
      type: "video/quicktime",
      data: Buffer.concat([ftyp("qt  "), box("mdat", Buffer.alloc(64))]),
    },
    { name: "song.mp3", type: "audio/mpeg", data: Buffer.concat([mp3Frame, mp3Frame]) },
    { name: "sound.wav", type: "audio/wav", data: wav },
    { name: "notes.txt", type: "text/plain;charset=utf-8", data: Buffer.from("Grüße, 你好\r\n\ttab\n") },
    {
      name: "notepad.txt",
      type: "text/plain",
      data: Buffer.from("\uFEFFUnicode, as Notepad says\n", "utf16le"),
    },
    { name: "latin.txt", type: "text/plain", data: Buffer.from("Gr\u00fc\u00dfe\n", "latin1") },
  ];
}

const boundary = "------------------------openstalltest";

/** A multipart body with one part for each file. */
export function multipartOf(
  parts: { name?: string; fileName?: string; type?: string; data: Buffer | string }[],
) {
  const chunks = parts.flatMap(({ name = "file", fileName, type, data }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${fileName === undefined ? "" : `; filename="${fileName}"`}\r\n${type === undefined ? "" : `content-type: ${type}\r\n`}\r\n`,
    ),
    Buffer.from(data),
    Buffer.from("\r\n"),
  ]);
  const payload = Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
  return { payload, headers: { "content-type": `multipart/form-data; boundary=${boundary}` } };
}
