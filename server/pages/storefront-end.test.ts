import { expect, test } from "vitest";
import { sharedFor } from "./storefront-end.ts";

const now = new Date("2026-03-14T18:00:00Z");
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1_000);

test("proxies give out a page for a minute, and an old one for ten more, but none past its end", () => {
  const of = (fresh: number, stale: number) =>
    `public, max-age=0, s-maxage=${fresh}, stale-while-revalidate=${stale}`;
  expect(sharedFor(undefined, now)).toBe(of(60, 600));
  expect(sharedFor(inSeconds(3_600), now)).toBe(of(60, 600));
  expect(sharedFor(inSeconds(90.9), now)).toBe(of(60, 30));
  expect(sharedFor(inSeconds(20), now)).toBe(of(20, 0));
  expect(sharedFor(inSeconds(-1), now)).toBe(of(0, 0));
});
