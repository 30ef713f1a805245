import { create as contentDisposition } from "content-disposition";
import { extensionOf } from "#contract/files/extension-of.ts";
import { trimCharacters } from "#contract/trim-characters.ts";

const maxLength = 150;
/** File systems allow 255 bytes, and a browser that saves a file twice adds " (1)" before its extension. */
const maxBytes = 240;

/**
 * A sender's file name made fit to show and to download under: no folders, no invisible or reserved characters, at most 150
 * characters and 240 bytes long. A double quote stays, since `attachmentHeader` can carry it.
 */
export function safeFileName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? "";
  const printable = last
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign, at: number, name: string) =>
      isJoiner(sign) && joins(name, at) ? sign : "",
    )
    .replace(/[<>:|?*]/g, "_")
    .replace(/\s+/gu, " ");
  const visible = trimCharacters(printable, ". ");
  const extension = extensionOf(last);
  if (visible === "" || visible === extension) return unnamed(extension);
  return shortened(visible, maxLength, maxBytes);
}

/** As it was sent, for show: without what cannot be stored or printed, at most 255 long. */
export const originalNameOf = (given: string): string =>
  shortened(given.toWellFormed().replace(/\p{Cc}/gu, ""), 255) || "file";

/** A safe name for an entry of a ZIP: Windows unpacks no name with a double quote. */
export const zipEntryName = (given: string): string => safeFileName(given).replaceAll('"', "'");

/**
 * The `Content-Disposition` of a file that is saved under this name: exact by RFC 8187, with a plain ASCII name for programs
 * that know no more.
 */
export function attachmentHeader(fileName: string): string {
  const ascii = fileName
    .normalize("NFKD")
    .replace(/[\p{M}\u200c\u200d]/gu, "")
    .replace(/[^\x20-\x7e]|["\\%]/gu, "_");
  const says = /[a-z0-9]/i.test(ascii.replace(/\.[a-z0-9]{1,10}$/i, ""));
  return contentDisposition(fileName, { fallback: says ? ascii : unnamed(extensionOf(fileName)) });
}

const unnamed = (extension: string) => (extension ? `file.${extension}` : "file");

const isJoiner = (sign: string) => sign === "\u200c" || sign === "\u200d";

/** Scripts in which a joiner changes how the letters beside it are written. */
const letters =
  "[[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mand}\\p{scx=Nkoo}\\p{scx=Adlm}\\p{scx=Rohg}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}]&&[\\p{L}\\p{M}]]";
const betweenLetters = new RegExp(`^${letters}[\\u200c\\u200d]${letters}$`, "v");
/** As in a family or a profession: what is before the joiner may end in a skin tone or in the mark for colored pictures. */
const betweenEmoji = /^[\p{Extended_Pictographic}\p{EMod}\ufe0f]\u200d\p{Extended_Pictographic}$/u;

/** Whether the joiner at `at` means something between its neighbors. */
function joins(name: string, at: number): boolean {
  const before = Array.from(name.slice(Math.max(0, at - 2), at)).at(-1) ?? "";
  const after = String.fromCodePoint(name.codePointAt(at + 1) ?? 0);
  const three = before + name.charAt(at) + after;
  return betweenLetters.test(three) || betweenEmoji.test(three);
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Cut before its extension, between two characters as people see them. */
function shortened(name: string, length: number, bytes = Number.POSITIVE_INFINITY): string {
  if (name.length <= length && Buffer.byteLength(name) <= bytes) return name;
  const extension = extensionOf(name);
  const ending = extension ? `.${extension}` : "";
  let stem = "";
  // A little more than fits, so that the last character that does is whole.
  for (const { segment } of graphemes.segment(name.slice(0, length + 50))) {
    const longer = stem + segment;
    if (longer.length + ending.length > length || Buffer.byteLength(longer + ending) > bytes) break;
    stem = longer;
  }
  return stem.trimEnd() === "" ? unnamed(extension) : stem.trimEnd() + ending;
}
