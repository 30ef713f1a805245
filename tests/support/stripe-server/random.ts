const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export type Random = {
  /** From 0 to below 1. */
  next(): number;
  letters(count: number): string;
};

/** A repeatable source of chance (mulberry32): the same seed gives the same ids and the same faults. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    letters: (count) => Array.from({ length: count }, () => letters[Math.floor(next() * 62)]).join(""),
  };
}
