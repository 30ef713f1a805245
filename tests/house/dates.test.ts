import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listFiles, root } from "./source-files.ts";

// A machine formats and reads a date in its own zone: two screens then tell two days of one moment.
const ownFormats =
  /DateTimeFormat|RelativeTimeFormat|toLocaleDateString|toLocaleTimeString|toDateString|toTimeString|dateStyle|timeStyle/;
const ownClock =
  /\.get(TimezoneOffset|FullYear|Month|Date|Day|Hours|Minutes)\(|\bDate\([^()]*\)\.toLocaleString/;
const formatting = ["contract/dates.ts", "web/ui/dates.ts"];

const code = ["contract", "server", "web"]
  .flatMap((folder) => listFiles(folder))
  .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
const containing = (pattern: RegExp) =>
  code.flatMap(({ path, text }) => (pattern.test(text) ? [path] : [])).toSorted();

test("dates are formatted in two places: for all in contract/dates.ts, and what only screens say in web/ui/dates.ts", () => {
  expect(code.length).toBeGreaterThan(500);
  expect(containing(ownFormats)).toEqual(formatting);
});

test("nothing asks a date for its day or hour in the zone of the machine", () => {
  expect(containing(ownClock)).toEqual([]);
});

test("whatever asks for a time says in which zone", () => {
  const asking = code.filter(
    ({ path, text }) => path.startsWith("web/") && /type="(date|datetime-local)"/.test(text),
  );
  expect(asking.length).toBeGreaterThan(2);
  expect(asking.filter(({ text }) => !text.includes("zoneText(zone)")).map(({ path }) => path)).toEqual([]);
});
