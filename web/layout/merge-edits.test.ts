import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeEdits } from "./merge-edits.ts";

const base = { title: "Course", price: "19.00", places: ["DM"] };

test("what only one of two changed is kept of both", () => {
  const mine = { ...base, title: "My course" };
  const theirs = { ...base, price: "29.00" };
  expect(mergeEdits(base, mine, theirs)).toEqual({
    values: { title: "My course", price: "29.00", places: ["DM"] },
    both: [],
  });
});

test("what both changed stays as it was typed here, and is named", () => {
  const mine = { ...base, price: "25.00", places: ["DM", "COMMENT"] };
  const theirs = { ...base, price: "29.00", places: ["DM", "COMMENT"] };
  expect(mergeEdits(base, mine, theirs)).toEqual({ values: mine, both: ["price"] });
});

test("nothing that was typed here is ever lost, and nothing of theirs unseen", () => {
  const values = fc.record({ a: fc.constantFrom("1", "2", "3"), b: fc.constantFrom("1", "2", "3") });
  fc.assert(
    fc.property(values, values, values, (base, mine, theirs) => {
      const merged = mergeEdits(base, mine, theirs);
      for (const field of ["a", "b"] as const) {
        if (mine[field] !== base[field]) expect(merged.values[field]).toBe(mine[field]);
        else expect(merged.values[field]).toBe(theirs[field]);
        if (theirs[field] !== base[field] && merged.values[field] !== theirs[field])
          expect(merged.both).toContain(field);
      }
    }),
  );
});
