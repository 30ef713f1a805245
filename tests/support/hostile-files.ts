import { crc32, deflateSync, gzipSync } from "node:zlib";
import sharp from "sharp";
import { isUploadExtension, uploadTypes } from "#contract/files/accepted-files.ts";
import { extensionOf } from "#contract/files/extension-of.ts";
import { compoundFileOf, goodFiles, zipOf } from "./file-samples.ts";

/** What is sent: under which name, declared as what. */
export type HostileFile = { what: string; name: string; type: string; data: Buffer };

type Row = [what: string, name: string, data: Buffer | string];

/** Files that must never be taken for what their names and declared types say. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const files = await goodFiles();
  const good = (name: string) => files.find((file) => file.name === name)?.data ?? Buffer.alloc(0);
  const rows = [
    ...disguised(good),
    ...polyglots(good),
    ...archives(good),
    ...markupAsEverything(),
    ...films(good),
    ...ofTrades(good),
  ];
  return rows.map(([what, name, data]) => {
    const extension = extensionOf(name);
    const type = isUploadExtension(extension) ? uploadTypes[extension] : "application/octet-stream";
    return { what, name, type, data: Buffer.from(data as Buffer) };
  });
}

type Good = (name: string) => Buffer;

function disguised(good: Good): Row[] {
  return [
    ["an empty file", "a.pdf", Buffer.alloc(0)],
    ["a program called a document", "a.pdf", Buffer.from("MZ\u0090\u0000\u0003", "latin1")],
    ["an ELF program called text", "a.txt", Buffer.from("\u007fELF\u0002\u0001\u0001\u0000", "latin1")],
    ["a web page called text", "a.txt", Buffer.from("  <!DOCTYPE html><script>alert(1)</script>")],
    ["a web page with a mark called text", "a.txt", Buffer.from("\uFEFF<html><body onload=alert(1)>")],
    [
      "a vector image called text",
      "a.txt",
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    ],
    ["a script tag called text", "a.txt", Buffer.from("<script>alert(1)</script>")],
    [
      "XML called text",
      "a.txt",
      Buffer.from('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'),
    ],
    ["text with a NUL", "a.txt", Buffer.from("hello\0world")],
    ["text with a NUL far in", "a.txt", Buffer.concat([Buffer.alloc(3_000_000, "a"), Buffer.from([0])])],
    ["a picture's first bytes with a script behind", "a.gif", Buffer.from("GIF89a/*<script>*/=1;alert(1)")],
    ["a picture cut off in its header", "a.png", good("drawing.png").subarray(0, 12)],
    ["an installer called a document", "a.doc", compoundFileOf(["!_StringPool"])],
    ["an old sheet called a document", "a.doc", compoundFileOf(["Workbook"])],
    ["a compound file whose directory goes round in circles", "a.doc", circular()],
    ["a compound file that points outside itself", "a.doc", pointingOutside()],
    ["only the signature of a compound file", "a.doc", Buffer.from("d0cf11e0a1b11ae1", "hex")],
    ["sound that is only the letters", "a.wav", Buffer.from("RIFFxxxxAVI LIST")],
    ["a film that is a picture", "a.mp4", Buffer.from("0000001c6674797061766966000000006d696631", "hex")],
    [
      "a page before a document",
      "a.pdf",
      Buffer.concat([Buffer.from("<script>alert(1)</script>"), good("guide.pdf")]),
    ],
    ["a program before a document", "a.pdf", Buffer.concat([Buffer.from("MZ"), good("guide.pdf")])],
    ["a script of PHP called a picture", "a.jpg", "<?php system($_GET['c']); ?>"],
    ["a program for Java called an archive", "a.zip", Buffer.from("cafebabe0000003d", "hex")],
    ["a database called a sheet", "a.xls", "SQLite format 3\0"],
    ["rich text called a document", "a.doc", "{\\rtf1\\object\\objdata 0105000002}"],
    [
      "a shortcut of Windows called a document",
      "a.pdf",
      Buffer.from("4c0000000114020000000000c000000000000046", "hex"),
    ],
    ["a compressed drawing called a picture", "a.png", gzipSync("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    ["PostScript called a document", "a.pdf", "%!PS-Adobe-3.0\n(/etc/passwd) (r) file"],
    ["a RAR archive called ZIP", "a.zip", Buffer.from("526172211a0700", "hex")],
    ["a picture of Photoshop called PNG", "a.png", Buffer.from("384250530001000000000000", "hex")],
    ["a moving picture of WebP called GIF", "a.gif", Buffer.from("524946461a000000574542505650384c", "hex")],
    [
      "a mail called text",
      "a.txt",
      Buffer.concat([Buffer.from("From: a@example.com\n\n"), Buffer.from([0, 1, 2])]),
    ],
    ["tracker music called MP3", "a.mp3", "Extended Module: "],
    ["a list of songs called WAV", "a.wav", "#EXTM3U\nhttps://evil.example/a.mp3\n"],
  ];
}

