import { innerLink } from "./inner-link.ts";

/** The page of this site to return to after signing in or out, with its query and fragment; `fallback` where `wanted` is no such page. */
export const returnPath = (wanted: string | undefined, fallback = "/"): string =>
  innerLink(wanted ?? "") ?? fallback;
