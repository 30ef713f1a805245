import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listFiles, root } from "./source-files.ts";

// A browser formats and reads a date in its own zone: two screens then tell two days of one moment.
const otherClocks =
  /DateTimeFormat|toLocaleDateString|toLocaleTimeString|getTimezoneOffset|dateStyle|timeStyle/;
const clocks = [
  "contract/store-zone.ts",
  // When it was saved, to the second, for who sits before it.
  "web/features/courses/editor/save-status.tsx",
  // Mails of local mode, read by who runs it.
  "web/features/mailbox/mail-time.ts",
];

test("moments are typed and shown in one place, contract/store-zone.ts", () => {
  const code = ["contract", "server", "web"]
    .flatMap((folder) => listFiles(folder))
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path));
  expect(code.length).toBeGreaterThan(500);
  const found = code.filter((path) => otherClocks.test(readFileSync(join(root, path), "utf8")));
  expect(found.toSorted()).toEqual(clocks);
});

test("whatever asks for a time says in which zone", () => {
  const code = listFiles("web").filter((path) => path.endsWith(".tsx"));
  const texts = code.map((path) => readFileSync(join(root, path), "utf8"));
  const asking = texts.filter((text) => /type="(date|datetime-local)"/.test(text));
  expect(asking.length).toBeGreaterThan(2);
  expect(asking.filter((text) => !text.includes("storeZoneName"))).toEqual([]);
});