/** Two formats in one file. */
function polyglots(good: Good): Row[] {
  const zip = good("pack.zip");
  return [
    [
      "a document that is an archive at its end",
      "a.pdf",
      Buffer.concat([good("guide.pdf"), good("pack.zip")]),
    ],
    [
      "a picture that is an archive at its end",
      "a.gif",
      Buffer.concat([good("moving.gif"), good("pack.zip")]),
    ],
    ["an archive that begins as a picture", "a.zip", Buffer.concat([good("moving.gif"), good("pack.zip")])],
    ["an archive that begins as a program", "a.zip", Buffer.concat([Buffer.from("MZ"), good("pack.zip")])],
    ["a photo that is an archive at its end", "a.jpg", Buffer.concat([good("photo.jpg"), zip])],
    ["a film that is an archive at its end", "a.mp4", Buffer.concat([good("film.mp4"), zip])],
    ["a song that is an archive at its end", "a.mp3", Buffer.concat([good("song.mp3"), zip])],
    ["sound that is an archive at its end", "a.wav", Buffer.concat([good("sound.wav"), zip])],
    ["text that is an archive at its end", "a.txt", Buffer.concat([Buffer.from("Read me\n"), zip])],
    ["a document of Word that is an archive at its end", "a.doc", Buffer.concat([good("old.doc"), zip])],
    [
      "an archive that begins as a page",
      "a.zip",
      Buffer.concat([Buffer.from("<script>alert(1)</script>"), zip]),
    ],
    ["an archive that begins as a document", "a.zip", Buffer.concat([good("guide.pdf"), zip])],
  ];
}

