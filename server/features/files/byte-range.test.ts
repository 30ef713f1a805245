import fc from "fast-check";
import { expect, test } from "vitest";
import { parseByteRange } from "./byte-range.ts";

test.each([
  ["bytes=0-99", 1000, { start: 0, end: 99 }],
  ["bytes=999-", 1000, { start: 999, end: 999 }],
  ["bytes=-1", 1000, { start: 999, end: 999 }],
  ["bytes=-5000", 1000, { start: 0, end: 999 }],
  ["bytes=500-5000", 1000, { start: 500, end: 999 }],
  ["BYTES=0-0", 1000, { start: 0, end: 0 }],
  ["bytes=1000-", 1000, "unsatisfiable"],
  ["bytes=-0", 1000, "unsatisfiable"],
  ["bytes=0-", 0, "unsatisfiable"],
  ["bytes=99999999999999999999-", 1000, "unsatisfiable"],
  ["bytes=5-2", 1000, undefined],
  ["bytes=0-1,4-5", 1000, undefined],
  ["bytes=-", 1000, undefined],
  ["bytes=a-b", 1000, undefined],
  ["lines=0-1", 1000, undefined],
  ["", 1000, undefined],
  [undefined, 1000, undefined],
])("%j of %i bytes", (header, size, expected) => {
  expect(parseByteRange(header, size)).toEqual(expected);
});

test("a range never leaves the file, whatever is asked", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.tuple(fc.nat(), fc.nat()).map(([from, to]) => `bytes=${from}-${to}`),
      ),
      fc.nat(),
      (header, size) => {
        const range = parseByteRange(header, size);
        if (typeof range !== "object") return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.start).toBeLessThanOrEqual(range.end);
        expect(range.end).toBeLessThan(size);
      },
    ),
  );
});
