import { expect, test } from "vitest";
import { isOwnNavigation } from "./own-navigation.ts";

const cases: [name: string, headers: Record<string, string>, isOwn: boolean][] = [
  ["a typed address", { "sec-fetch-site": "none", "sec-fetch-user": "?1" }, true],
  ["a link that was pressed", { "sec-fetch-site": "cross-site", "sec-fetch-user": "?1" }, true],
  ["a link of our own", { "sec-fetch-site": "same-origin" }, true],
  ["a browser that says nothing", {}, true],
  ["another site's redirect", { "sec-fetch-site": "cross-site" }, false],
  ["a sister site's redirect", { "sec-fetch-site": "same-site" }, false],
  ["a page fetched ahead of time", { "sec-fetch-site": "none", "sec-purpose": "prefetch;prerender" }, false],
];

test.each(cases)("%s is recognised", (_name, headers, isOwn) => {
  expect(isOwnNavigation({ headers })).toBe(isOwn);
});