/** Archives that climb out, swell, or lie about what they hold. */
function archives(good: Good): Row[] {
  return [
    [
      "a document with programs inside",
      "a.docx",
      zipOf([
        { name: "[Content_Types].xml" },
        { name: "word/document.xml" },
        { name: "word/vbaProject.bin" },
      ]),
    ],
    ["an archive called a document", "a.docx", zipOf([{ name: "a.txt" }])],
    ["an archive that climbs out", "a.zip", zipOf([{ name: "../../etc/cron.d/x" }])],
    ["an archive that climbs out in the middle", "a.zip", zipOf([{ name: "a/../../x" }])],
    ["an archive with an absolute path", "a.zip", zipOf([{ name: "/etc/passwd" }])],
    ["an archive with a drive letter", "a.zip", zipOf([{ name: "C:/Windows/x.dll" }])],
    ["an archive that climbs out with backslashes", "a.zip", zipOf([{ name: "..\\..\\x" }])],
    [
      "an archive with a symbolic link",
      "a.zip",
      zipOf([{ name: "link", data: Buffer.from("/etc/passwd"), attributes: 0o120777 << 16 }]),
    ],
    ["an archive with a control character in a name", "a.zip", zipOf([{ name: "a\u0000.txt" }])],
    ["an archive of zeros that swells", "a.zip", zipOf([{ name: "zeros", data: Buffer.alloc(30_000_000) }])],
    ["an archive that claims 4 GB from nothing", "a.zip", zipOf([{ name: "x", claimedBytes: 0xffff_fffe }])],
    [
      "an archive with 10,001 entries",
      "a.zip",
      zipOf(Array.from({ length: 10_001 }, (_, index) => ({ name: `${index}` }))),
    ],
    ["an archive without entries", "a.zip", zipOf([])],
    ["an archive cut off before its list", "a.zip", good("pack.zip").subarray(0, 40)],
    ["an archive whose list lies about its place", "a.zip", lyingList(good)],
    ["an archive of one folder above", "a.zip", zipOf([{ name: ".." }])],
    ["an archive with a path of a network", "a.zip", zipOf([{ name: "//evil.example/share/x" }])],
    ["an archive with a line break in a name", "a.zip", zipOf([{ name: "a\r\nb.txt" }])],
    ["an archive that counts one file many times", "a.zip", overlapping()],
    ["an archive that counts entries it has not", "a.zip", countingWrong(good("pack.zip"))],
    [
      "a document that climbs out",
      "a.docx",
      zipOf([{ name: "[Content_Types].xml" }, { name: "word/document.xml" }, { name: "../x" }]),
    ],
    [
      "a sheet with programs inside",
      "a.xlsx",
      zipOf([{ name: "[Content_Types].xml" }, { name: "xl/workbook.xml" }, { name: "xl/vbaProject.bin" }]),
    ],
    [
      "a sheet that swells",
      "a.xlsx",
      zipOf([{ name: "[Content_Types].xml" }, { name: "xl/workbook.xml", data: Buffer.alloc(9_000_000) }]),
    ],
    ["a document cut off", "a.docx", good("letter.docx").subarray(0, -30)],
    ["a sheet called a document", "a.docx", good("sums.xlsx")],
    [
      "nothing but the end of an archive, and a remark",
      "a.zip",
      Buffer.concat([
        Buffer.from("504b0506", "hex"),
        Buffer.alloc(16),
        Buffer.from([5, 0]),
        Buffer.from("<svg>"),
      ]),
    ],
  ];
}

const asText = new Set(["txt", "md", "csv", "json", "xmp", "cube", "lrtemplate"]);

/** Pages and drawings that run scripts or fetch files, under every name there is. */
function markupAsEverything(): Row[] {
  const texts: [string, string][] = [
    ["a drawing with a script", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ["a page", "<!doctype html><html><body onload=alert(1)></body></html>"],
    [
      "XML that reads files",
      '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><x>&f;</x>',
    ],
  ];
  return Object.keys(uploadTypes).flatMap((extension, index): Row[] => {
    const shown = asText.has(extension) ? texts : [texts[index % texts.length] ?? texts[0] ?? ["", ""]];
    return shown.map(([what, text]) => [`${what} called .${extension}`, `a.${extension}`, text]);
  });
}

const box = (type: string, body: Buffer | string): Buffer => {
  const bytes = Buffer.from(body as Buffer);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + bytes.length);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, bytes]);
};

function films(good: Good): Row[] {
  const film = good("film.mp4");
  return [
    ["a film whose first box is not its type", "a.mp4", Buffer.concat([box("free", Buffer.alloc(16)), film])],
    ["a film behind a page", "a.mp4", Buffer.concat([Buffer.from("<html><script>alert(1)</script>"), film])],
    ["a film that is a HEIC picture", "a.mp4", box("ftyp", "heic\0\0\0\0mif1heic")],
    ["a film of QuickTime called MP4", "a.mp4", good("film.mov")],
    ["an MP4 called QuickTime", "a.mov", film],
    ["a film cut off within its first box", "a.mp4", film.subarray(0, 6)],
    ["a playlist called a film", "a.mp4", "#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n"],
    [
      "a Matroska film called MP4",
      "a.mp4",
      Buffer.from("1a45dfa3a34286810142f7810142f2810442f381084282847765626d", "hex"),
    ],
  ];
}

