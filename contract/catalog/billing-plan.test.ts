import { expect, test } from "vitest";
import { atInterval, yearlySavingPercent } from "./billing-plan.ts";

const club = { priceCents: 1_500, yearlyPriceCents: 15_000, billingInterval: "MONTH" } as const;

test("what a year saves is whole percent rounded down, and nothing where it is none", () => {
  const saving = (yearlyPriceCents: number | null, priceCents = 1_500) =>
    yearlySavingPercent({ ...club, priceCents, yearlyPriceCents });
  // 3,000 of 18,000 is 16.67 %.
  expect(saving(15_000)).toBe(16);
  expect(saving(14_940)).toBe(17);
  expect([saving(17_821), saving(18_000), saving(20_000), saving(null), saving(900, 0)]).toEqual([
    0, 0, 0, 0, 0,
  ]);
  // No rounding of binary fractions: 29 % of 100 cents.
  expect(yearlySavingPercent({ ...club, priceCents: 100, yearlyPriceCents: 852 })).toBe(29);
});

test("a product is bought at the chosen interval's price, and at its own where that is not offered", () => {
  expect(atInterval(club, "YEAR")).toMatchObject({ priceCents: 15_000, billingInterval: "YEAR" });
  expect(atInterval(club, "MONTH")).toBe(club);
  expect(atInterval(club, null)).toBe(club);
  const monthly = { ...club, yearlyPriceCents: null };
  expect(atInterval(monthly, "YEAR")).toBe(monthly);
});
