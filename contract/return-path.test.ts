import fc from "fast-check";
import { expect, test } from "vitest";
import { returnPath } from "./return-path.ts";

const site = "https://store.example.com";

test.each(["/admin", "/admin?tab=settings", "/checkout/p1?aff=a%2Fb#pay", "/"])(
  "%s is returned to",
  (path) => {
    expect(returnPath(path)).toBe(path);
  },
);

test.each([
  undefined,
  "",
  "admin",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/.//evil.example",
  "/%2e//evil.example",
  "/x/..//evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "/api/logout",
  "/./api/logout",
])("%j leads home instead", (wanted) => {
  expect(returnPath(wanted)).toBe("/");
});

test("whatever is asked for, the browser stays on this site and out of the API", () => {
  const piece = fc.constantFrom(
    "/",
    "\\",
    ".",
    "..",
    "%2e",
    "\t",
    "\n",
    "@",
    ":",
    "evil.example",
    "api",
    "?",
    "#",
  );
  const wanted = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join("")}`),
  );
  fc.assert(
    fc.property(wanted, (text) => {
      const { origin, pathname } = new URL(returnPath(text), site);
      expect(origin).toBe(site);
      expect(pathname).not.toMatch(/^\/api\//);
    }),
    { numRuns: 5_000 },
  );
});
