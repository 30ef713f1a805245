import { isolated } from "#contract/isolated.ts";
import type { listKeywordResponses, MatchMode } from "#contract/social/keyword-responses.ts";
import type { Output } from "#web/api.ts";

/** A response as the server tells of it: moments are ISO text. */
export type Response = Output<typeof listKeywordResponses>[number];
export type Place = Response["places"][number];

export const matchModes = [
  "WHOLE_WORD",
  "EXACT",
  "STARTS_WITH",
  "CONTAINS",
] as const satisfies readonly MatchMode[];

export const modeName: Readonly<Record<MatchMode, string>> = {
  WHOLE_WORD: "Whole word",
  EXACT: "Exact message",
  STARTS_WITH: "Starts with",
  CONTAINS: "Contains",
};

/** What a mode takes for a match, by the example of the keyword that is being written. */
export const modeHint: Readonly<Record<MatchMode, (keyword: string) => string>> = {
  WHOLE_WORD: (keyword) => `Answers “send me the ${isolated(keyword)} please”, not “${isolated(keyword)}s”.`,
  EXACT: (keyword) => `Answers “${isolated(keyword)}!” alone, nothing before or after it.`,
  STARTS_WITH: (keyword) => `Answers “${isolated(keyword)} please”, not “the ${isolated(keyword)}”.`,
  CONTAINS: (keyword) =>
    `Answers “${isolated(keyword)}s” and “my${isolated(keyword)}”, too: any text with these letters.`,
};

/** For languages that put endings on words. */
export const endingsHint = "Words in this language take endings. “Contains” matches those, too.";

export const places = ["DM", "STORY_REPLY", "COMMENT"] as const satisfies readonly Place[];

export const placeName: Readonly<Record<Place, string>> = {
  DM: "Direct message",
  STORY_REPLY: "Story reply",
  COMMENT: "Comment",
};
