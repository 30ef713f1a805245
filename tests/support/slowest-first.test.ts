import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { slowest } from "./slowest-first.ts";

test("every file that is begun first is there", () => {
  const root = join(import.meta.dirname, "..", "..");
  expect(slowest.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
