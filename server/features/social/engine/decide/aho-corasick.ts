/**
 * Finds which of many patterns a text contains, in one pass over the text however many there are (Aho and Corasick 1975).
 * Compares UTF-16 units: a pattern begins and ends with whole characters, so it is found as such.
 */
export class SubstringSearch<T> {
  readonly #letters = new Map<string, number>();
  /** From `state * letters + letter` to the state for that much more of a pattern. State 0: nothing matched yet. */
  readonly #next = new Map<number, number>();
  /** The state for the longest pattern's beginning that ends what this state has read. */
  readonly #fallback: number[] = [0];
  /** The values of the pattern that ends in a state. */
  readonly #ends: (T[] | undefined)[] = [undefined];
  /** The next state on the way of fallbacks where a pattern ends; 0: none. */
  readonly #shorter: number[] = [0];

  constructor(patterns: ReadonlyMap<string, T[]>) {
    for (const pattern of patterns.keys())
      for (const letter of pattern.split(""))
        if (!this.#letters.has(letter)) this.#letters.set(letter, this.#letters.size);
    this.#link(this.#addAll(patterns));
  }

  /** The values of every pattern in the text, once for each place where it ends. */
  find(text: string): T[] {
    const found: T[] = [];
    let state = 0;
    for (const unit of text.split("")) {
      const letter = this.#letters.get(unit);
      state = letter === undefined ? 0 : this.#step(state, letter);
      let end = this.#ends[state] ? state : (this.#shorter[state] ?? 0);
      for (; end !== 0; end = this.#shorter[end] ?? 0) found.push(...(this.#ends[end] ?? []));
    }
    return found;
  }

  #step(from: number, letter: number): number {
    let state = from;
    for (;;) {
      const next = this.#next.get(state * this.#letters.size + letter);
      if (next !== undefined) return next;
      if (state === 0) return 0;
      state = this.#fallback[state] ?? 0;
    }
  }

  /** Builds the tree of all patterns. Answers its edges, those nearer the root first. */
  #addAll(patterns: ReadonlyMap<string, T[]>): { from: number; letter: number; to: number }[] {
    const byDepth: { from: number; letter: number; to: number }[][] = [];
    for (const [pattern, values] of patterns) {
      let state = 0;
      for (const [depth, unit] of pattern.split("").entries()) {
        const letter = this.#letters.get(unit) ?? 0;
        const key = state * this.#letters.size + letter;
        const to = this.#next.get(key) ?? this.#ends.push(undefined) - 1;
        if (!this.#next.has(key)) {
          this.#next.set(key, to);
          (byDepth[depth] ??= []).push({ from: state, letter, to });
        }
        state = to;
      }
      this.#ends[state] = values;
    }
    return byDepth.flat();
  }

  #link(edges: { from: number; letter: number; to: number }[]): void {
    for (const { from, letter, to } of edges) {
      const fallback = from === 0 ? 0 : this.#step(this.#fallback[from] ?? 0, letter);
      this.#fallback[to] = fallback;
      this.#shorter[to] = this.#ends[fallback] ? fallback : (this.#shorter[fallback] ?? 0);
    }
  }
}
