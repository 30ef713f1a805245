import type { matchModes } from "#server/database/schema/social.ts";
import { foldKeyword, type FoldedMessage, isEmojiKeyword, looseForms } from "./fold-message.ts";
import { KeywordSearch } from "./keyword-search.ts";

type MatchMode = (typeof matchModes)[number];

/** `exactness`: the lower, the more exact. */
export type Match<T> = { value: T; folded: string; exactness: number };

const strictness: Record<MatchMode, number> = { EXACT: 0, STARTS_WITH: 1, WHOLE_WORD: 2, CONTAINS: 3 };

/** What a match without accents adds: any match to the letter is more exact. */
const looseness = 4;

/** Less exact than any keyword: a rule that asks for none. */
export const noKeyword = 2 * looseness;

export const isLoose = (exactness: number): boolean => exactness >= looseness && exactness < noKeyword;

/** Keywords of any script or emoji, found in a text to the letter, or else as people type who leave accents out. */
export class Lexicon<T> {
  readonly #words: KeywordSearch<Match<T>>;
  readonly #emoji: KeywordSearch<Match<T>>;
  readonly #loose: KeywordSearch<Match<T>>;

  constructor(keywords: Iterable<{ typed: string; mode: MatchMode; value: T }>) {
    const all = [...keywords].map(({ typed, mode, value }) => {
      const folded = foldKeyword(typed);
      return { typed, folded, mode, value: { value, folded, exactness: strictness[mode] } };
    });
    const words = all.filter(({ folded }) => folded !== "" && !isEmojiKeyword(folded));
    const emoji = all.filter(({ folded }) => folded !== "" && isEmojiKeyword(folded));
    this.#words = new KeywordSearch(words);
    this.#emoji = new KeywordSearch(emoji);
    this.#loose = new KeywordSearch(
      words.flatMap(({ typed, mode, value }) =>
        looseForms(typed).map((folded) => ({
          folded,
          mode,
          value: { ...value, exactness: value.exactness + looseness },
        })),
      ),
    );
  }

  /** Every keyword that the text matches, in no particular order; one may come several times, in different exactness. */
  find({ words, loose, withEmoji }: FoldedMessage): Match<T>[] {
    return [
      ...this.#words.find(words),
      ...this.#emoji.find(withEmoji),
      ...loose.flatMap((form) => this.#loose.find(form)),
    ].map(({ value }) => value);
  }
}
