import {
  fileTypeRefused,
  isUploadExtension,
  type UploadExtension,
  uploadTypes,
} from "#contract/files/accepted-files.ts";
import { extensionOf } from "#contract/files/extension-of.ts";
import { UnsupportedType } from "#server/errors.ts";

const undeclared = "application/octet-stream";

/** Other names that senders use for a type. */
const aliases: Partial<Record<UploadExtension, readonly string[]>> = {
  zip: ["application/x-zip-compressed", "application/x-zip"],
  mp3: ["audio/mp3"],
  wav: ["audio/x-wav", "audio/wave", "audio/vnd.wave"],
  m4a: ["audio/x-m4a", "audio/m4a"],
  flac: ["audio/x-flac"],
  key: ["application/x-iwork-keynote-sffkey"],
  pages: ["application/x-iwork-pages-sffpages"],
  numbers: ["application/x-iwork-numbers-sffnumbers"],
  mobi: [undeclared],
  azw3: ["application/x-mobi8-ebook", undeclared],
  md: ["text/x-markdown", "text/plain", undeclared],
  csv: ["application/csv", "application/vnd.ms-excel", "text/plain"],
  json: ["text/json", "text/plain"],
  psd: ["image/x-photoshop", "application/x-photoshop", "application/photoshop", undeclared],
  ai: ["application/postscript", "application/pdf"],
  eps: ["image/x-eps", "application/eps"],
  fig: ["application/x-figma", "application/zip"],
  sketch: ["application/x-sketch", "application/zip"],
  procreate: ["application/x-procreate", "application/zip"],
  otf: ["application/vnd.ms-opentype", "application/x-font-otf", "application/font-sfnt"],
  ttf: ["application/x-font-ttf", "application/x-font-truetype", "application/font-sfnt"],
  woff: ["application/font-woff", "application/x-font-woff"],
  woff2: ["application/font-woff2"],
  xmp: ["application/xml", "text/xml", undeclared],
  cube: ["text/plain"],
  lrtemplate: ["text/plain"],
};

/** The type that name and declaration agree on, before a byte is read. Throws 415 where they do not, or where it is none of ours. */
export function declaredType(
  fileName: string,
  mimeType: string,
): { extension: UploadExtension; mimeType: string } {
  const extension = extensionOf(fileName);
  const declared = mimeType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (!isUploadExtension(extension)) throw UnsupportedType(fileTypeRefused);
  if (declared !== uploadTypes[extension] && !aliases[extension]?.includes(declared))
    throw UnsupportedType(fileTypeRefused);
  return { extension, mimeType: uploadTypes[extension] };
}