/** What creators sell besides documents, and what only claims to be that. */
function ofTrades(good: Good): Row[] {
  const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>';
  return [
    [
      "slides with programs inside",
      "a.pptx",
      zipOf([
        { name: "[Content_Types].xml" },
        { name: "ppt/presentation.xml" },
        { name: "ppt/vbaProject.bin" },
      ]),
    ],
    [
      "a book that climbs out",
      "a.epub",
      zipOf([{ name: "mimetype" }, { name: "META-INF/container.xml" }, { name: "../x" }]),
    ],
    [
      "a book that swells",
      "a.epub",
      zipOf([{ name: "mimetype" }, { name: "META-INF/container.xml", data: Buffer.alloc(9_000_000) }]),
    ],
    ["a book without its list", "a.epub", zipOf([{ name: "mimetype" }])],
    ["an archive called Keynote", "a.key", good("pack.zip")],
    ["a private key called Keynote", "a.key", "-----BEGIN PRIVATE KEY-----\n"],
    ["a design that is only an archive", "a.fig", good("pack.zip")],
    ["a design that is an archive at its end", "a.fig", Buffer.concat([good("older.fig"), good("pack.zip")])],
    ["a font that is an archive at its end", "a.otf", Buffer.concat([good("sans.otf"), good("pack.zip")])],
    ["a collection of fonts called one", "a.ttf", "ttcf\0\u0001\0\0"],
    ["a preset with entities", "a.xmp", `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]>${xmp}`],
    ["a page around a preset", "a.xmp", `<html>${xmp}</html>`],
    ["a preset with a NUL", "a.xmp", `${xmp}\0`],
    ["a preset in no encoding", "a.xmp", Buffer.from(`${xmp}\u00fc`, "latin1")],
    ["a program in Lua called a preset", "a.lrtemplate", "os.execute('rm -rf /')"],
    ["words called a table of colors", "a.cube", "TITLE only\n"],
    ["words called JSON", "a.json", "alert(1)"],
    ["JSON cut off within a letter", "a.json", Buffer.from([0x7b, 0x22, 0xc3])],
    ["a program called a table", "a.csv", Buffer.from("MZ\u0090\u0000\u0003", "latin1")],
    ["notes with a NUL", "a.md", "# Notes\0"],
    ["notes in no encoding", "a.md", Buffer.from("# Gr\u00fc\u00dfe", "latin1")],
  ];
}

function circular() {
  const file = compoundFileOf(["x"]);
  file.writeUInt32LE(1, 516);
  return file;
}
function pointingOutside() {
  const file = compoundFileOf(["WordDocument"]);
  file.writeUInt32LE(0xffff_fff0, 48);
  return file;
}
function lyingList(good: Good) {
  const zip = Buffer.from(good("pack.zip"));
  zip.writeUInt32LE(0x7fff_ffff, zip.length - 6);
  return zip;
}

/** Many entries of the list mean the same few bytes: small to send, large to open. */
function overlapping() {
  const data = Buffer.alloc(1_000_000);
  const one = zipOf([{ name: "a", data }]);
  const listed = one.readUInt32LE(one.length - 6);
  const entry = one.subarray(listed, one.length - 22);
  const end = Buffer.from(one.subarray(-22));
  end.writeUInt16LE(5_000, 8);
  end.writeUInt16LE(5_000, 10);
  end.writeUInt32LE(5_000 * entry.length, 12);
  return Buffer.concat([one.subarray(0, listed), ...Array.from({ length: 5_000 }, () => entry), end]);
}
function countingWrong(archive: Buffer) {
  const zip = Buffer.from(archive);
  zip.writeUInt16LE(9_000, zip.length - 12);
  return zip;
}

/** What would run, or be unpacked, if it were still in a picture after it was drawn anew. */
export const smuggled = "<script>alert('smuggled')</script>";

