import fc from "fast-check";
import { expect, test } from "vitest";
import { addressesThatSignOut, notInnerLinks } from "#tests/support/hostile-links.ts";
import { innerLink, signsOut } from "./inner-link.ts";

const site = "https://store.example.com";

test.each([
  "/",
  "/admin?tab=settings",
  "/checkout/p1?aff=a%2Fb#pay",
  "/u/jos%C3%A9?next=%2F%2Felsewhere&x=%5C",
  "/u/demo/apiary",
  "/apiary",
  "/developer",
  "/u/api/logout",
  "/l/abcd",
  "/u/demo?off=100%",
])("%s is an inner link", (path) => {
  expect(innerLink(path)).toBe(path);
});

test("returns the path as a browser reads it", () => {
  expect(innerLink("/x/../u/demo")).toBe("/u/demo");
  expect(innerLink("/u/josé")).toBe("/u/jos%C3%A9");
});

test.each(notInnerLinks)("%j is not an inner link", (wanted) => {
  expect(innerLink(wanted)).toBeUndefined();
});

test.each(addressesThatSignOut(site))("%s signs its visitor out", (address) => {
  expect(signsOut(address)).toBe(true);
});

test.each([
  "https://example.com/",
  "https://github.com/api/logout-button",
  "https://example.com/docs/api/logout",
  "https://example.com/api/login",
  "https://example.com/100%",
  "mailto:api/logout@example.com",
  "/api/logout",
])("%s doesn't", (address) => {
  expect(signsOut(address)).toBe(false);
});

test("reading a path costs the same however deeply it is encoded", () => {
  const began = process.cpuUsage();
  for (let times = 0; times < 200; times++) {
    innerLink(`/${"%25".repeat(600)}2f`);
    innerLink(`/${"/".repeat(1_900)}`);
    innerLink(`/${"../".repeat(600)}x`);
    innerLink(`/${"%2e%2e%2f".repeat(200)}x`);
    signsOut(`https://example.com/${"%25".repeat(5_000)}`);
  }
  const { user, system } = process.cpuUsage(began);
  // 1,000 hostile paths; the recursion of before took as long for one of them.
  expect((user + system) / 1_000_000).toBeLessThan(5);
});

const pieces =
  "/ \\ . .. %2e %2f %5C %09 %25 2F 5c \t \n @ : evil.example api %61pi API oauth ? # %3f %23".split(" ");

test("whatever is asked for, the browser stays on this site and out of the API", () => {
  const piece = fc.constantFrom(...pieces);
  const wanted = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 12 }).map((parts) => `/${parts.join("")}`),
  );
  fc.assert(
    fc.property(wanted, (text) => {
      // As it stands, and as often decoded as anything on the way might do it.
      for (const read of readings(innerLink(text) ?? "/")) {
        const { origin, pathname } = new URL(read, site);
        expect(origin).toBe(site);
        expect(pathname).not.toMatch(/^\/(api|oauth|dev|webhook)(\/|$)/i);
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
