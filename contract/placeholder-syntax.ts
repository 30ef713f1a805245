/** A name in braces (one or two pairs, as other programs have them), perhaps with a fallback; other braces are text. */
export const placeholderForm =
  /\{{1,2}\s*(\p{L}[\p{L}\p{N}_-]*(?: +[\p{L}\p{N}_-]+)*)\s*(?:\|([^{}]*))?\}{1,2}/gu;

/** As people type it: `{First name}` is `{first_name}`. */
export const placeholderName = (typed: string): string => typed.toLowerCase().replaceAll(/[\s-]+/g, "_");

/** The first placeholder in a text, as typed, that is none of `known`. */
export const findPlaceholderBeside = (known: object, text: string): string | undefined =>
  Array.from(text.matchAll(placeholderForm)).find(
    ([, name = ""]) => !Object.hasOwn(known, placeholderName(name)),
  )?.[0];
