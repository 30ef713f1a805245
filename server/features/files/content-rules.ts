import type { UploadExtension } from "#contract/files/accepted-files.ts";
import type { TextRule } from "./plain-text.ts";

/** How the content of a file shows that it is of its type. */
export type ContentRule =
  /** The first bytes name one of these types; `picture` is what the picture library has to find. */
  | { by: "signature"; types: readonly string[]; picture?: string }
  /** An archive that holds all of `holds`, and one of `oneOf` where given; or a file that begins with `orStarts`. */
  | { by: "archive"; holds?: readonly string[]; oneOf?: readonly string[]; orStarts?: readonly string[] }
  /** A compound file with one of these streams. */
  | { by: "compound"; streams: readonly string[] }
  | ({ by: "text" } & TextRule);

const signature = (...types: string[]): ContentRule => ({ by: "signature", types });
const office = (part: string): ContentRule => ({ by: "archive", holds: ["[Content_Types].xml", part] });
const iwork = (older: string): ContentRule => ({
  by: "archive",
  oneOf: ["Index/Document.iwa", "Index.zip", older],
});

export const contentRules: Readonly<Record<UploadExtension, ContentRule>> = {
  pdf: signature("application/pdf"),
  zip: { by: "archive" },
  doc: { by: "compound", streams: ["WordDocument"] },
  docx: office("word/document.xml"),
  xls: { by: "compound", streams: ["Workbook", "Book"] },
  xlsx: office("xl/workbook.xml"),
  pptx: office("ppt/presentation.xml"),
  key: iwork("index.apxl"),
  pages: iwork("index.xml"),
  numbers: iwork("index.xml"),
  epub: { by: "archive", holds: ["mimetype", "META-INF/container.xml"] },
  mobi: signature("application/x-mobipocket-ebook"),
  azw3: signature("application/x-mobipocket-ebook"),
  // Spreadsheets and editors still save these in the encodings of before Unicode.
  txt: { by: "text", anyEncoding: true },
  csv: { by: "text", anyEncoding: true },
  md: { by: "text" },
  json: { by: "text", begins: /^\s*[{[]/ },
  jpg: { by: "signature", types: ["image/jpeg"], picture: "jpeg" },
  jpeg: { by: "signature", types: ["image/jpeg"], picture: "jpeg" },
  png: { by: "signature", types: ["image/png", "image/apng"], picture: "png" },
  gif: { by: "signature", types: ["image/gif"], picture: "gif" },
  webp: { by: "signature", types: ["image/webp"], picture: "webp" },
  mp4: signature("video/mp4", "video/x-m4v"),
  mov: signature("video/quicktime"),
  mp3: signature("audio/mpeg"),
  wav: signature("audio/wav"),
  m4a: signature("audio/x-m4a", "audio/mp4"),
  flac: signature("audio/flac"),
  psd: signature("image/vnd.adobe.photoshop"),
  // Illustrator saves a PDF, and PostScript before that.
  ai: signature("application/pdf", "application/postscript", "application/eps"),
  eps: signature("application/eps"),
  fig: { by: "archive", oneOf: ["canvas.fig"], orStarts: ["fig-kiwi", "fig-jam."] },
  sketch: { by: "archive", holds: ["document.json", "meta.json"] },
  procreate: { by: "archive", holds: ["Document.archive"] },
  otf: signature("font/otf"),
  ttf: signature("font/ttf"),
  woff: signature("font/woff"),
  woff2: signature("font/woff2"),
  // Its XML has this root and no DOCTYPE in front of it, so no entities either.
  xmp: { by: "text", begins: /^\s*(<\?xml[^>]*\?>\s*)?(<\?xpacket[^>]*\?>\s*)?<(x:xmpmeta|rdf:RDF)\b/ },
  cube: { by: "text", begins: /^(?!\s*<)(?:[\s\S]*?[\r\n])?[ \t]*LUT_[13]D_SIZE[ \t]+\d/ },
  lrtemplate: { by: "text", begins: /^\s*s\s*=\s*\{/ },
};
