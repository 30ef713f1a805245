/** People of one side, and how many of them have bought within their seven days. */
export type Side = { people: number; bought: number };

/**
 * COLLECTING: too little to say anything. BROKEN: the sides are not as large as they were meant to be, so that nothing
 * follows from them. The others say whether those who got mails have bought more often, for certain.
 */
export type ComparisonState = "COLLECTING" | "NO_DIFFERENCE" | "BETTER" | "WORSE" | "BROKEN";

/** By how much more often those who got mails have bought: as measured, and between which shares that lies for certain. */
export type Difference = { measured: number; low: number; high: number };

export type Comparison = { state: ComparisonState; difference: Difference | null };

/** Of 100 comparisons where mails change nothing so many may ever say that they do, however often they are looked at. */
const alpha = 0.05;
const fewest = 100;
/** Purchases that a side of its size would have, if both were alike. */
const fewestBought = 5;
/** So uneven a split comes about once in 16,000 looks, if nothing is wrong. */
const mostUneven = 16;

/**
 * Compares both sides so that it may be looked at after every person: an asymptotic confidence sequence (Waudby-Smith and
 * others, 2024), whose interval holds at all times together. Its width is tuned to `peopleNeeded`.
 */
export function compareSides(mailed: Side, heldBack: Side, percent: number): Comparison {
  const people = mailed.people + heldBack.people;
  const share = percent / 100;
  const uneven = (heldBack.people - people * share) ** 2 / (people * share * (1 - share));
  if (uneven > mostUneven && people >= fewest) return { state: "BROKEN", difference: null };

  const smallest = Math.min(mailed.people, heldBack.people);
  const rate = (mailed.bought + heldBack.bought) / people;
  if (!(smallest >= fewest && smallest * rate > fewestBought && smallest * (1 - rate) > fewestBought))
    return { state: "COLLECTING", difference: null };

  const measured = mailed.bought / mailed.people - heldBack.bought / heldBack.people;
  const width = errorOf(mailed, heldBack, rate) * widthAt(people, peopleNeeded(percent));
  const low = measured - width;
  const high = measured + width;
  const state = low > 0 ? "BETTER" : high < 0 ? "WORSE" : "NO_DIFFERENCE";
  return { state, difference: { measured, low, high } };
}

/** About how many people make it plain that 13 of 100 buy instead of 10, on both sides together. */
export const peopleNeeded = (percent: number): number => {
  const share = percent / 100;
  return Math.round((2.4 * 800) / (share * (1 - share)));
};

/** The standard error, of whichever estimate is the larger: few purchases on one side make either too small. */
function errorOf(mailed: Side, heldBack: Side, rate: number): number {
  const pooled = rate * (1 - rate) * (1 / mailed.people + 1 / heldBack.people);
  return Math.sqrt(Math.max(pooled, varianceOf(mailed) + varianceOf(heldBack)));
}

/** With one purchase more and one less: a side where nobody has bought is not known for certain. */
function varianceOf({ people, bought }: Side): number {
  const rate = (bought + 1) / (people + 2);
  return (rate * (1 - rate)) / (people + 2);
}

/** How many standard errors an interval that holds at all times is wide, to either side. */
function widthAt(people: number, tunedTo: number): number {
  const tuning = (-2 * Math.log(alpha) + Math.log(-2 * Math.log(alpha) + 1)) / tunedTo;
  const grown = people * tuning + 1;
  return Math.sqrt(((2 * grown) / (people * tuning)) * Math.log(Math.sqrt(grown) / alpha));
}
