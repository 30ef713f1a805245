import type { matchModes } from "#server/database/schema/social.ts";
import { SubstringSearch } from "./aho-corasick.ts";

type MatchMode = (typeof matchModes)[number];

/** A keyword, folded, and what it stands for. */
export type Keyword<T> = { folded: string; mode: MatchMode; value: T };

/**
 * Finds the keywords of a text. What a text costs depends on its length and hardly on how many keywords there are: runs of
 * words are looked up in a hash map, one look for each number of words that keywords have; CONTAINS is searched in one pass.
 */
export class KeywordSearch<T> {
  readonly #runs: Map<string, Keyword<T>[]>;
  readonly #runLengths: number[];
  readonly #longestRun: number;
  readonly #parts: SubstringSearch<Keyword<T>> | undefined;

  constructor(keywords: Iterable<Keyword<T>>) {
    const all = [...keywords].filter(({ folded }) => folded !== "");
    this.#runs = Map.groupBy(
      all.filter(({ mode }) => mode !== "CONTAINS"),
      ({ folded }) => folded,
    );
    const runs = [...this.#runs.keys()];
    this.#runLengths = [...new Set(runs.map((run) => run.split(" ").length))].sort((a, b) => a - b);
    this.#longestRun = runs.reduce((longest, run) => Math.max(longest, run.length), 0);
    const parts = Map.groupBy(
      all.filter(({ mode }) => mode === "CONTAINS"),
      ({ folded }) => folded,
    );
    if (parts.size > 0) this.#parts = new SubstringSearch(parts);
  }

  /** Every keyword that a folded text matches, in no particular order; one that stands there twice may come twice. */
  find(text: string): Keyword<T>[] {
    return [...(this.#parts?.find(text) ?? []), ...(this.#runs.size > 0 ? this.#findRuns(text) : [])];
  }

  #findRuns(text: string): Keyword<T>[] {
    const found: Keyword<T>[] = [];
    const ends = [...text.matchAll(/ |$/g)].map(({ index }) => index);
    for (let first = 0, start = 0; first < ends.length; start = (ends[first] ?? 0) + 1, first++) {
      for (const length of this.#runLengths) {
        const end = ends[first + length - 1];
        if (end === undefined || end - start > this.#longestRun) break;
        const whole = end === text.length;
        for (const keyword of this.#runs.get(text.slice(start, end)) ?? [])
          if (fits(keyword.mode, first === 0, whole)) found.push(keyword);
      }
    }
    return found;
  }
}

const fits = (mode: MatchMode, atStart: boolean, atEnd: boolean): boolean =>
  mode === "WHOLE_WORD" || (atStart && (mode === "STARTS_WITH" || atEnd));
