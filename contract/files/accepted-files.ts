/** 1 GB, exactly. */
export const maxUploadBytes = 1_073_741_824;

const openDocument = "application/vnd.openxmlformats-officedocument";

/** File types that can be uploaded: extension and the MIME type we store. Hints, pickers, checks and errors derive from it. */
export const uploadTypes = {
  pdf: "application/pdf",
  zip: "application/zip",
  doc: "application/msword",
  docx: `${openDocument}.wordprocessingml.document`,
  xls: "application/vnd.ms-excel",
  xlsx: `${openDocument}.spreadsheetml.sheet`,
  pptx: `${openDocument}.presentationml.presentation`,
  key: "application/vnd.apple.keynote",
  pages: "application/vnd.apple.pages",
  numbers: "application/vnd.apple.numbers",
  epub: "application/epub+zip",
  mobi: "application/x-mobipocket-ebook",
  azw3: "application/vnd.amazon.mobi8-ebook",
  txt: "text/plain",
  md: "text/markdown",
  csv: "text/csv",
  json: "application/json",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
  mp4: "video/mp4",
  mov: "video/quicktime",
  mp3: "audio/mpeg",
  wav: "audio/wav",
  m4a: "audio/mp4",
  flac: "audio/flac",
  psd: "image/vnd.adobe.photoshop",
  ai: "application/illustrator",
  eps: "application/postscript",
  fig: "application/octet-stream",
  sketch: "application/octet-stream",
  procreate: "application/octet-stream",
  otf: "font/otf",
  ttf: "font/ttf",
  woff: "font/woff",
  woff2: "font/woff2",
  xmp: "application/rdf+xml",
  cube: "application/octet-stream",
  lrtemplate: "application/octet-stream",
} as const satisfies Record<string, string>;
export type UploadExtension = keyof typeof uploadTypes;

export const isUploadExtension = (extension: string): extension is UploadExtension =>
  Object.hasOwn(uploadTypes, extension);

const everyExtension = Object.keys(uploadTypes) as UploadExtension[];

export const fileTooLarge = "File size must be under 1GB";
export const fileTypeRefused =
  "Please upload a supported file type (PDF, ZIP, DOC, XLS, IMG, VIDEO, AUDIO, TXT)";

/** A field that takes a file: everything on the list, or the video of a lesson, which has to play in every browser. */
export type UploadField = "file" | "video";

const fields: Record<UploadField, readonly UploadExtension[]> = { file: everyExtension, video: ["mp4"] };

/** Whether a field takes files of this extension. */
export const isAccepted = (extension: string, field: UploadField = "file"): boolean =>
  (fields[field] as readonly string[]).includes(extension);

/** For `<input accept>`. */
export const acceptedExtensions = (field: UploadField = "file"): string =>
  fields[field].map((extension) => `.${extension}`).join(",");

/** "PDF, ZIP, DOC, …": the types that a field takes, one name for JPG and JPEG. */
export const acceptedTypes = (field: UploadField = "file"): string =>
  fields[field]
    .filter((extension) => extension !== "jpeg")
    .join(", ")
    .toUpperCase();

/** What a field answers to a file of another type. */
export const typeRefusedBy = (field: UploadField): string =>
  field === "file" ? fileTypeRefused : `Please upload a supported file type (${acceptedTypes(field)})`;
