import { expect, test } from "vitest";
import { notInnerLinks } from "#tests/support/hostile-links.ts";
import { returnPath } from "./return-path.ts";

test("returns an inner link as it is", () => {
  expect(returnPath("/admin?tab=settings#x")).toBe("/admin?tab=settings#x");
});

test.each([undefined, ...notInnerLinks])("%j leads home instead", (wanted) => {
  expect(returnPath(wanted)).toBe("/");
  expect(returnPath(wanted, "/admin")).toBe("/admin");
});
