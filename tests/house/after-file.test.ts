import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { afterFile, endWhatIsLeft } from "#tests/support/after-file.ts";
import { listFiles, root } from "./source-files.ts";

const ended: string[] = [];
beforeAll(() => afterFile(() => void ended.push("a hook's")));

test("what a hook or a test has begun is ended with its file, once, the last first", async () => {
  afterFile(() => void ended.push("a test's"));
  await endWhatIsLeft();
  await endWhatIsLeft();
  expect(ended).toEqual(["a test's", "a hook's"]);
  expect(readFileSync(join(root, "tests/support/setup.ts"), "utf8")).toContain(
    "\nafterAll(endWhatIsLeft);\n",
  );
});

test("nothing but a file itself says `afterAll`: from within, Vitest may not hear it", () => {
  const files = listFiles().filter((path) => /\.tsx?$/.test(path) && path !== "tests/support/after-file.ts");
  expect(files.length).toBeGreaterThan(1_000);
  const unheard = files.filter((path) => /^[ \t]+afterAll\(/m.test(readFileSync(join(root, path), "utf8")));
  expect(unheard).toEqual([]);
});
