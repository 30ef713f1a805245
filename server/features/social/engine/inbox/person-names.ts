import type { PlaceholderValues } from "#contract/social/placeholders.ts";

/** Longest first name or handle that is filled in. */
export const longestPersonName = 40;

/**
 * How a reply may call a person, from what their platform says of them. People choose their names: what could be read as
 * a link, or is no name, is left out, and the reply's own words take its place. A handle carries its @, so that one with
 * a dot is no link either.
 */
export function personNames(
  displayName: string | null,
  username: string | null,
): Pick<PlaceholderValues, "first_name" | "username"> {
  const first = displayName?.normalize("NFC").split(/\s+/u).find(Boolean) ?? "";
  return {
    first_name: isName.test(first) ? first : null,
    username: username && isHandle.test(username) ? `@${username}` : null,
  };
}

const isName = /^\p{L}[\p{L}\p{M}'’-]{0,39}$/u;
const isHandle = /^[\p{L}\p{N}._-]{1,39}$/u;
