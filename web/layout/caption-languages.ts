import { languageName } from "#contract/language-name.ts";

/** What file pickers offer for captions. */
export const acceptedCaptions = ".vtt,.srt,text/vtt";

/** Languages that captions are written in, by their codes; a file in another can take the nearest. */
const codes =
  "af ar bg bn ca cs da de el en en-GB en-US es es-419 es-ES et eu fa fi fil fr fr-CA gl gu he hi hr hu hy id is it ja ka kk km kn ko lo lt lv mk ml mn mr ms my nb ne nl nn pa pl pt pt-BR pt-PT ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh-Hans zh-Hant zu".split(
    " ",
  );

/** Languages to choose from, in the order of their names; those that stand already are among them. */
export const languageOptions = (present: readonly string[]) =>
  [...new Set([...codes, ...present])]
    .map((code) => ({ code, name: languageName(code) }))
    .toSorted((one, other) => one.name.localeCompare(other.name));

/** What a new file most likely is in: what the creator's browser speaks, unless that is there already. */
export function likelyLanguage(present: readonly string[]): string {
  const spoken = navigator.languages.map((language) => language.split("-")[0] ?? "");
  return [...spoken, ...codes].find((code) => codes.includes(code) && !present.includes(code)) ?? "en";
}
