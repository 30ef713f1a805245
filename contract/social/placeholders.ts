import { multiLine } from "#contract/values.ts";

/**
 * What may stand in a reply for what is only known when it is sent, as `{first_name}`, and what is said where it is not
 * known even then. `{first_name|friend}` says something else in that case.
 */
export const placeholders = {
  first_name: { fallback: "there" },
  username: { fallback: "there" },
  product: { fallback: "it" },
} as const;

export type PlaceholderValues = Partial<Record<keyof typeof placeholders, string | null>>;

/** A name in braces (one or two pairs, as other programs have them), perhaps with a fallback; other braces are text. */
const placeholder = /\{{1,2}\s*(\p{L}[\p{L}\p{N}_ -]*?)\s*(?:\|([^{}]*))?\}{1,2}/gu;

const isKnown = (name: string): name is keyof typeof placeholders => Object.hasOwn(placeholders, name);

/** As people type it: `{First name}` is `{first_name}`. */
const nameOf = (typed: string): string => typed.toLowerCase().replaceAll(/[\s-]+/g, "_");

/** The first placeholder, as typed, that is none of ours. */
export const findUnknownPlaceholder = (text: string): string | undefined =>
  Array.from(text.matchAll(placeholder)).find(([, name = ""]) => !isKnown(nameOf(name)))?.[0];

/** The text with its placeholders filled in. What is filled in is not looked at again, and unknown ones stay. */
export const fillPlaceholders = (text: string, values: PlaceholderValues): string =>
  text.replaceAll(placeholder, (typed, name: string, fallback: string | undefined) => {
    const known = nameOf(name);
    if (!isKnown(known)) return typed;
    return values[known] || fallback?.trim() || placeholders[known].fallback;
  });

/** What is wrong with a text's placeholders, in words for its writer. */
export function placeholderProblem(text: string): string | undefined {
  const unknown = findUnknownPlaceholder(text);
  return unknown === undefined
    ? undefined
    : `${unknown} is not known here. Use {first_name}, {username} or {product}`;
}

/** What is sent to a person; a placeholder that nobody would fill in is refused. Other arguments as of `multiLine`. */
export const replyText = (max: number, required?: string) =>
  multiLine(max, required).refine((text) => findUnknownPlaceholder(text) === undefined, {
    error: ({ input }) => placeholderProblem(String(input)),
  });
