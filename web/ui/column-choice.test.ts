import { expect, test } from "vitest";
import { chosenWith, isShown } from "./column-choice.ts";

const columns = [
  { id: "choose", header: "Choose", isFixed: true as const },
  { id: "total", header: "Total" },
  { id: "status", header: "Status" },
  { id: "coupon", header: "Coupon", isExtra: true as const },
];
const shownWith = (chosen: readonly string[] | undefined) =>
  columns.filter((column) => isShown(column, chosen)).map(({ id }) => id);

test("a list shows its own columns until others are chosen, and what is fixed always", () => {
  expect(shownWith(undefined)).toEqual(["choose", "total", "status"]);
  expect(shownWith(["coupon"])).toEqual(["choose", "coupon"]);
  expect(shownWith([])).toEqual(["choose"]);
  // A column that there was once.
  expect(shownWith(["gone", "status"])).toEqual(["choose", "status"]);
});

test("a column more, or less, leaves the others as they are", () => {
  expect(chosenWith(columns, undefined, { id: "coupon", isShown: true })).toEqual([
    "total",
    "status",
    "coupon",
  ]);
  expect(chosenWith(columns, undefined, { id: "total", isShown: false })).toEqual(["status"]);
  expect(chosenWith(columns, ["coupon", "gone"], { id: "total", isShown: true })).toEqual([
    "total",
    "coupon",
  ]);
});
