import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { root } from "./source-files.ts";

const config = (await import(pathToFileURL(join(root, "feature-imports.ts")).href)) as {
  featureImports: Record<string, readonly string[]>;
};
const table = config.featureImports;

test("every server feature has a row in the import table, and every row is a feature's", () => {
  const features = readdirSync(join(root, "server", "features"));
  const real = features.filter((feature) => !feature.startsWith("planted-"));
  expect(Object.keys(table).toSorted()).toEqual(real.toSorted());
});

test("the import table names known features only", () => {
  const named = Object.values(table).flat();
  expect(named.filter((feature) => !(feature in table))).toEqual([]);
});

test("the import table allows no cycle between features", () => {
  const cycles: string[][] = [];
  const follow = (path: string[]) => {
    for (const next of table[path.at(-1) ?? ""] ?? [])
      if (path.includes(next)) cycles.push([...path, next]);
      else follow([...path, next]);
  };
  for (const feature of Object.keys(table)) follow([feature]);
  expect(cycles).toEqual([]);
});
