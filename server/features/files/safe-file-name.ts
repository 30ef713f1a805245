import { extensionOf } from "#contract/files/extension-of.ts";
import { trimCharacters } from "#contract/trim-characters.ts";

const maxLength = 150;

/** A sender's file name made fit to show and to download under: no folders, no invisible or reserved characters, at most 150 long. */
export function safeFileName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? "";
  const printable = last
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .replace(/[<>:"|?*]/g, "_")
    .replace(/\s+/gu, " ");
  const visible = trimCharacters(printable, ". ");
  const extension = extensionOf(last);
  if (visible === "" || visible === extension) return extension ? `file.${extension}` : "file";
  return shortened(visible, maxLength);
}

/** As it was sent, for show: without what cannot be stored or printed, at most 255 long. */
export const originalNameOf = (given: string): string =>
  shortened(given.toWellFormed().replace(/\p{Cc}/gu, ""), 255) || "file";

/** Cut before its extension. */
function shortened(name: string, length: number): string {
  if (name.length <= length) return name;
  const extension = extensionOf(name);
  const ending = extension ? `.${extension}` : "";
  // Half of a character that is two units long becomes a replacement mark.
  return `${name
    .slice(0, length - ending.length)
    .toWellFormed()
    .replace(/\uFFFD$/, "")
    .trimEnd()}${ending}`;
}
