import { crc32, deflateRawSync } from "node:zlib";
import sharp from "sharp";
import { mp4Box } from "./film-samples.ts";

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

const text = (name: string, type: string, content: string) => ({ name, type, data: Buffer.from(content) });

const signed = (name: string, type: string, start: string) => ({
  name,
  type,
  data: Buffer.concat([Buffer.from(start, "latin1"), Buffer.alloc(64)]),
});

const archiveOf = (name: string, type: string, ...entries: string[]) => ({
  name,
  type,
  data: zipOf(entries.map((entry) => ({ name: entry }))),
});

/** E-books, slides, templates, fonts, presets: what else creators sell. */
function filesOfTrades(): { name: string; type: string; data: Buffer }[] {
  const undeclared = "application/octet-stream";
  return [
    archiveOf(
      "talk.pptx",
      "application/vnd.openxmlformats-officedocument.presentationml.presentation",
      "[Content_Types].xml",
      "ppt/presentation.xml",
    ),
    archiveOf("talk.key", "application/vnd.apple.keynote", "Index/Document.iwa", "Metadata/Properties.plist"),
    archiveOf("letter.pages", "application/vnd.apple.pages", "Index/Document.iwa"),
    archiveOf("plan.numbers", "application/vnd.apple.numbers", "Index/Document.iwa"),
    archiveOf("book.epub", "application/epub+zip", "mimetype", "META-INF/container.xml", "book.opf"),
    signed("book.mobi", "application/x-mobipocket-ebook", `${"Book".padEnd(60, "\0")}BOOKMOBI`),
    signed("book.azw3", "application/vnd.amazon.mobi8-ebook", `${"Book".padEnd(60, "\0")}BOOKMOBI`),
    text("notes.md", "text/markdown", "# Notes\n\nSome *words*, naïve ✓\n"),
    text("table.csv", "text/csv", "BMI,name\n22,Zoë\n"),
    text("excel.csv", "application/vnd.ms-excel", "a;b\r\n1;2\r\n"),
    text("motion.json", "application/json", '\uFEFF{"v":"5.7.4","layers":[]}\n'),
    signed("layers.psd", "image/vnd.adobe.photoshop", "8BPS\0\u0001\0\0\0\0\0\0"),
    text("logo.ai", "application/illustrator", "%PDF-1.6\n1 0 obj\n<<>>\nendobj\n%%EOF\n"),
    text("old.ai", "application/postscript", "%!PS-Adobe-3.0\n%%Creator: Adobe Illustrator\n"),
    text("logo.eps", "application/postscript", "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 8 8\n"),
    archiveOf("kit.fig", undeclared, "canvas.fig", "meta.json", "thumbnail.png"),
    signed("older.fig", undeclared, "fig-kiwi\u000f\0\0\0"),
    archiveOf("kit.sketch", undeclared, "document.json", "meta.json", "pages/a.json"),
    archiveOf("brush.procreate", undeclared, "Document.archive", "QuickLook/Thumbnail.png"),
    signed("sans.otf", "font/otf", "OTTO\0\u000a"),
    signed("sans.ttf", "font/ttf", "\0\u0001\0\0\0\u000a"),
    signed("sans.woff", "font/woff", "wOFF\0\u0001\0\0"),
    signed("sans.woff2", "font/woff2", "wOF2\0\u0001\0\0"),
    text(
      "warm.xmp",
      "application/rdf+xml",
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>',
    ),
    text(
      "packet.xmp",
      undeclared,
      '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/"/>',
    ),
    text("film.cube", undeclared, '# Film look\r\nTITLE "Film"\r\nLUT_3D_SIZE 2\r\n0 0 0\r\n'),
    text("warm.lrtemplate", undeclared, 's = {\n\tid = "1",\n\tinternalName = "Warm",\n}\n'),
  ];
}

const ftyp = (brand: string) =>
  mp4Box("ftyp", Buffer.concat([Buffer.from(brand), Buffer.alloc(4), Buffer.from(brand)]));

/** One small file of every kind that may be uploaded: name, declared type, content. */
export async function goodFiles(): Promise<{ name: string; type: string; data: Buffer }[]> {
  const image = (format: "png" | "jpeg" | "gif" | "webp") =>
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
      data: Buffer.concat([ftyp("isom"), mp4Box("mdat", Buffer.alloc(64))]),
    },
    {
      name: "film.mov",
      type: "video/quicktime",
      data: Buffer.concat([ftyp("qt  "), mp4Box("mdat", Buffer.alloc(64))]),
    },
    { name: "light.webp", type: "image/webp", data: await image("webp") },
    {
      name: "song.m4a",
      type: "audio/mp4",
      data: Buffer.concat([ftyp("M4A "), mp4Box("mdat", Buffer.alloc(64))]),
    },
    signed("song.flac", "audio/flac", "fLaC\0\0\0\u0022"),
    ...filesOfTrades(),
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
