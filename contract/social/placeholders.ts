import { findPlaceholderBeside, placeholderForm, placeholderName } from "#contract/placeholder-syntax.ts";
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

const isKnown = (name: string): name is keyof typeof placeholders => Object.hasOwn(placeholders, name);

/** The first placeholder, as typed, that is none of ours. */
export const findUnknownPlaceholder = (text: string): string | undefined =>
  findPlaceholderBeside(placeholders, text);

/** The text with its placeholders filled in. What is filled in is not looked at again, and unknown ones stay. */
export const fillPlaceholders = (text: string, values: PlaceholderValues): string =>
  text.replaceAll(placeholderForm, (typed, name: string, fallback: string | undefined) => {
    const known = placeholderName(name);
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
