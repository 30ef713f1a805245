import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listFiles, root } from "./source-files.ts";

// A browser reads a number by its own language, and `Number` knows one way of writing: "32,00" was sold for $3,200.
const otherReaders = /type="number"|valueAsNumber|parseFloat/;

test("what people type as a number is read in one place, web/ui/typed-number.ts", () => {
  const code = listFiles("web").filter((path) => /\.tsx?$/.test(path));
  expect(code.length).toBeGreaterThan(100);
  expect(code.filter((path) => otherReaders.test(readFileSync(join(root, path), "utf8")))).toEqual([]);
});