/** Pictures that must be refused: of other formats, too large, damaged, or none. */
export async function hostileImages(): Promise<{ what: string; data: Buffer }[]> {
  const photo = await picture().jpeg().toBuffer();
  const drawing = await picture().png().toBuffer();
  const broken = Buffer.from(drawing);
  broken.writeUInt32BE(0, 29);
  const rows: [string, Buffer | string][] = [
    [
      "a drawing that reads files",
      '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
    ],
    ["a compressed drawing", gzipSync('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["a page", "<!doctype html><script>alert(1)</script>"],
    ["a TIFF", await picture().tiff().toBuffer()],
    ["a bitmap", Buffer.concat([Buffer.from("BM"), Buffer.alloc(64)])],
    ["an icon", Buffer.from("00000100010010100000010020006804000016000000", "hex")],
    ["a picture of Photoshop", Buffer.from("384250530001000000000000", "hex")],
    ["PostScript", "%!PS-Adobe-3.0 EPSF-3.0\n"],
    ["a script of ImageMagick", "push graphic-context\nimage over 0,0 0,0 'https://evil.example/x'"],
    ["a JPEG of 65,500 pixels each way", sized(photo)],
    ["a PNG of 50,000 pixels each way", png(50_000, 50_000, Buffer.alloc(10))],
    ["a PNG of no width", png(0, 10, Buffer.alloc(10))],
    ["a PNG whose data is a bomb", png(10_000, 10_000, Buffer.alloc(5_000_000))],
    ["a PNG of too little data", png(4_000, 4_000, Buffer.alloc(10))],
    ["a PNG with a wrong checksum", broken],
    ["half a photo", photo.subarray(0, photo.length / 2)],
    ["half a drawing", drawing.subarray(0, drawing.length / 2)],
    ["a photo that is only its marks", Buffer.from("ffd8ffe000104a4649460001ffd9", "hex")],
    [
      "a GIF of one byte of data",
      Buffer.from("GIF89a\x0a\x00\x0a\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff\x2c\x00", "latin1"),
    ],
    ["an AVIF without a picture", Buffer.from("0000001c6674797061766966000000006d69663161766966", "hex")],
    ["a WebP that lies about its length", Buffer.from("52494646ffffffff5745425056503820ffffffff", "hex")],
    ["a film", Buffer.from("000000186674797069736f6d0000000069736f6d", "hex")],
    ["noise", Buffer.from(Array.from({ length: 2_000 }, (_, at) => (at * 7_919) % 251))],
  ];
  return rows.map(([what, data]) => ({ what, data: Buffer.from(data as Buffer) }));
}

/** Pictures that show something and carry something else. */
export async function laden(): Promise<{ what: string; data: Buffer }[]> {
  const photo = await picture().jpeg().toBuffer();
  const load = Buffer.from(smuggled);
  const remark = Buffer.concat([Buffer.from([0xff, 0xfe, 0, load.length + 2]), load]);
  const gif = await picture().gif().toBuffer();
  return [
    {
      what: "a photo with a script in a remark",
      data: Buffer.concat([photo.subarray(0, 2), remark, photo.subarray(2)]),
    },
    { what: "a photo with a page behind it", data: Buffer.concat([photo, load]) },
    {
      what: "a photo with an archive behind it",
      data: Buffer.concat([photo, zipOf([{ name: "x", data: load }]), load]),
    },
    { what: "a moving picture with a script behind it", data: Buffer.concat([gif, load]) },
    {
      what: "a photo with a script in its metadata",
      data: await picture()
        .jpeg()
        .withExif({ IFD0: { Copyright: smuggled } })
        .toBuffer(),
    },
  ];
}

const picture = () => sharp({ create: { width: 64, height: 64, channels: 3, background: "#4060ff" } });

/** A photo whose header claims another size. */
function sized(photo: Buffer): Buffer {
  const data = Buffer.from(photo);
  const frame = data.indexOf(Buffer.from([0xff, 0xc0]));
  data.writeUInt16BE(65_500, frame + 5);
  data.writeUInt16BE(65_500, frame + 7);
  return data;
}

function png(width: number, height: number, raw: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunk = (type: string, body: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type), body]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(body.length, 0);
    ends.writeUInt32BE(crc32(typed), 4);
    return Buffer.concat([ends.subarray(0, 4), typed, ends.subarray(4)]);
  };
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(raw)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
