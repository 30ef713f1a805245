import fc from "fast-check";
import { expect, test } from "vitest";
import { returnPath } from "./return-path.ts";

const site = "https://store.example.com";

test.each([
  "/admin",
  "/admin?tab=settings",
  "/checkout/p1?aff=a%2Fb#pay",
  "/u/jos%C3%A9?next=%2F%2Felsewhere&x=%5C",
  "/",
])("%s is returned to", (path) => {
  expect(returnPath(path)).toBe(path);
});

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
  "/%2Fevil.example",
  "/%2fevil.example",
  "/%5Cevil.example",
  "/%252Fevil.example",
  "/%25252Fevil.example",
  "/%09/evil.example",
  "/%2509%252Fevil.example",
  "/x/..%2F..%2F%2Fevil.example",
  "/x%2F..%2Fapi/logout",
  "/%61pi/logout",
  "/%2561pi/logout",
  "/x%5C..%5C%5Cevil.example",
  "/x//evil.example",
  "/%0d%0aLocation:%20x",
  "/%zz",
  "/%",
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
    "%2f",
    "%5C",
    "%09",
    "%25",
    "2F",
    "5c",
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
      // As it stands, and as often decoded as anything on the way might do it.
      for (const read of readings(returnPath(text))) {
        const { origin, pathname } = new URL(read, site);
        expect(origin).toBe(site);
        expect(pathname).not.toMatch(/^\/api\//);
      }
    }),
    { numRuns: 5_000 },
  );
});

function readings(text: string): string[] {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    return [text];
  }
  return decoded === text ? [text] : [text, ...readings(decoded)];
}
