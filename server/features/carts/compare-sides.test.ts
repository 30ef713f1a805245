import { expect, test } from "vitest";
import { seededRandom } from "#tests/money/random.ts";
import { compareSides, peopleNeeded } from "./compare-sides.ts";
import { sideOf } from "./comparisons.ts";

/** One comparison that is looked at after every person: the first thing for certain that it ever says. */
function firstFinding(
  seed: number,
  percent: number,
  rates: { mailed: number; heldBack: number },
  people: number,
) {
  const random = seededRandom(seed);
  const mailed = { people: 0, bought: 0 };
  const heldBack = { people: 0, bought: 0 };
  for (let n = 0; n < people; n++) {
    const isHeldBack = random.chance(percent / 100);
    const side = isHeldBack ? heldBack : mailed;
    side.people++;
    if (random.chance(isHeldBack ? rates.heldBack : rates.mailed)) side.bought++;
    const { state } = compareSides(mailed, heldBack, percent);
    if (state === "BETTER" || state === "WORSE" || state === "BROKEN") return state;
  }
  return undefined;
}

test.each([
  [0.02, 10],
  [0.02, 50],
  [0.1, 10],
  [0.1, 50],
  [0.4, 10],
  [0.4, 50],
])(
  "where mails change nothing, at a rate of %d with %d %% held back, not one comparison in twenty says that they do, looked at after every person",
  (rate, percent) => {
    const comparisons = 1_000;
    let alarms = 0;
    for (let seed = 1; seed <= comparisons; seed++)
      if (firstFinding(seed, percent, { mailed: rate, heldBack: rate }, 4_000) !== undefined) alarms++;
    expect(alarms / comparisons).toBeLessThanOrEqual(0.05);
  },
);

test("a difference is found in most comparisons of the size that was said to be needed", () => {
  for (const percent of [10, 50]) {
    let found = 0;
    for (let seed = 1; seed <= 60; seed++)
      if (firstFinding(seed, percent, { mailed: 0.13, heldBack: 0.1 }, peopleNeeded(percent)) === "BETTER")
        found++;
    expect(found).toBeGreaterThan(48);
  }
});

test("mails that keep people away are found out, too", () => {
  expect(firstFinding(1, 50, { mailed: 0.05, heldBack: 0.15 }, 8_000)).toBe("WORSE");
});

test("too few people, too few purchases and nobody at all are not enough", () => {
  const none = { people: 0, bought: 0 };
  expect(compareSides(none, none, 10)).toEqual({ state: "COLLECTING", difference: null });
  expect(compareSides({ people: 900, bought: 400 }, { people: 99, bought: 0 }, 10).state).toBe("COLLECTING");
  expect(compareSides({ people: 900, bought: 5 }, { people: 100, bought: 0 }, 10).state).toBe("COLLECTING");
  expect(compareSides({ people: 900, bought: 900 }, { people: 100, bought: 100 }, 10).state).toBe(
    "COLLECTING",
  );
});

test("sides that are not as large as they should be say nothing", () => {
  const side = (people: number) => ({ people, bought: people / 10 });
  expect(compareSides(side(5_300), side(4_700), 50)).toEqual({ state: "BROKEN", difference: null });
  expect(compareSides(side(5_050), side(4_950), 50).state).toBe("NO_DIFFERENCE");
});

test("the interval is the one of the formula, and holds what was measured", () => {
  // By hand: 0.0071336 of standard error, 3.0351 of them wide.
  const { difference } = compareSides({ people: 4_000, bought: 520 }, { people: 4_000, bought: 400 }, 50);
  expect(difference?.measured).toBeCloseTo(0.03, 10);
  expect(difference?.low).toBeCloseTo(0.00835, 4);
  expect(difference?.high).toBeCloseTo(0.05165, 4);
});

test("a mailbox is on one side, whatever it leaves, and the share comes out", () => {
  const id = "4b1ef0a3-9c39-4a52-8e0c-0c4f1a4f7f7a";
  const sides = Array.from({ length: 10_000 }, (_, n) => sideOf(id, `person-${n}@example.com`, 10));
  const held = sides.filter(({ isHeldBack }) => isHeldBack).length;
  expect(held).toBeGreaterThan(900);
  expect(held).toBeLessThan(1_100);
  expect(new Set(sides.map(({ unit }) => unit)).size).toBe(10_000);
  expect(sideOf(id, "person-7@example.com", 10)).toEqual(sides[7]);
});
